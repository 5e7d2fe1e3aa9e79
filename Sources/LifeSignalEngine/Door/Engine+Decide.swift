import Foundation
import LifeSignalModel

extension Engine {
  /// Loads the facts that the command's rules need and calls them. Runs inside the transaction.
  func decide(
    _ command: CommandCase, by actor: Actor, in tx: any LedgerTransaction, at moment: Moment
  ) throws -> Decision {
    switch command {
    case .requestCode, .verifyCode, .updatePhoneNumber, .requestDeletionCode, .deleteAccount,
      .requestChannelCode, .verifyChannel, .requestProofCode, .proveIdentity, .setPicture,
      .signInWithPasskey, .proveWithPasskey, .registerPasskey, .useCheckInCode:
      preconditionFailure("codes and pictures are read before, and do not pass here")

    case .hear(let signal, let token, _):
      return try decide(signal, token: token, in: tx, at: moment)

    default:
      let me = try actor.member()
      switch command {
      case .signOut(let id): return try endSession(id, by: actor, in: tx, at: moment)
      case .endOtherSessions(let id):
        return try endSessions(of: me, otherThan: id, in: tx, at: moment)
      default:
        let decision = try decide(command, by: me, in: tx, at: moment)
        // A command that would be refused anyway does not ask for re-authentication.
        try check(decision.demands, of: command.terms, by: actor, in: tx, at: moment.now)
        return decision
      }
    }
  }

  /// The commands of a signed-in member.
  private func decide(
    _ command: CommandCase, by me: Person.ID, in tx: any LedgerTransaction, at moment: Moment
  ) throws -> Decision {
    switch command {
    case .checkIn(let chosen, let at, let scopes):
      let clientKey = chosen.map(CheckIn.key(chosen:))
      var facts = try tx.signOfLifeFacts(of: me)
      facts.repeated = try clientKey.flatMap { try tx.checkIn(of: me, clientKey: $0) }
      if let scopes {
        return try CheckInRules.checkIn(
          facts, clientKey: clientKey, at: at, with: scopes, moment: moment)
      }
      return CheckInRules.checkIn(facts, clientKey: clientKey, at: at, moment: moment)

    case .requestCode, .verifyCode, .updatePhoneNumber, .requestDeletionCode, .deleteAccount,
      .requestChannelCode, .verifyChannel, .requestProofCode, .proveIdentity,
      .signInWithPasskey, .proveWithPasskey, .registerPasskey, .setPicture, .signOut,
      .endOtherSessions, .hear, .useCheckInCode:
      throw Refusal.notAllowed
    }
  }
}

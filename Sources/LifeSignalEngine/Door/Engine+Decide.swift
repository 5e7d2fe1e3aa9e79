import Foundation
import LifeSignalModel

extension Engine {
  /// Loads the facts that the command's rules need and calls them. Runs inside the transaction.
  func decide(
    _ command: CommandCase, by actor: Actor, in tx: any LedgerTransaction, at moment: Moment
  ) throws -> Decision {
    switch command {
    case .checkIn(let chosen, let at, let scopes):
      let me = try actor.member()
      let clientKey = chosen.map(CheckIn.key(chosen:))
      var facts = try tx.signOfLifeFacts(of: me)
      facts.repeated = try clientKey.flatMap { try tx.checkIn(of: me, clientKey: $0) }
      if let scopes {
        return try CheckInRules.checkIn(
          facts, clientKey: clientKey, at: at, with: scopes, moment: moment)
      }
      return CheckInRules.checkIn(facts, clientKey: clientKey, at: at, moment: moment)
    case .hear(let signal, let token, _):
      return try decide(signal, token: token, in: tx, at: moment)

    case .requestCode, .verifyCode, .updatePhoneNumber, .requestDeletionCode, .deleteAccount,
      .requestChannelCode, .verifyChannel, .requestProofCode, .proveIdentity,
      .signInWithPasskey, .proveWithPasskey, .registerPasskey, .useCheckInCode:
      preconditionFailure("codes are read before, and do not pass here")
    }
  }
}

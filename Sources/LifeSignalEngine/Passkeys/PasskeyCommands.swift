import LifeSignalModel
import Logging

// Only the engine makes these commands: it has checked the challenge of the browser's answer before.
// A challenge is spent once, and a transaction may be repeated.

/// A member adds a passkey to their account.
struct RegisterPasskey: Command {
  let claim: PasskeyClaim
  let name: String

  static let terms = Terms.logged

  struct Facts {
    /// The passkey with this credential id, whichever person owns it.
    var known: Passkey?
    var mine: [Passkey]
    var me: Recipient
  }

  func facts(by me: Member, from reads: some Reads, at moment: Moment) throws -> Facts {
    Facts(
      known: try reads.passkey(credentialID: claim.credential.id),
      mine: try reads.passkeys(of: me.id), me: try reads.recipient(me.id))
  }

  func decide(
    _ facts: Facts, by me: Member, at moment: Moment
  ) throws(Refusal) -> Decided<PasskeyData> {
    try PasskeyRules.register(
      claim, name: name, known: facts.known, mine: facts.mine, facts.me, moment: moment)
  }
}

/// A visitor signs in with a passkey.
struct SignInWithPasskey: Command {
  let claim: SignatureClaim
  let faults: PasskeyFaultLog

  static let terms = Terms.logged

  func facts(
    by visitor: Visitor, from reads: some Reads, at moment: Moment
  ) throws -> (passkey: Passkey, owner: Recipient) {
    let passkey = try faults.signer(of: claim, in: reads)
    return (passkey, try reads.recipient(passkey.person))
  }

  func decide(
    _ facts: (passkey: Passkey, owner: Recipient), by visitor: Visitor, at moment: Moment
  ) throws(Refusal) -> Decided<SignIn> {
    try PasskeyRules.signIn(
      claim, facts.passkey, of: facts.owner,
      material: SignInMaterial(for: visitor, channels: [], at: moment), moment: moment)
  }
}

/// A session counts as proven for a while.
struct ProveWithPasskey: Command {
  let claim: SignatureClaim
  let session: SessionID
  let faults: PasskeyFaultLog

  static let terms = Terms.logged

  struct Facts {
    var passkey: Passkey
    var me: Recipient
    var session: Session?
  }

  func facts(by me: Member, from reads: some Reads, at moment: Moment) throws -> Facts {
    Facts(
      passkey: try faults.signer(of: claim, in: reads), me: try reads.recipient(me.id),
      session: try reads.ownSession(session, of: me.id))
  }

  func decide(
    _ facts: Facts, by me: Member, at moment: Moment
  ) throws(Refusal) -> Decided<Empty> {
    Decided(
      try PasskeyRules.prove(
        claim, facts.passkey, of: facts.me, in: facts.session, moment: moment))
  }
}

/// The log gets the fault of a ceremony; the caller learns only that it failed.
struct PasskeyFaultLog: Sendable {
  let logger: Logger

  func claim<Value>(_ read: () throws -> Value) throws -> Value {
    do {
      return try read()
    } catch let fault as PasskeyFault {
      logger.notice("a passkey was rejected", metadata: ["fault": "\(fault)"])
      throw Refusal.passkeyRejected
    }
  }

  /// The passkey that made the signature.
  func signer(of claim: SignatureClaim, in reads: some Reads) throws -> Passkey {
    let passkey = try reads.passkey(credentialID: claim.credentialID)
    return try self.claim {
      guard let passkey else { throw PasskeyFault.credential }
      guard claim.isSigned(by: try PasskeyKey(cose: passkey.publicKey)) else {
        throw PasskeyFault.signature
      }
      return passkey
    }
  }
}

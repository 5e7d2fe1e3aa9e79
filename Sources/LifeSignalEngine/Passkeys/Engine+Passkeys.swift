import Foundation
public import LifeSignalModel
import Logging

extension Engine {
  /// The request to a browser for a new passkey of the person who is signed in there.
  /// - Throws: ``Refusal/proofNeeded``: a passkey opens the account from then on;
  ///   ``Refusal/passkeysNotOffered``, ``Refusal/sessionRequired``.
  public func passkeyCreation(by actor: Actor) async throws -> PasskeyCreation {
    try await noting("passkeyCreation") { try await creation(by: actor) }
  }

  private func creation(by actor: Actor) async throws -> PasskeyCreation {
    let (party, now) = (try party(), clock.now)
    guard case .session(let session, let me) = actor else { throw Refusal.sessionRequired }
    let (person, mine) = try await ledger.read { [self] tx in
      try requireProof(by: actor, in: tx, at: now)
      return (try tx.recipient(me).person, try tx.passkeys(of: me))
    }
    guard mine.count < PasskeyRules.most else { throw Refusal.tooManyPasskeys }
    return PasskeyCreation(
      of: person, for: party, challenge: challenge(for: .registration(session), of: me, at: now),
      mine: mine)
  }

  /// The request to a browser for a signature: a visitor's to sign in, a member's to
  /// re-authenticate.
  /// - Parameters:
  ///   - network: the network of a visitor's request, for the limit on these.
  ///   - isSuggestion: whether the page asks automatically. Such requests have a limit of their
  ///     own.
  /// - Throws: ``Refusal/tooManyRequests(retryAfter:)``, ``Refusal/passkeysNotOffered``,
  ///   ``Refusal/sessionRequired``.
  public func passkeyRequest(
    by actor: Actor, network: String, isSuggestion: Bool = false
  ) async throws -> PasskeyRequest {
    try await noting("passkeyRequest") {
      try question(to: actor, network: network, isSuggestion: isSuggestion)
    }
  }

  private func question(
    to actor: Actor, network: String, isSuggestion: Bool
  ) throws -> PasskeyRequest {
    let (party, now) = (try party(), clock.now)
    let (purpose, person, wait): (PasskeyChallenges.Purpose, Person.ID?, TimeInterval?)
    switch actor {
    case .visitor:
      let throttle = isSuggestion ? suggestionThrottle : passkeyThrottle
      (purpose, person, wait) = (.signIn, nil, throttle.take(network, at: now))
    case .session(let id, let me):
      (purpose, person, wait) = (.proof(id), me, proofThrottle.take(me, at: now))
    case .person, .system: throw Refusal.sessionRequired
    }
    if let wait { throw Refusal.tooManyRequests(retryAfter: wait) }
    return PasskeyRequest(for: party, challenge: challenge(for: purpose, of: person, at: now))
  }

  /// Whether browsers that reach this server can use passkeys.
  public var offersPasskeys: Bool { configuration.relyingParty != nil }

  func registerPasskey(
    _ answer: PasskeyAnswer, name: String, by actor: Actor
  ) async throws -> Outcome {
    guard case .session(let session, let me) = actor else { throw Refusal.sessionRequired }
    let claim = try claim {
      let claim = try PasskeyClaim(answer, at: party(), rpIDHash: party().idHash)
      guard claim.credential.key.isValid else { throw PasskeyFault.key }
      return claim
    }
    // Before the challenge is spent: after re-authentication the browser sends the same answer
    // again.
    try await checkProof(in: session)
    try await checkHold(by: actor)
    try take(claim.challenge, for: .registration(session), of: me)
    return try await commit { [self] tx, moment in
      try requireProof(by: actor, in: tx, at: moment.now)
      return try PasskeyRules.register(
        claim, name: name, known: tx.passkey(credentialID: claim.credential.id),
        mine: tx.passkeys(of: me), tx.recipient(me), moment: moment)
    }
  }

  func signInWithPasskey(_ answer: PasskeyAnswer, label: String) async throws -> Outcome {
    let claim = try signature(answer)
    try take(claim.challenge, for: .signIn, of: nil)
    let token = entropy.text(bytes: 32)
    let material = SignInMaterial(
      token: token, tokenHash: CredentialHash.token(token), label: label,
      qrCode: entropy.qrCode(), channels: [])
    return try await commit { [self] tx, moment in
      let passkey = try signer(of: claim, in: tx)
      return try PasskeyRules.signIn(
        claim, passkey, of: tx.recipient(passkey.person), limits: limits, material: material,
        moment: moment)
    }
  }

  func proveWithPasskey(_ answer: PasskeyAnswer, by actor: Actor) async throws -> Outcome {
    guard case .session(let session, let me) = actor else { throw Refusal.sessionRequired }
    let claim = try signature(answer)
    try take(claim.challenge, for: .proof(session), of: me)
    return try await commit { [self] tx, moment in
      try PasskeyRules.prove(
        claim, signer(of: claim, in: tx), of: tx.recipient(me),
        in: tx.ownSession(session, of: me), moment: moment)
    }
  }

  private func party() throws -> RelyingParty {
    guard let party = configuration.relyingParty else { throw Refusal.passkeysNotOffered }
    return party
  }

  private func challenge(
    for purpose: PasskeyChallenges.Purpose, of person: Person.ID?, at now: Date
  ) -> Data {
    let challenge = Data(entropy.bytes(32))
    passkeyChallenges.remember(challenge, for: purpose, of: person, at: now)
    return challenge
  }

  private func take(
    _ challenge: Data, for purpose: PasskeyChallenges.Purpose, of person: Person.ID?
  ) throws {
    _ = try claim {
      guard passkeyChallenges.take(challenge, for: purpose, of: person, at: clock.now) else {
        throw PasskeyFault.challenge
      }
    }
  }

  private func signature(_ answer: PasskeyAnswer) throws -> SignatureClaim {
    try claim { try SignatureClaim(answer, at: party(), rpIDHash: party().idHash) }
  }

  /// The passkey that made the signature.
  private func signer(of claim: SignatureClaim, in tx: any LedgerSnapshot) throws -> Passkey {
    let passkey = try tx.passkey(credentialID: claim.credentialID)
    return try self.claim {
      guard let passkey else { throw PasskeyFault.credential }
      guard claim.isSigned(by: try PasskeyKey(cose: passkey.publicKey)) else {
        throw PasskeyFault.signature
      }
      return passkey
    }
  }

  /// The log gets the fault of a ceremony; the caller learns only that it failed.
  private func claim<Value>(_ read: () throws -> Value) throws -> Value {
    do {
      return try read()
    } catch let fault as PasskeyFault {
      logger.notice("a passkey was rejected", metadata: ["fault": "\(fault)"])
      throw Refusal.passkeyRejected
    }
  }
}

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

  /// Adds the passkey that a device has made.
  /// - Parameter name: the name by which the member recognizes it, 1–60 characters.
  /// - Throws: ``Refusal``; ``Refusal/passkeyRejected`` for every fault of the answer.
  public func registerPasskey(
    _ answer: PasskeyAnswer, name: String, by me: Member
  ) async throws -> PasskeyData {
    try await admit(RegisterPasskey.terms, RegisterPasskey.name, by: me.actor) {
      let session = try me.requireSession()
      let claim = try claim {
        let claim = try PasskeyClaim(answer, at: party(), rpIDHash: party().idHash)
        guard claim.credential.key.isValid else { throw PasskeyFault.key }
        return claim
      }
      // Before the challenge is spent: after re-authentication the browser sends the same answer
      // again.
      try await checkProof(in: session)
      try await checkHold(by: me.actor)
      try take(claim.challenge, for: .registration(session), of: me.id)
      return try await carryOut(RegisterPasskey(claim: claim, name: name), by: me)
    }
  }

  /// Begins a session of the person who owns the passkey.
  /// - Throws: ``Refusal``; ``Refusal/passkeyRejected`` for every fault of the answer.
  public func signIn(with answer: PasskeyAnswer, by visitor: Visitor) async throws -> SignIn {
    try await admit(SignInWithPasskey.terms, SignInWithPasskey.name, by: visitor.actor) {
      let claim = try signature(answer)
      try take(claim.challenge, for: .signIn, of: nil)
      return try await carryOut(
        SignInWithPasskey(claim: claim, faults: log), by: visitor)
    }
  }

  /// Re-authenticates the member in their session.
  /// - Throws: ``Refusal``; ``Refusal/passkeyRejected`` for every fault of the answer.
  public func prove(with answer: PasskeyAnswer, by me: Member) async throws {
    try await admit(ProveWithPasskey.terms, ProveWithPasskey.name, by: me.actor) {
      let session = try me.requireSession()
      let claim = try signature(answer)
      try take(claim.challenge, for: .proof(session), of: me.id)
      _ = try await carryOut(
        ProveWithPasskey(claim: claim, session: session, faults: log), by: me)
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

  private func claim<Value>(_ read: () throws -> Value) throws -> Value {
    try log.claim(read)
  }

  private var log: PasskeyFaultLog { PasskeyFaultLog(logger: logger) }
}

import Foundation
public import LifeSignalModel

/// Whether a signed-in device is still in the hands of the person themselves.
extension Engine {
  /// - Throws: ``Refusal/heldAfterSignIn(retryAfter:)``, ``Refusal/proofNeeded``.
  func check(
    _ demands: Set<Demand>, by actor: Actor, in tx: any LedgerSnapshot, at now: Date
  ) throws {
    guard !demands.isEmpty else { return }
    if demands.contains(.noHold) { try requireNoHold(by: actor, in: tx, at: now) }
    if demands.contains(.proof) { try requireProof(by: actor, in: tx, at: now) }
  }

  /// For actions that always require re-authentication.
  func requireProof(by actor: Actor, in tx: any LedgerSnapshot, at now: Date) throws {
    guard case .session(let id, let me) = actor else { return }
    try ProofRules.require(tx.ownSession(id, of: me), at: now)
  }

  /// Guards actions that could lock the person out of their account if a stranger has signed in
  /// with their number.
  /// - Throws: ``Refusal/heldAfterSignIn(retryAfter:)``.
  func checkHold(by actor: Actor) async throws {
    guard case .session = actor else { return }
    let now = clock.now
    try await ledger.read { tx in try self.requireNoHold(by: actor, in: tx, at: now) }
  }

  /// The same inside a transaction.
  func requireNoHold(by actor: Actor, in tx: any LedgerSnapshot, at now: Date) throws {
    guard case .session(let id, let me) = actor, let person = try tx.person(me) else { return }
    try HoldRules.check(
      tx.ownSession(id, of: me), of: person, passkeys: tx.passkeys(of: me),
      channels: tx.allChannels(of: me), at: now)
  }

  /// Whether an action that requires re-authentication could be done now.
  /// - Throws: ``Refusal/proofNeeded``, ``Refusal/notSignedIn``.
  public func requireProof(in session: SessionID) async throws {
    try await noting("requireProof") { try await checkProof(in: session) }
  }

  /// The same, for callers that log the refusal themselves.
  func checkProof(in session: SessionID) async throws {
    let now = clock.now
    try ProofRules.require(try await ledger.glance { try $0.session(session) }, at: now)
  }
}

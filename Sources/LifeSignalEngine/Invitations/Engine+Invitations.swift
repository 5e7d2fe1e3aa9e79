public import LifeSignalModel

extension Engine {
  /// Makes the link for the first account, in place of earlier ones; nil where someone is registered.
  ///
  /// Reads first, and writes nothing to a database with people: a stuck disk must not delay the start of
  /// a server that others depend on.
  public func offerFirstAccount() async throws -> NewInvitation? {
    let now = clock.now
    let isNeeded = try await ledger.read { tx in
      try tx.people(after: nil, limit: 1).isEmpty
        || tx.openInvitations(at: now).contains { $0.kind == .owner }
    }
    return isNeeded ? try await perform(OfferFirstAccount(), by: System()) : nil
  }
}

import Foundation
public import LifeSignalModel

/// A person's actions on their account as a whole.
extension Engine {
  /// Sets the member's picture: JPEG or PNG, at most 5 MB and 1,024 × 1,024 pixels. Its bytes
  /// decide, not the declared type.
  ///
  /// Reads the picture before the transaction, so that no other write waits for the ledger
  /// meanwhile, and after the rate limit.
  /// - Throws: also what ``PictureFile/read(_:)`` does.
  @discardableResult
  public func setPicture(_ image: ImageData, by actor: Actor) async throws -> Picture.ID {
    try await admit(SetPicture.terms, SetPicture.name, by: actor) {
      let me = try Member(actor)
      return try await carryOut(SetPicture(file: PictureFile.read(image.bytes)), by: me)
    }
  }

  /// The picture, if the viewer is its owner or an accepted contact; nil for everyone else, as for
  /// a missing one.
  public func picture(_ id: Picture.ID, for viewer: Person.ID) async throws -> Picture? {
    try await ledger.read { tx in
      guard let picture = try tx.picture(id) else { return nil }
      if picture.person == viewer { return picture }
      let relation = try tx.relation(of: viewer, with: picture.person)
      return relation?.status == .accepted ? picture : nil
    }
  }

  /// The people who viewed and pinged the viewer, newest first.
  /// - Parameter before: the last entry known, for the next part.
  public func activity(
    of viewer: Person.ID, before: Activity.ID? = nil, limit: Int = 50
  ) async throws -> ActivityPage {
    try await ledger.read { tx in
      let entries = try tx.activities(of: viewer, before: before, limit: limit + 1)
      return ActivityPage(
        entries: entries.prefix(limit).map(ActivityData.init), hasMore: entries.count > limit)
    }
  }

  /// Everything that is stored about the viewer, from one snapshot.
  /// - Parameter session: the caller's session, which must have re-authenticated recently; nil for
  ///   an access token.
  /// - Throws: ``Refusal/tooManyRequests(retryAfter:)``: the document is costly;
  ///   ``Refusal/proofNeeded``.
  public func export(
    of viewer: Person.ID, in session: SessionID? = nil
  ) async throws -> AccountExport {
    let now = clock.now
    try await noting("export") {
      if let session { try await checkProof(in: session) }
      try pay(for: viewer, at: now)
    }
    return try await ledger.read(for: .export) { tx in
      try AccountExport(of: viewer, from: tx, at: now)
    }
  }

  /// Takes ten requests' worth of the limit: a whole document is costly.
  func pay(for viewer: Person.ID, at now: Date) throws {
    for _ in 0..<10 {
      if let wait = throttle.take(viewer, at: now) {
        throw Refusal.tooManyRequests(retryAfter: wait)
      }
    }
  }
}

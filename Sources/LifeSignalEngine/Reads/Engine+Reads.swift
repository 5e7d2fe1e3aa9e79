import Foundation
public import LifeSignalModel

/// A viewer's reads, with privacy applied. Every read is one consistent snapshot.
extension Engine {
  /// - Throws: ``Refusal/personNotFound``.
  public func user(_ viewer: Person.ID) async throws -> UserData {
    try await answer(CurrentUser(), to: Member(viewer))
  }

  /// - Throws: ``Refusal/contactNotFound``.
  public func contact(_ id: Person.ID, of viewer: Person.ID) async throws -> ContactData {
    try await ledger.read { tx in
      guard let facts = try tx.contact(id, of: viewer) else { throw Refusal.contactNotFound }
      return ContactData(try tx.withAlarms(facts))
    }
  }

  /// Newest first.
  public func notifications(
    of viewer: Person.ID, limit: Int = 100
  ) async throws -> [NotificationData] {
    try await ledger.glance { tx in
      try tx.notifications(of: viewer, limit: limit).map(NotificationData.init)
    }
  }
}

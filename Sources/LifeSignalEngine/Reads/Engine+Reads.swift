import Foundation
public import LifeSignalModel

/// A viewer's reads, with privacy applied. Every read is one consistent snapshot.
extension Engine {
  /// - Throws: ``Refusal/personNotFound``.
  public func user(_ viewer: Person.ID) async throws -> UserData {
    try await ledger.glance { tx in
      guard let person = try tx.person(viewer) else { throw Refusal.personNotFound }
      return UserData(
        person, watch: try tx.watch(of: viewer) ?? Watch(person: viewer),
        manualAlert: try tx.openAlert(of: viewer, kind: .manual),
        travel: try tx.openTravel(of: viewer), alarms: try tx.alarms(of: viewer, for: viewer))
    }
  }

  /// The viewer's network, requests included, newest first.
  public func contacts(of viewer: Person.ID) async throws -> [ContactData] {
    try await ledger.read { tx in
      try tx.contacts(of: viewer).map { ContactData(try tx.withAlarms($0)) }
    }
  }

  /// - Throws: ``Refusal/contactNotFound``.
  public func contact(_ id: Person.ID, of viewer: Person.ID) async throws -> ContactData {
    try await ledger.read { tx in
      guard let facts = try tx.contact(id, of: viewer) else { throw Refusal.contactNotFound }
      return ContactData(try tx.withAlarms(facts))
    }
  }

  /// Those whose contact requests the viewer has blocked.
  public func blockedAskers(of viewer: Person.ID) async throws -> [BlockedAsker] {
    try await ledger.read { try $0.blockedAskers(of: viewer) }
  }

  /// The person with this code: a name and a masked number.
  ///
  /// - Parameter viewer: the person who wants to send its holder a request. Nil looks up only.
  /// - Throws: ``Refusal/qrCodeUnknown``, ``Refusal/qrCodeReplaced``, and for a viewer the refusal
  ///   that a request would get.
  public func contactInfo(
    qrCode: QRCodeID, for viewer: Person.ID? = nil
  ) async throws -> ContactInfo {
    try await ledger.read { tx in
      guard let person = try tx.person(qrCode: qrCode) else {
        throw RetiredQRCode.refusal(wasRetired: try tx.isRetired(qrCode))
      }
      if let viewer {
        let relation = try tx.relation(of: viewer, with: person.id)
        try RelationRules.checkIsNew(person.id, to: viewer, relation)
        try RequestRules.check(
          tx.requestHistory(of: person.id, from: viewer), at: self.clock.now)
      }
      return ContactInfo(person)
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

  /// Newest first.
  public func checkIns(of viewer: Person.ID, limit: Int = 100) async throws -> [CheckInRecord] {
    try await ledger.read { tx in
      try tx.checkIns(of: viewer, limit: limit).map(CheckInRecord.init)
    }
  }

  /// Alerts the viewer raised by hand, newest first; the active one, if any, is the first.
  public func alerts(of viewer: Person.ID, limit: Int = 100) async throws -> [AlertRecord] {
    try await ledger.read { tx in
      // In a query of its own: after the clock was set back an ended alert may look newer.
      let open = try tx.openAlert(of: viewer, kind: .manual).map { [$0] } ?? []
      let ended = try tx.alerts(of: viewer, kind: .manual, limit: limit).filter { !$0.isOpen }
      return (open + ended).prefix(limit).map(AlertRecord.init)
    }
  }
}

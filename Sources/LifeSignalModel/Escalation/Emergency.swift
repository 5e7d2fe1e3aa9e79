/// An open alert of a person whom the viewer watches over.
public struct Emergency: Identifiable, Equatable, Sendable {
  public var contact: ContactData
  public var alarm: AlarmData

  public init(contact: ContactData, alarm: AlarmData) {
    self.contact = contact
    self.alarm = alarm
  }

  public var id: AlertRecord.ID { alarm.id }

  /// Whether it waits for this viewer's answer: they do not have it, and have not switched off messages about
  /// missed check-ins, or the others have not answered either.
  public func waits(for viewer: Person.ID?) -> Bool {
    guard alarm.holder == nil || alarm.holder != viewer else { return false }
    return alarm.kind != .missedCheckIn || contact.notifyOnExpiry || alarm.isUnanswered
      || alarm.offeredTo == viewer
  }
}

extension Sequence<ContactData> {
  /// Unanswered ones first, then calls for help before missed times, then the oldest first.
  public var emergencies: [Emergency] {
    filter { $0.isDependent && $0.relation == .accepted }
      .flatMap { contact in contact.alarms.map { Emergency(contact: contact, alarm: $0) } }
      .sorted { $0.alarm.isMoreUrgent(than: $1.alarm) }
  }
}

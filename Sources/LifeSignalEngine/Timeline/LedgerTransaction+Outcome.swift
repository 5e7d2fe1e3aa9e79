import Foundation
import LifeSignalModel
import Logging

extension LedgerTransaction {
  /// Enters what became of a message in the timeline of whom it is about, in the transaction that
  /// marks its row. A message whose timeline cannot be found or continued goes all the same.
  /// - Returns: whose pages show it; empty for messages that are no part of a timeline.
  func record(
    _ kind: TimelineKind, of delivery: Delivery, at now: Date, _ logger: Logger,
    _ details: (inout TimelineDetails) -> Void = { _ in }
  ) throws -> [Person.ID: ChangeSet] {
    do {
      return try enter(kind, of: delivery, at: now, logger, details)
    } catch LedgerError.corrupt(let reason) {
      logger.error(
        "what became of a message could not be recorded",
        metadata: ["delivery": "\(delivery.id)", "error": "\(reason)"])
      return [:]
    }
  }

  private func enter(
    _ kind: TimelineKind, of delivery: Delivery, at now: Date, _ logger: Logger,
    _ details: (inout TimelineDetails) -> Void
  ) throws -> [Person.ID: ChangeSet] {
    // Somebody looks at the page on which they have asked for it.
    if delivery.isTest { return [delivery.person: .channels] }
    guard let (owner, alert) = try subject(of: delivery) else { return [:] }
    let draft = TimelineDraft(
      person: owner, at: now, kind: kind, alert: alert, other: delivery.person,
      details: TimelineDetails {
        $0.channel = delivery.kind
        details(&$0)
      })
    var known: [AlertRecord.ID: Alert.Kind] = [:]
    if let alert, let kind = delivery.calledAlarm { known[alert] = kind }
    try append([draft], knowing: known, logger)
    // The page of whose silent alarm it is shows nothing of it.
    if let alert, try delivery.calledAlarm ?? self.alert(alert)?.kind == .duress,
      try self.alert(alert)?.isSilent == true
    {
      return [delivery.person: .timeline]
    }
    // One's own reminders and alarms are about oneself: a literal with one key twice would be a crash.
    var changes: [Person.ID: ChangeSet] = [owner: .timeline]
    changes[delivery.person] = .timeline
    return changes
  }

  /// In whose timeline the message is, and of which alarm.
  private func subject(
    of delivery: Delivery
  ) throws -> (owner: Person.ID, alert: AlertRecord.ID?)? {
    switch delivery.premise {
    // What an alarm's messages say of themselves, in the thick of a burst, is not looked up.
    case .call(let owner, let alert), .alarm(let owner, let alert): return (owner, alert)
    default: break
    }
    guard let id = delivery.notification, let notification = try notification(id),
      let telling = TimelineTelling(notification)
    else { return nil }
    let owner = try telling.person ?? telling.alert.flatMap { try self.alert($0)?.person }
    return owner.map { ($0, telling.alert) }
  }

  /// The channel before was not enough, so this one has taken over: entered at its first attempt.
  func recordTakeover(by delivery: Delivery, at now: Date, _ logger: Logger) throws {
    guard delivery.rank > 0, delivery.attempts == 1, delivery.priority.climbs else { return }
    _ = try record(.nextChannelTried, of: delivery, at: now, logger)
  }
}

import Foundation
import LifeSignalModel
import Logging

extension LedgerTransaction {
  /// Enters a message's result in the timeline of the person it is about, in the transaction that
  /// marks its row. A message whose timeline cannot be found or continued is sent all the same.
  /// - Returns: the people whose pages show it; empty for messages that belong to no timeline.
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
    // The person is looking at the page on which they requested it.
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
    // The page of a duress alert's person shows nothing of it.
    if let alert, try delivery.calledAlarm ?? self.alert(alert)?.kind == .duress,
      try self.alert(alert)?.isSilent == true
    {
      return [delivery.person: .timeline]
    }
    // One's own reminders and alerts are about oneself: a literal with a duplicate key would crash.
    var changes: [Person.ID: ChangeSet] = [owner: .timeline]
    changes[delivery.person] = .timeline
    return changes
  }

  /// The timeline to which the message belongs, and its alert.
  private func subject(
    of delivery: Delivery
  ) throws -> (owner: Person.ID, alert: AlertRecord.ID?)? {
    switch delivery.premise {
    // The messages of an alert name it themselves; nothing is looked up in the middle of a burst.
    case .call(let owner, let alert), .alarm(let owner, let alert),
      .answer(let owner, let alert, _):
      return (owner, alert)
    default: break
    }
    guard let id = delivery.notification, let notification = try notification(id),
      let telling = TimelineTelling(notification)
    else { return nil }
    let owner = try telling.person ?? telling.alert.flatMap { try self.alert($0)?.person }
    return owner.map { ($0, telling.alert) }
  }

  /// Enters that this channel has taken over, since the one before was not enough: at its first
  /// attempt.
  func recordTakeover(by delivery: Delivery, at now: Date, _ logger: Logger) throws {
    guard delivery.rank > 0, delivery.attempts == 1, delivery.priority.climbs else { return }
    _ = try record(.nextChannelTried, of: delivery, at: now, logger)
  }
}

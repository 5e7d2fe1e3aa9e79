public import Foundation

/// An entry requested by rules. It gets its number and its hashes when it is committed.
public struct TimelineDraft: Equatable, Sendable {
  /// Nil means the person whose alert ``alert`` is.
  public var person: Person.ID?
  public var at: Date
  public var kind: TimelineKind
  public var alert: AlertRecord.ID?
  public var other: Person.ID?
  public var details: TimelineDetails

  public init(
    person: Person.ID?, at: Date, kind: TimelineKind, alert: AlertRecord.ID? = nil,
    other: Person.ID? = nil, details: TimelineDetails = .none
  ) {
    self.person = person
    self.at = at
    self.kind = kind
    self.alert = alert
    self.other = other
    self.details = details
  }
}

extension Decision {
  /// Enters an event in `person`'s timeline, in the same transaction as the change itself.
  public mutating func record(
    _ kind: TimelineKind, of person: Person.ID, alert: AlertRecord.ID? = nil,
    with other: Person.ID? = nil, at moment: Moment,
    _ details: (inout TimelineDetails) -> Void = { _ in }
  ) {
    timeline.append(
      TimelineDraft(
        person: person, at: moment.now, kind: kind, alert: alert, other: other,
        details: TimelineDetails(details)))
    touch(person, .timeline)
  }

  /// Enters a notification in the timeline of the person it is about: none is sent without such an
  /// entry.
  mutating func recordTelling(
    _ recipient: Person.ID, _ notice: Notice, about alert: AlertRecord.ID?,
    on channels: [ChannelKind], at moment: Moment
  ) {
    let telling = TimelineTelling(
      notice.event, to: recipient, contact: notice.relatedContact,
      alert: alert ?? notice.relatedAlert,
      isSent: !channels.isEmpty)
    guard let telling else { return }
    timeline.append(
      TimelineDraft(
        person: telling.person, at: moment.now, kind: telling.kind, alert: telling.alert,
        other: telling.kind == .told ? recipient : nil,
        details: TimelineDetails {
          $0.notice = notice.event
          $0.channels = channels
        }))
    if let person = telling.person { touch(person, .timeline) }
    touch(recipient, .timeline)
  }
}

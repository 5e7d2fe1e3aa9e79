public import Foundation

/// Shows which responders really know of an alert: how far each message has come, and who is called
/// next.
///
/// The person and their responders see it. During an alert responders see one another's names,
/// because they have to agree who goes.
public struct AlarmDetails: Equatable, Codable, Sendable {
  public struct Recipient: Identifiable, Equatable, Codable, Sendable {
    public let id: Person.ID
    public var name: String
    /// When they were first called.
    public var calledAt: Date?
    /// The farthest delivery status of all messages to them.
    public var rung: Rung
    /// When it reached that status.
    public var reachedAt: Date?
    /// No channel is left that could still reach them.
    public var isUnreachable: Bool
    /// They are coming, beside the one who has the alert.
    public var isComing: Bool
    /// When they reported that they have reached the person. For pages only.
    public var metAt: Date?

    public init(
      id: Person.ID, name: String, calledAt: Date? = nil, rung: Rung = .queued,
      reachedAt: Date? = nil, isUnreachable: Bool = false, isComing: Bool = false,
      metAt: Date? = nil
    ) {
      self.id = id
      self.name = name
      self.calledAt = calledAt
      self.rung = rung
      self.reachedAt = reachedAt
      self.isUnreachable = isUnreachable
      self.isComing = isComing
      self.metAt = metAt
    }

    private enum CodingKeys: CodingKey {
      case id, name, calledAt, rung, reachedAt, isUnreachable, isComing
    }
  }

  public var alarm: AlarmData
  public var personID: Person.ID
  public var personName: String
  /// The responders who have been called, in the order of their first call.
  public var recipients: [Recipient]
  /// Responders who have not been called yet.
  public var waiting: [Recipient]
  /// During a duress alert: the person's emergency note.
  public var emergencyNote: String?

  /// For the viewer's own alert: the mark that a text message from them must contain to count,
  /// where texts are read. Access tokens never read it: with it a text under the viewer's number is
  /// believed.
  public var replyMark: String?

  /// Whether the viewer can have the alert; otherwise they can only answer that they are coming.
  /// Never its owner.
  public var mayHold: Bool

  /// How many responders a message has reached: a device has shown it, or they have answered.
  public var reachedCount: Int {
    recipients.count { $0.rung >= .shown || $0.isComing || $0.id == alarm.holder }
  }

  public init(
    alarm: AlarmData, personID: Person.ID, personName: String, recipients: [Recipient] = [],
    waiting: [Recipient] = [], emergencyNote: String? = nil, mayHold: Bool = true
  ) {
    self.alarm = alarm
    self.personID = personID
    self.personName = personName
    self.recipients = recipients
    self.waiting = waiting
    self.emergencyNote = emergencyNote
    self.mayHold = mayHold
  }
}

extension AlarmDetails.Recipient {
  /// Built from the messages to one responder about one alert.
  /// - Parameter deliveries: only theirs and only about this alert; any order.
  public init(_ person: Person, _ deliveries: [Delivery]) {
    self.init(id: person.id, name: person.name)
    calledAt = deliveries.map(\.createdAt).min()
    rung = deliveries.map(\.rung).max() ?? .queued
    reachedAt =
      switch rung {
      case .queued: nil
      case .accepted: deliveries.compactMap(\.acceptedAt).min()
      case .shown: deliveries.compactMap(\.shownAt).min()
      case .opened: deliveries.compactMap(\.openedAt).min()
      }
    let failed = deliveries.filter { $0.state == .dead && !$0.isWithdrawn }
    let alive = deliveries.filter { $0.state != .dead }
    isUnreachable = alive.isEmpty && (deliveries.isEmpty || !failed.isEmpty)
  }
}

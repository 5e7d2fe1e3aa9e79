public import Foundation

/// One trip as stored: the promise to have arrived by a time.
///
/// The row is the timer, as a ``Watch`` is: `nextFireAt` is indexed, and after a restart the loops
/// continue from it alone. At most one per person has not ended.
public struct Travel: Identifiable, Equatable, Sendable {
  /// The step due at `nextFireAt`. Raw values are stored.
  public enum Stage: Int, Sendable, CaseIterable {
    /// The person is reminded before the end.
    case reminder = 0
    /// The end: the person is reminded that the grace period has begun.
    case due = 1
    /// End plus grace: the responders are notified.
    case alarm = 2
    /// The alert came due while the server was down; it fires when the courtesy window closes.
    case courtesy = 3
    /// The responders have been notified. Nothing more happens until the person arrives.
    case overdue = 4
  }

  /// Raw values are stored.
  public enum End: String, Sendable, CaseIterable {
    case arrived
    case cancelled
  }

  public var id: TravelData.ID
  public var person: Person.ID
  /// Where to and by what; the responders see it only once the alert has fired. At most 500
  /// characters.
  public var note: String
  public var startedAt: Date
  public var dueAt: Date
  /// Seconds between the end and the alert, 0–3,600; the person's own at the start.
  public var grace: TimeInterval
  public var stage: Stage
  /// When `stage` happens. Nil once overdue or ended.
  public var nextFireAt: Date?
  /// Every change of the end increases it.
  public var gen: Int64
  /// When the responders were notified.
  public var overdueAt: Date?
  /// Set together with `end`.
  public var endedAt: Date?
  public var end: End?
  /// Whether a value could not be read and was replaced. Not stored.
  public var isDamaged = false

  public init(
    id: TravelData.ID, person: Person.ID, note: String, startedAt: Date, dueAt: Date,
    grace: TimeInterval = CheckInSettings.defaultGracePeriod, stage: Stage = .reminder,
    nextFireAt: Date? = nil, gen: Int64 = 1,
    overdueAt: Date? = nil, endedAt: Date? = nil, end: End? = nil
  ) {
    self.id = id
    self.person = person
    self.note = note
    self.startedAt = startedAt
    self.dueAt = dueAt
    self.grace = grace
    self.stage = stage
    self.nextFireAt = nextFireAt
    self.gen = gen
    self.overdueAt = overdueAt
    self.endedAt = endedAt
    self.end = end
  }

  /// What a change starts from; nil where not every value could be read.
  var whole: Travel? { isDamaged ? nil : self }

  public var isOpen: Bool { endedAt == nil }
  public var isOverdue: Bool { isOpen && stage == .overdue }
  /// When the responders will be notified.
  public var alarmAt: Date { (dueAt + grace).storable }
}

public import Foundation

/// The state of one alert's escalation: one row per alert, written in the same transaction.
///
/// The row is also the timer, as a ``Watch`` is. `nextFireAt` is never nil before the alert has
/// ended, so a responder always has the alert for now, or there is a next call.
public struct Escalation: Identifiable, Equatable, Sendable {
  /// The step due at `nextFireAt`. Raw values are stored.
  public enum Stage: Int, Sendable, CaseIterable {
    /// The next step of the plan is called.
    case calling = 0
    /// The plan has run out: all responders are called again.
    case broadcasting = 1
    /// A responder has the alert, and is asked whether they still do.
    case held = 2
    /// The holder was asked and has not answered: the next call is made.
    case asked = 3
  }

  public var alert: AlertRecord.ID
  /// The person whose alert it is.
  public var person: Person.ID
  /// The plan in force when the alert began; later changes of the plan do not apply to it.
  public var steps: [EscalationPlan.Step]
  public var rounds: Int
  public var stage: Stage
  /// The index in `steps` that is called next.
  public var step: Int
  /// From 1.
  public var round: Int
  /// The number of calls so far; it numbers the messages.
  public var calls: Int
  /// Nil once the alert has ended.
  public var nextFireAt: Date?
  /// Every change increases it, and succeeds only if it is still what the change was based on.
  public var gen: Int64
  /// All responders who have been called, in the order of their first call.
  public var told: [Person.ID]
  /// The holder: the responder who has answered that they are on it.
  public var holder: Person.ID?
  public var heldSince: Date?
  /// The responder whom the holder has asked to take over.
  public var offeredTo: Person.ID?
  /// When the plan ran out without an answer; kept, so that screens can show it.
  public var exhaustedAt: Date?
  public var endedAt: Date?
  /// Responders who have answered in any way, at most one entry each.
  public var helpers: [Helper]

  public var id: AlertRecord.ID { alert }
  public var isOpen: Bool { endedAt == nil }
  /// All responders were called and had time to answer, and none is on it.
  public var isUnanswered: Bool {
    isOpen && exhaustedAt != nil && holder == nil && !helpers.contains(where: \.isComing)
  }

  public init(
    alert: AlertRecord.ID, person: Person.ID, steps: [EscalationPlan.Step], rounds: Int = 3,
    stage: Stage = .calling, step: Int = 0, round: Int = 1, calls: Int = 0,
    nextFireAt: Date? = nil, gen: Int64 = 1, told: [Person.ID] = [], holder: Person.ID? = nil,
    heldSince: Date? = nil, offeredTo: Person.ID? = nil, exhaustedAt: Date? = nil,
    endedAt: Date? = nil, helpers: [Helper] = []
  ) {
    self.alert = alert
    self.person = person
    self.steps = steps
    self.rounds = rounds
    self.stage = stage
    self.step = step
    self.round = round
    self.calls = calls
    self.nextFireAt = nextFireAt
    self.gen = gen
    self.told = told
    self.holder = holder
    self.heldSince = heldSince
    self.offeredTo = offeredTo
    self.exhaustedAt = exhaustedAt
    self.endedAt = endedAt
    self.helpers = helpers
  }
}

public import Foundation

/// How far one alarm's calling has come: one row per alarm, written together with it.
///
/// The row is the timer, as a ``Watch`` is: until the alarm has ended `nextFireAt` is never nil, so
/// there is always somebody who has it for now, or somebody who is called next.
public struct Escalation: Identifiable, Equatable, Sendable {
  /// What happens at `nextFireAt`. Raw values are stored.
  public enum Stage: Int, Sendable, CaseIterable {
    /// The next step of the plan is called.
    case calling = 0
    /// The plan has run out: everybody is called again.
    case broadcasting = 1
    /// Somebody has said that they see to it; they are asked whether they still do.
    case held = 2
    /// They have been asked and have not answered; the calling goes on.
    case asked = 3
  }

  public var alert: AlertRecord.ID
  /// Whose alarm it is.
  public var person: Person.ID
  /// The plan in force when the alarm began; later changes of the plan do not reach it.
  public var steps: [EscalationPlan.Step]
  public var rounds: Int
  public var stage: Stage
  /// The index in `steps` that is called next.
  public var step: Int
  /// From 1.
  public var round: Int
  /// How often anybody has been called; numbers the messages.
  public var calls: Int
  /// Nil once the alarm has ended.
  public var nextFireAt: Date?
  /// Raised by every change; one wins only against the one it was made from.
  public var gen: Int64
  /// Everybody who has been called, in the order of their first call.
  public var told: [Person.ID]
  /// Who sees to it.
  public var holder: Person.ID?
  public var heldSince: Date?
  /// Whom the holder has asked to take over.
  public var offeredTo: Person.ID?
  /// When the plan ran out without an answer; stays, so that it shows.
  public var exhaustedAt: Date?
  public var endedAt: Date?
  /// Responders who have answered in any way, at most one entry each.
  public var helpers: [Helper]

  public var id: AlertRecord.ID { alert }
  public var isOpen: Bool { endedAt == nil }
  /// Nobody has answered although everybody was called.
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

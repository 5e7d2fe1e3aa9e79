public import Foundation

/// The stored facts about a person who asks for a rehearsal.
public struct RehearsalFacts: Equatable, Sendable {
  public var me: Recipient
  public var watch: Watch
  public var plan: EscalationPlan
  public var responders: [Recipient]
  /// The open alert about a missed check-in.
  public var escalation: Escalation?

  public init(
    me: Recipient, watch: Watch, plan: EscalationPlan = .everybody, responders: [Recipient] = [],
    escalation: Escalation? = nil
  ) {
    self.me = me
    self.watch = watch
    self.plan = plan
    self.responders = responders
    self.escalation = escalation
  }
}

/// Runs the same rules as on the day itself, on a clock that jumps from one due time to the next.
/// Stores nothing and contacts no one.
public enum RehearsalRules {
  /// More steps than any plan has.
  private static let most = 200

  public static func run(_ facts: RehearsalFacts, now: Date) -> Rehearsal {
    if let until = facts.watch.pausedUntil {
      return Rehearsal(holes: [.paused(until: until)] + lasting(facts, []))
    }
    if facts.watch.stage == .missed {
      return Rehearsal(holes: [missed(facts)] + lasting(facts, []))
    }
    guard facts.watch.nextFireAt != nil else {
      return Rehearsal(holes: [.nothingPromised] + lasting(facts, []))
    }
    var stage = Stage(facts: facts, now: now)
    stage.missDeadline()
    let alarmAt = stage.alarm?.startedAt
    stage.callUntilEverybody()
    let messages = stage.messages.sorted { ($0.at, $0.person) < ($1.at, $1.person) }
    return Rehearsal(alarmAt: alarmAt, messages: messages, holes: lasting(facts, messages, alarmAt))
  }

  /// Responders who are on it or coming are not contacted any more.
  private static func missed(_ facts: RehearsalFacts) -> Rehearsal.Hole {
    let holder = facts.escalation?.holder
    let isContacting =
      holder == nil
      && facts.responders.contains { responder in
        facts.escalation?.isHelping(responder.person.id) != true
          && responder.channels.contains { $0.disabledAt == nil }
      }
    let holding = facts.responders.first { $0.person.id == holder }
    return .missed(isContacting: isContacting, holder: holding?.person.name)
  }

  private static func lasting(
    _ facts: RehearsalFacts, _ messages: [Rehearsal.Message], _ alarmAt: Date? = nil
  ) -> [Rehearsal.Hole] {
    var holes: [Rehearsal.Hole] = []
    if let alarmAt,
      !messages.contains(where: {
        $0.person == facts.me.person.id && $0.channel != nil && $0.at < alarmAt
      })
    {
      holes.append(.noReminder)
    }
    if facts.responders.isEmpty { holes.append(.noResponders) }
    var able: [Person] = []
    for responder in facts.responders.sorted(by: { $0.person.id < $1.person.id }) {
      let person = responder.person
      let isReached = responder.channels.contains { $0.disabledAt == nil }
      if !isReached {
        holes.append(.unreachable(person.id, name: person.name))
      } else if !(responder.relation?.notifyOnExpiry ?? true)
        || !person.notifications.alertNotifications
      {
        holes.append(.notWanted(person.id, name: person.name))
      } else {
        able.append(person)
      }
    }
    if able.count == 1, let only = able.first { holes.append(.onlyOne(name: only.name)) }
    return holes
  }

  /// The rules, with what they decided so far.
  private struct Stage {
    var facts: RehearsalFacts
    var alarm: Alert?
    var row: Escalation?
    var messages: [Rehearsal.Message] = []
    private var minted: Int64 = 0

    private let now: Date

    init(facts: RehearsalFacts, now: Date) {
      self.facts = facts
      self.now = now
    }

    mutating func missDeadline() {
      for _ in 0..<most {
        guard alarm == nil, let due = facts.watch.nextFireAt else { return }
        let facts = facts
        let decision = decide(at: due) { moment in
          DeadlineRules.fire(
            facts.watch,
            CheckInFacts(
              me: facts.me, watch: facts.watch, responders: facts.responders, plan: facts.plan),
            courtesy: Courtesy(), moment: moment)
        }
        guard decision.outcome != .unchanged else { return }
        note(decision)
      }
    }

    /// Simulates up to the first call to everyone, which then repeats for ever.
    mutating func callUntilEverybody() {
      for _ in 0..<most {
        guard let alarm, let row, row.stage != .broadcasting, let due = row.nextFireAt else {
          return
        }
        let facts = facts
        let decision = decide(at: due) { moment in
          EscalationRules.fire(
            row,
            EscalationFacts(
              alert: alarm, me: facts.me, escalation: row, responders: facts.responders),
            moment: moment)
        }
        guard decision.outcome != .unchanged else { return }
        note(decision)
      }
    }

    private mutating func decide(
      at due: Date, _ rules: (Moment) -> Decision
    ) -> Decision {
      var last = minted
      defer { minted = last }
      return rules(
        Moment(now: max(due, now)) {
          last += 1
          return last
        })
    }

    private mutating func note(_ decision: Decision) {
      for mutation in decision.mutations {
        switch mutation {
        case .updateWatch(let watch, from: _): facts.watch = watch
        case .insertAlert(let alert): alarm = alert
        case .insertEscalation(let new), .updateEscalation(let new, from: _): row = new
        default: break
        }
      }
      let names = Dictionary(
        ([facts.me] + facts.responders).map { ($0.person.id, $0.person.name) },
        uniquingKeysWith: { first, _ in first })
      for entry in decision.notifications {
        let sent = decision.deliveries.filter { $0.notification == entry.id }
        let isForAll = row?.stage == .broadcasting && entry.person != facts.me.person.id
        let message = Rehearsal.Message(
          at: entry.at, event: entry.event, person: entry.person,
          name: names[entry.person] ?? "", isForAll: isForAll)
        messages +=
          sent.isEmpty
          ? [message]
          : sent.reduce(into: []) { ways, delivery in
            var copy = message
            copy.at = delivery.nextAttemptAt
            copy.channel = delivery.kind
            // A person's browsers all get the message at the same time, so they count as one channel.
            if !ways.contains(copy) { ways.append(copy) }
          }
      }
    }
  }
}

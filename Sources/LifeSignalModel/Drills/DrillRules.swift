public import Foundation

/// A silent weekly test: which of a person's channels work, and how ready that makes them.
public enum DrillRules {
  /// Seconds until the results are counted; couriers have given up by then.
  public static let patience: TimeInterval = 3_600
  /// Seconds between two warnings at least.
  public static let silence: TimeInterval = 30 * 86_400
  /// Below this the person is notified.
  public static let low = 50

  /// Plans the first drill of each person at their place in the week.
  /// - Parameter zones: by whose clocks each of them lives; those who have a drill are left out.
  public static func enlist(_ zones: [Person.ID: Zone], moment: Moment) -> Decision {
    let people = zones.sorted { $0.key < $1.key }
    return Decision(
      people.isEmpty ? .unchanged : .done,
      mutations: people.map { person, zone in
        .insertDrill(
          Drill(
            person: person,
            nextFireAt: DrillHours.slot(of: person, after: moment.now, in: zone)))
      })
  }

  /// One step: silent tests are sent, and an hour later their results are counted.
  ///
  /// Postponed by an hour while an alert is on that concerns the person. Nothing is sent while they
  /// may be asleep.
  public static func fire(
    _ claimed: Drill, _ facts: DrillFacts?, moment: Moment
  ) -> Decision {
    guard let facts, facts.drill.gen == claimed.gen, facts.drill.nextFireAt <= moment.now else {
      return Decision(.unchanged)
    }
    var next = facts.drill
    next.gen += 1
    if facts.isAlarmOn {
      next.nextFireAt = (moment.now + patience).storable
      return Decision(mutations: [.updateDrill(next, from: facts.drill)])
    }
    switch facts.drill.stage {
    case .sent: return conclude(next, facts, moment)
    case .waiting: break
    }
    guard DrillHours.isOpen(at: moment.now, in: facts.zone) else {
      next.nextFireAt = DrillHours.nextDay(of: next.person, after: moment.now, in: facts.zone)
      return Decision(mutations: [.updateDrill(next, from: facts.drill)])
    }
    let deliveries = deliveries(facts, moment)
    guard !deliveries.isEmpty else { return conclude(next, facts, moment) }
    next.stage = .sent
    next.nextFireAt = (moment.now + patience).storable
    var decision = Decision(mutations: [.updateDrill(next, from: facts.drill)])
    decision.deliveries = deliveries
    return decision
  }

  private static func deliveries(_ facts: DrillFacts, _ moment: Moment) -> [Delivery] {
    let me = facts.channels.me.person
    let isQuiet = me.quietHours?.end(at: moment.now) != nil
    let words = moment.translations[me.language ?? .english]
    return facts.channels.alive.filter { channel in
      channel.kind.canBeDrilled && !(isQuiet && channel.quiet != .ignored)
    }
    .map { channel in
      let number = moment.mint()
      return Delivery(
        id: Delivery.ID(number),
        dedupeKey: "\(Delivery.drillPrefix)\(facts.drill.gen):\(me.id):\(channel.id)",
        idempotencyKey: "lifesignal-\(number)", person: me.id, notification: nil,
        channel: channel.id, kind: channel.kind, address: channel.address,
        title: words.say("Drill"), body: words.say("This is a drill. There is nothing to do."),
        priority: .information, createdAt: moment.now, nextAttemptAt: moment.now.storable,
        giveUpAt: (moment.now + patience / 2).storable)
    }
  }

  /// Stores the facts about every channel, and warns the person if their readiness is low.
  private static func conclude(
    _ next: Drill, _ facts: DrillFacts, _ moment: Moment
  ) -> Decision {
    let me = facts.channels.me.person.id
    var next = next
    next.stage = .waiting
    next.endedAt = moment.now.storable
    next.links = links(facts)
    // Later than today: neither the hour of waiting nor the hours of an alert move the drill's
    // place in the week.
    next.nextFireAt = DrillHours.slot(of: me, after: moment.now + 86_400, in: facts.zone)
    let ways = ReadinessFacts(
      facts.channels, deliveries: facts.deliveries, links: next.links,
      responders: facts.responders)
    let readiness = ReadinessRules.judge(ways, at: moment.now)
    let isDue = next.warnedAt.map { $0 + silence <= moment.now } ?? true
    let isLow = warns(readiness, ways, facts, at: moment.now)
    if isDue, isLow { next.warnedAt = moment.now.storable }
    var decision = Decision(
      events: [.drilled(me)], mutations: [.updateDrill(next, from: facts.drill)])
    if isDue, isLow { decision.tell(facts.channels.me, warning(readiness, next), at: moment) }
    decision.touch(me, .channels)
    return decision
  }

  /// A person without responders is not notified, unless another person counts on them and cannot
  /// reach them.
  private static func warns(
    _ readiness: Readiness, _ ways: ReadinessFacts, _ facts: DrillFacts, at now: Date
  ) -> Bool {
    if !facts.responders.isEmpty { return readiness.score < low }
    return facts.isResponder && !ways.ways.contains { $0.trust(at: now) > 0 }
  }

  private static func warning(_ readiness: Readiness, _ drill: Drill) -> Notice {
    Notice(
      .system, "Your safety net has a gap", readiness.words, push: .unlessMuted(.information),
      subject: "drill:\(drill.gen)")
  }

  /// The links of every channel that others may see as on, including one found dead during a duress
  /// alert.
  private static func links(_ facts: DrillFacts) -> [Drill.Link] {
    let known = facts.channels.all.filter { channel in
      facts.channels.able.contains(channel.kind)
        && (channel.isOn || facts.silentSince.flatMap(channel.asBefore) != nil)
    }
    return known.map { channel in
      let mine = facts.deliveries.filter { $0.channel == channel.id }
      let former = facts.drill.links.first { $0.channel == channel.id }
      return Drill.Link(
        channel: channel.id,
        isDrilled: mine.contains {
          $0.isDrill && $0.createdAt > facts.drill.endedAt ?? .distantPast
        },
        lastSuccess: (mine.map(\.acceptedAt) + [former?.lastSuccess]).newest,
        lastFailure: (mine.map(\.failedAt) + [former?.lastFailure]).newest)
    }
  }
}

extension Reads {
  /// - Parameter withAlarms: also loads the alerts of the two that are on, and their countdowns.
  public func relationFacts(
    _ me: Person.ID, _ other: Person.ID?, withAlarms: Bool = false
  ) throws -> RelationFacts {
    var facts = RelationFacts(me: try recipient(me), other: nil)
    guard let other, let person = try person(other) else { return facts }
    facts.other = Recipient(person: person, channels: try channels(of: other))
    facts.relation = try relation(of: me, with: other)
    facts.mirror = try relation(of: other, with: me)
    facts.mine = try requestHistory(of: me, from: other)
    facts.theirs = try requestHistory(of: other, from: me)
    facts.myResponders = try responderCount(of: me)
    facts.theirResponders = try responderCount(of: other)
    facts.pings = try [
      pendingPing(from: me, to: other), pendingPing(from: other, to: me),
    ].compactMap { $0 }
    if withAlarms {
      // A damaged row must not prevent the agreement: repairing it starts the countdown.
      facts.myWatch = try reading { try watch(of: me) } ?? nil
      facts.theirWatch = try reading { try watch(of: other) } ?? nil
      let held = try escalations(heldBy: me) + escalations(heldBy: other)
      facts.alarms = try alarmFacts(
        of: [me, other], and: held.filter { $0.person == me || $0.person == other })
    }
    return facts
  }
}

extension Reads {
  /// Nil before the first drill is planned.
  func drillFacts(of me: Person.ID, among kinds: ChannelKinds) throws -> DrillFacts? {
    guard let drill = try drill(of: me) else { return nil }
    let dependents = try peers(of: me).filter {
      try relation(of: me, with: $0)?.isDependent == true
    }
    let deliveries = try newestDeliveries(of: me)
    // The stored results of a drill are read for others, who may not know of the alert.
    let silent = try silentAlarms(among: deliveries)
    var facts = DrillFacts(
      drill: drill, channels: try channelFacts(of: me, among: kinds),
      deliveries: deliveries.filter { !$0.isAbout(silent) },
      responders: try readiness(ofRespondersOf: me, among: kinds), zone: try zone(of: me),
      isAlarmOn: try ([me] + dependents).contains {
        // Nothing may reveal a duress alert, including a drill that is left out.
        try openAlerts(of: $0).contains { $0.kind != .duress }
      },
      isResponder: !dependents.isEmpty)
    facts.silentSince = try silence(knownTo: me)
    return facts
  }

  /// The person's zone, as far as they have ever given one.
  func zone(of person: Person.ID) throws -> Zone {
    try self.person(person)?.quietHours?.zone ?? watch(of: person)?.times?.zone
      ?? evidenceRule(of: person)?.zone ?? .utc
  }
}

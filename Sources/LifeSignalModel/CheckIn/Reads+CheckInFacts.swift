extension Reads {
  public func checkInFacts(
    of id: Person.ID, withResponders: Bool = false
  ) throws -> CheckInFacts {
    CheckInFacts(
      me: try recipient(id), watch: try watch(of: id) ?? Watch(person: id),
      responders: withResponders ? try responders(of: id) : [], peers: try peers(of: id))
  }

  /// The person with their watch, which they have before their first check-in too.
  func promise(of id: Person.ID) throws -> (person: Person, watch: Watch) {
    guard let person = try person(id) else { throw Refusal.personNotFound }
    return (person, try watch(of: id) ?? Watch(person: id))
  }

  /// The outage is nil also where the heartbeat cannot be read: a deadline must not wait for it.
  public func courtesy(at moment: Moment) throws -> Courtesy {
    Courtesy(outage: try reading { try heartbeat()?.outage } ?? nil, window: moment.courtesyWindow)
  }

  /// With everything that a check-in ends while a deadline is missed, or notifies of where it begins a
  /// countdown.
  public func signOfLifeFacts(of id: Person.ID) throws -> CheckInFacts {
    var facts = try checkInFacts(of: id)
    facts.strayTripAlert = try strayTripAlert(of: id)
    if facts.watch.stage == .missed {
      facts.missedAlert = try openAlert(of: id, kind: .missedCheckIn)
      facts.responders = try responders(of: id)
      facts.escalation = try facts.missedAlert.flatMap { try readableEscalation($0.id) }
    } else if !facts.watch.hasCountdown {
      facts.responders = try responders(of: id)
    }
    return facts
  }
}

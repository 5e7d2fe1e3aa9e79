extension Reads {
  /// - Parameter id: the trip the command names; another person's trip is not found.
  public func travelFacts(
    of me: Person.ID, naming id: TravelData.ID? = nil
  ) throws -> TravelFacts {
    let alarm = try openAlert(of: me, kind: .travel)
    let open = try openTravel(of: me)
    // By its id a damaged trip is an error: only a list reads it with values replaced.
    let named = try id.flatMap { $0 == open?.id ? open : try travel($0) }
    return TravelFacts(
      me: try recipient(me),
      grace: try watch(of: me)?.grace ?? CheckInSettings.defaultGracePeriod,
      open: open, named: named?.person == me ? named : nil,
      alarm: alarm, responders: try responders(of: me), peers: try peers(of: me),
      plan: try escalationPlan(of: me) ?? .everybody,
      escalation: try alarm.flatMap { try readableEscalation($0.id) })
  }
}

public import Foundation

extension Travel {
  public static let lists = [open, named, ofPerson, ahead, timer.due, timer.waiting]
  /// One that cannot be read still raises its alert; its person is not locked out meanwhile.
  static let open = Rows<Travel>(
    .equal("person_id"), .missing("ended_at"), passesOverUnreadable: true,
    replacesUnreadable: true)
  /// For an alert about it: the calls go on whatever the row contains.
  static let named = Rows<Travel>(
    .equal("id"), passesOverUnreadable: true, replacesUnreadable: true)
  static let ofPerson = Rows<Travel>(
    .equal("person_id"), order: .falling("started_at"), .falling("id"), passesOverUnreadable: true)
  static let ahead = Rows<Travel>(
    .above("id"), .missing("ended_at"), .number("stage", 3), .above("next_fire_at"),
    order: .rising("id"), passesOverUnreadable: true)
}

/// Reads of trips.
extension Reads {
  /// The one that has not ended, with values replaced where it cannot be read, so that its person can end it.
  public func openTravel(of person: Person.ID) throws -> Travel? {
    let stored = try first(Travel.open, .id(person))
    guard var travel = stored, travel.isDamaged || !travel.isOverdue else { return stored }
    // The next step is the end itself, or at most an hour away from it.
    if travel.dueAt == Travel.blank.dueAt { travel.dueAt = travel.nextFireAt ?? travel.startedAt }
    // The alert decides, not the stage.
    let alert = try reading { try openAlert(of: person, kind: .travel) } ?? nil
    if let alert, travel.isDamaged || alert.isAbout(travel) {
      travel.stage = .overdue
      travel.isDamaged = true
    }
    return travel
  }

  /// The alert about a trip that is on although no trip is open, because a row was damaged.
  func strayTripAlert(of person: Person.ID) throws -> StrayTripAlert? {
    let found = try reading {
      try first(Travel.open, .id(person)) == nil ? openAlert(of: person, kind: .travel) : nil
    }
    guard let alert = found ?? nil else { return nil }
    return StrayTripAlert(
      alert: alert, escalation: try readableEscalation(alert.id),
      responders: try responders(of: person))
  }
}

extension RecordReads {
  public func travel(_ id: TravelData.ID) throws -> Travel? { try find(id) }

  /// The trip that the alert is about, with values replaced where it cannot be read.
  func travel(of alert: Alert) throws -> Travel? {
    guard alert.kind == .travel, let number = alert.gen else { return nil }
    return try first(Travel.named, .int64(number))
  }

  /// By `startedAt`, newest first.
  public func travels(of person: Person.ID, limit: Int) throws -> [Travel] {
    try list(Travel.ofPerson, .id(person), limit: limit)
  }

  /// In the order of their numbers, from after `after` on: trips in a courtesy that ends after
  /// `end`. Unreadable ones are left out.
  public func travels(ahead end: Date, after: Int64, limit: Int) throws -> [Travel] {
    try list(Travel.ahead, .int64(after), .date(end), limit: limit)
  }
}

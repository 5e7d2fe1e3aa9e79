extension Activity {
  public static let lists = [ofPerson, byContact]
  static let ofPerson = Rows<Activity>(
    .equal("person_id"), .below("id"), order: .falling("id"), passesOverUnreadable: true)
  static let byContact = Rows<Activity>(
    .equal("contact_id"), .equal("person_id"), .equal("kind"), order: .falling("id"),
    passesOverUnreadable: true)
}

/// Reads of the logs in which people see who viewed and pinged them.
extension RecordReads {
  /// The person's log, newest first: entries older than `before`, or the newest.
  public func activities(
    of person: Person.ID, before: Activity.ID?, limit: Int
  ) throws -> [Activity] {
    let last = before.map { $0.int64 ?? 0 } ?? .max
    return try list(Activity.ofPerson, .id(person), .int64(last), limit: limit)
  }

  /// The newest entry of this kind that `contact` left in the person's log.
  public func lastActivity(
    of person: Person.ID, by contact: Person.ID, _ kind: Activity.Kind
  ) throws -> Activity? {
    try first(Activity.byContact, .id(contact), .id(person), .text(kind.rawValue))
  }
}

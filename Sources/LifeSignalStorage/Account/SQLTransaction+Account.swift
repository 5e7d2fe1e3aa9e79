import LifeSignalModel

extension SQLTransaction {
  func delete(_ person: Person) throws -> Bool {
    // Texts about a person in other people's lists contain their name; so do the messages made from
    // them.
    let name = person.name
    let named: [SQLValue] = [.id(person.id), .text("%\(Self.literal(name))%")]
    for statement in Statements.aboutPerson { try session.change(statement, named) }
    try session.change(
      Statements.codes, [.text(person.phoneNumber), .id(person.id), .text(person.email)])
    return try wins(Statements.person, [.id(person.id)])
  }

  func moveChannels(of person: Person.ID, from old: String, to new: String) throws -> Int {
    let values: [SQLValue] = [.id(person), .text(old), .text(new)]
    try session.change(Statements.makeRoom, values)
    try session.change(Statements.moveDeliveries, values)
    return try session.change(Statements.moveChannels, values)
  }

  /// The text with LIKE's wildcards escaped.
  private static func literal(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("%", with: "\\%").replacing("_", with: "\\_")
  }
}

private enum Statements {
  /// Entries that are about the person, and those of people who know them that name them.
  private static let entries: SQLText = """
    FROM notifications n WHERE n.person_id <> $1 AND (n.related_contact_id = $1 OR (
      n.person_id IN (SELECT r.peer_id FROM relations r WHERE r.owner_id = $1)
      AND (n.title LIKE $2 ESCAPE '\\' OR n.message LIKE $2 ESCAPE '\\')))
    """
  static let aboutPerson: [SQLText] = [
    """
    DELETE FROM deliveries WHERE person_id IN (SELECT n.person_id \(entries))
      AND notification_id IN (SELECT n.id \(entries))
    """,
    "DELETE FROM notifications WHERE id IN (SELECT n.id \(entries))",
  ]
  static let codes: SQLText =
    "DELETE FROM one_time_codes WHERE phone_number IN ($1, $3) OR person_id = $2"
  static let person: SQLText = "DELETE FROM people WHERE id = $1"

  /// The new address may exist already, enabled or not; the row of the old one is kept.
  static let makeRoom: SQLText = """
    DELETE FROM channels WHERE person_id = $1 AND address = $3 AND EXISTS (
      SELECT 1 FROM channels o
      WHERE o.person_id = $1 AND o.address = $2 AND o.kind = channels.kind)
    """
  /// Text messages are enabled again, whatever their state was: the number has just been proved,
  /// browsers are disconnected with the old one, and no person may be left without any channel.
  static let moveChannels: SQLText = """
    UPDATE channels SET address = $3,
      disabled_at = CASE WHEN kind <> 'sms' AND off IN ('off', 'removed') THEN disabled_at END,
      off = CASE WHEN kind <> 'sms' AND off IN ('off', 'removed') THEN off END
    WHERE person_id = $1 AND address = $2
    """
  static let moveDeliveries: SQLText = """
    UPDATE deliveries SET address = $3
    WHERE person_id = $1 AND address = $2 AND state IN ('ready', 'leased')
    """
}

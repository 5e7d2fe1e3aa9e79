import LifeSignalModel

extension SQLTransaction {
  func person(_ id: Person.ID) throws -> Person? {
    try session.first(Statements.byID, [.id(id)]) { try Person(&$0) }
  }

  func person(phoneNumber: String) throws -> Person? {
    try session.first(Statements.byPhoneNumber, [.text(phoneNumber)]) { try Person(&$0) }
  }

  func person(email: String) throws -> Person? {
    try session.first(Statements.byEmail, [.text(email)]) { try Person(&$0) }
  }

  func person(qrCode: QRCodeID) throws -> Person? {
    try session.first(Statements.byQRCode, [.text(qrCode.rawValue)]) { try Person(&$0) }
  }

  func people(after: Person.ID?, limit: Int) throws -> [Person.ID] {
    let last: SQLValue = after.map { .id($0) } ?? .int64(.min)
    return try session.all(Statements.after, [last, .int(limit)]) { try $0.id() }
  }

  func insert(_ person: Person) throws -> Bool {
    try wins(Statements.insert, try person.firstValues())
  }

  func update(_ person: Person) throws -> Bool {
    try wins(Statements.update, try person.values())
  }

  func setPreference(_ key: String, of person: Person.ID, to value: String?) throws -> Int {
    guard let value else {
      return try session.change(Statements.removePreference, [.id(person), .text(key)])
    }
    return try insert(Preference(person: person, key: key, value: value)) ? 1 : 0
  }
}

private enum Statements {
  static let after: SQLText = "SELECT id FROM people WHERE id > $1 ORDER BY id LIMIT $2"
  static let byID: SQLText = "SELECT \(SQLTable.people.list) FROM people WHERE id = $1"
  static let byPhoneNumber: SQLText =
    "SELECT \(SQLTable.people.list) FROM people WHERE phone_number = $1"
  static let byEmail: SQLText = "SELECT \(SQLTable.people.list) FROM people WHERE email = $1"
  static let byQRCode: SQLText = "SELECT \(SQLTable.people.list) FROM people WHERE qr_code = $1"
  static let insert = SQLTable.people.insert
  /// Takes the values of an insert. Uniqueness is checked first, because violating it would end the
  /// whole transaction in PostgreSQL. A value that could not be read comes back empty and is left
  /// unchanged; the region changes only with the number, so that one this release does not know
  /// stays.
  static let update: SQLText = """
    UPDATE people SET phone_number = CASE WHEN $2 = '' THEN phone_number ELSE $2 END,
      phone_region = CASE WHEN $2 IN ('', phone_number) THEN phone_region ELSE $3 END,
      qr_code = CASE WHEN $4 = '' THEN qr_code ELSE $4 END, profile_complete = $5, notify = $6,
      notify_30m = $7, notify_2h = $8, notify_alerts = $9, notify_pings = $10,
      notify_check_ins = $11, notify_contacts = $12, language = $13, created_at = $14,
      updated_at = $15, last_sign_in_at = $16, revision = $17 + 1, picture = $18,
      own_reminders = $19, quiet_from = $20, quiet_until = $21, quiet_zone = $22,
      email = COALESCE($23, email)\(joining: profile)
    WHERE id = $1 AND revision = $17
      AND NOT EXISTS (SELECT 1 FROM people o WHERE o.qr_code = $4 AND o.id <> $1)
      AND NOT EXISTS (SELECT 1 FROM people o WHERE o.phone_number = $2 AND o.id <> $1)
      AND NOT EXISTS (SELECT 1 FROM people o WHERE o.email = $23 AND o.id <> $1)
    """
  /// The last values of an insert.
  private static let profile = {
    let fields = Profile.Field.allCases
    let first = SQLTable.people.columns.count - fields.count + 1
    return fields.enumerated().map { ", \($1.column) = $\(first + $0)" as SQLText }
  }()
  static let removePreference: SQLText =
    "DELETE FROM preferences WHERE person_id = $1 AND key = $2"
}

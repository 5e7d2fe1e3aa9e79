extension Migration {
  /// Check-in codes on paper, and the record of duress alerts while they are on.
  ///
  /// The previous release accepts no code and reads a check-in by one as the person's own. It
  /// cannot read an open alert of this kind: end duress alerts before a downgrade to it.
  static let checkInCodes = Migration(
    version: 16, name: "check-in codes",
    statements: [
      """
      CREATE TABLE check_in_sheets (
        id {key},
        person_id {int64} NOT NULL REFERENCES people (id) ON DELETE CASCADE,
        created_at {int64} NOT NULL,
        silent_group {int64} NOT NULL CHECK (silent_group BETWEEN 0 AND 4),
        told TEXT NOT NULL,
        kept TEXT NOT NULL,
        void_at {int64}
      ){strict}
      """,
      "CREATE UNIQUE INDEX check_in_sheets_person ON check_in_sheets (person_id) WHERE void_at IS NULL",
      """
      CREATE INDEX check_in_sheets_owner ON check_in_sheets (person_id)
      """,
      """
      CREATE INDEX check_in_sheets_void ON check_in_sheets (void_at) WHERE void_at IS NOT NULL
      """,
      """
      CREATE TABLE check_in_codes (
        id {key},
        sheet_id {int64} NOT NULL REFERENCES check_in_sheets (id) ON DELETE CASCADE,
        person_id {int64} NOT NULL REFERENCES people (id) ON DELETE CASCADE,
        hash {bytes} NOT NULL UNIQUE,
        code_group {int64} NOT NULL CHECK (code_group BETWEEN 0 AND 4),
        used_at {int64},
        due_at {int64}
      ){strict}
      """,
      "CREATE INDEX check_in_codes_sheet ON check_in_codes (sheet_id)",
      "CREATE INDEX check_in_codes_person ON check_in_codes (person_id)",
      "CREATE INDEX check_in_codes_due ON check_in_codes (due_at) WHERE due_at IS NOT NULL",
      // Separate from the chain of the person, which must not reveal an alert that is on.
      """
      CREATE TABLE sealed_entries (
        alert_id {int64} NOT NULL REFERENCES alerts (id) ON DELETE CASCADE,
        number {int64} NOT NULL,
        at {int64} NOT NULL,
        kind TEXT NOT NULL,
        other_id {int64},
        details TEXT NOT NULL,
        PRIMARY KEY (alert_id, number)
      ){clustered}
      """,
    ])
}

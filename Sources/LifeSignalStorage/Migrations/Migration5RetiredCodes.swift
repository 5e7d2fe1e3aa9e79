extension Migration {
  /// Codes that were reset, so that anyone who still has one learns that it was replaced.
  ///
  /// The previous release writes none: codes that it resets are unknown, as they were before.
  static let retiredCodes = Migration(
    version: 5, name: "retired codes",
    statements: [
      """
      CREATE TABLE retired_qr_codes (
        qr_code TEXT PRIMARY KEY,
        person_id {int64} NOT NULL REFERENCES people (id) ON DELETE CASCADE,
        retired_at {int64} NOT NULL
      ){strict}
      """,
      "CREATE INDEX retired_qr_codes_person ON retired_qr_codes (person_id, retired_at)",
      "CREATE INDEX retired_qr_codes_age ON retired_qr_codes (retired_at)",
    ])
}

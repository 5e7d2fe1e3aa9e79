extension Migration {
  /// Stores which call for help of a device became which alert, so that only a call with the same
  /// key counts as a repeat.
  ///
  /// The previous release stores no keys: a call that a device sent to it and repeats to this one
  /// counts as new.
  static let alertKeys = Migration(
    version: 20, name: "alert-keys",
    statements: [
      """
      CREATE TABLE alert_keys (
        person_id {int64} NOT NULL REFERENCES people (id) ON DELETE CASCADE,
        client_key TEXT NOT NULL,
        alert_id {int64} NOT NULL REFERENCES alerts (id) ON DELETE CASCADE,
        PRIMARY KEY (person_id, client_key)
      ){clustered}
      """,
      "CREATE INDEX alert_keys_alert ON alert_keys (alert_id)",
    ])
}

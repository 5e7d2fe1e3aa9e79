extension Migration {
  /// Devices that send signals for a person, and the rule for their signals.
  ///
  /// The previous release receives none. A check-in by a device has a source it knows; a timeline
  /// entry of an unknown kind is shown by its kind.
  static let things = Migration(
    version: 12, name: "things",
    statements: [
      """
      CREATE TABLE things (
        id {key},
        person_id {int64} NOT NULL REFERENCES people (id) ON DELETE CASCADE,
        name TEXT NOT NULL,
        kind TEXT NOT NULL,
        token_hash {bytes} NOT NULL,
        counts {int64} NOT NULL CHECK (counts IN (0, 1)),
        before_minutes {int64} CHECK (before_minutes BETWEEN 0 AND 1439),
        created_at {int64} NOT NULL,
        off_at {int64},
        succeeded_at {int64},
        failed_at {int64},
        started_at {int64},
        logged_at {int64},
        met_at {int64},
        shown_at {int64},
        gen {int64} NOT NULL
      ){strict}
      """,
      "CREATE UNIQUE INDEX things_token ON things (token_hash)",
      "CREATE INDEX things_person ON things (person_id, id)",
      """
      CREATE TABLE evidence_rules (
        person_id {int64} NOT NULL REFERENCES people (id) ON DELETE CASCADE,
        matching TEXT NOT NULL,
        zone TEXT NOT NULL,
        PRIMARY KEY (person_id)
      ){clustered}
      """,
    ])
}

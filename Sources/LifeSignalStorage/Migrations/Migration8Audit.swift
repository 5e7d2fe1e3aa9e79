extension Migration {
  /// The indexes that the auditor reads, and the table of its findings.
  ///
  /// The indexes are partial: they contain only rows in alert or given up, so a check-in touches
  /// none of them. The previous release works on this schema and writes neither table.
  static let audit = Migration(
    version: 8, name: "dispatch and auditor",
    statements: [
      "CREATE INDEX watches_missed ON watches (stage, person_id) WHERE stage = 5",
      """
      CREATE INDEX watches_untimed ON watches (stage, person_id)
      WHERE next_fire_at IS NULL AND stage <> 5 AND deadline_at IS NOT NULL
      """,
      """
      CREATE INDEX travels_overdue ON travels (stage, id) WHERE stage = 4 AND ended_at IS NULL
      """,
      """
      CREATE INDEX travels_untimed ON travels (stage, id)
      WHERE next_fire_at IS NULL AND stage <> 4 AND ended_at IS NULL
      """,
      "CREATE INDEX alerts_unended ON alerts (ended_at, id) WHERE ended_at IS NULL",
      """
      CREATE INDEX notifications_alert ON notifications (related_alert_id, person_id)
      WHERE related_alert_id IS NOT NULL
      """,
      "CREATE INDEX deliveries_dead ON deliveries (kind, finished_at) WHERE state = 'dead'",
      """
      CREATE TABLE audit_sightings (
        kind TEXT NOT NULL,
        subject {int64} NOT NULL,
        found_at {int64} NOT NULL,
        repairs {int64} NOT NULL,
        PRIMARY KEY (kind, subject)
      ){clustered}
      """,
      """
      CREATE TABLE loop_turns (
        name TEXT PRIMARY KEY,
        turned_at {int64} NOT NULL
      ){clustered}
      """,
      """
      CREATE TABLE secrets (
        name TEXT PRIMARY KEY,
        value {bytes} NOT NULL
      ){clustered}
      """,
    ])
}

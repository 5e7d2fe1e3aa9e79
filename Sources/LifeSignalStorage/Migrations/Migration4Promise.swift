extension Migration {
  /// Times of day, pauses, trips.
  ///
  /// A pause needs no stage of its own: the previous release, which does not know the new columns,
  /// finds a deadline after the pause and a first step at its end.
  static let promise = Migration(
    version: 4, name: "promise",
    statements: [
      "ALTER TABLE watches ADD COLUMN plan_times TEXT",
      "ALTER TABLE watches ADD COLUMN plan_days {int64}",
      "ALTER TABLE watches ADD COLUMN plan_zone TEXT",
      "ALTER TABLE watches ADD COLUMN paused_at {int64}",
      "ALTER TABLE watches ADD COLUMN paused_until {int64}",
      "ALTER TABLE watches ADD COLUMN resumed_at {int64}",
      """
      CREATE TABLE pauses (
        person_id {int64} NOT NULL REFERENCES people (id) ON DELETE CASCADE,
        started_at {int64} NOT NULL,
        until_at {int64} NOT NULL,
        PRIMARY KEY (person_id, started_at)
      ){clustered}
      """,
      """
      CREATE TABLE travels (
        id {key},
        person_id {int64} NOT NULL REFERENCES people (id) ON DELETE CASCADE,
        note TEXT NOT NULL,
        started_at {int64} NOT NULL,
        due_at {int64} NOT NULL,
        grace_ms {int64} NOT NULL CHECK (grace_ms >= 0),
        stage {int64} NOT NULL CHECK (stage BETWEEN 0 AND 4),
        next_fire_at {int64},
        gen {int64} NOT NULL,
        overdue_at {int64},
        ended_at {int64},
        end_reason TEXT,
        CHECK ((ended_at IS NULL) = (end_reason IS NULL)),
        CHECK (ended_at IS NULL OR next_fire_at IS NULL)
      ){strict}
      """,
      "CREATE UNIQUE INDEX travels_open ON travels (person_id) WHERE ended_at IS NULL",
      "CREATE INDEX travels_next_fire ON travels (next_fire_at) WHERE next_fire_at IS NOT NULL",
      "CREATE INDEX travels_person ON travels (person_id, started_at)",
    ])
}

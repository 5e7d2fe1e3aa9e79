extension Migration {
  /// The order in which responders are called, how far an alert's escalation has come, and the
  /// delivery status of each message.
  ///
  /// Open alerts call everyone soon after the upgrade, since no responder has answered them yet.
  static let escalation = Migration(
    version: 6, name: "escalation",
    statements: [
      """
      CREATE TABLE escalation_plans (
        person_id {key} REFERENCES people (id) ON DELETE CASCADE,
        plan TEXT NOT NULL
      ){strict}
      """,
      """
      CREATE TABLE escalations (
        alert_id {key} REFERENCES alerts (id) ON DELETE CASCADE,
        person_id {int64} NOT NULL REFERENCES people (id) ON DELETE CASCADE,
        steps TEXT NOT NULL,
        rounds {int64} NOT NULL CHECK (rounds >= 1),
        stage {int64} NOT NULL CHECK (stage BETWEEN 0 AND 3),
        step {int64} NOT NULL CHECK (step >= 0),
        round {int64} NOT NULL CHECK (round >= 1),
        calls {int64} NOT NULL CHECK (calls >= 0),
        next_fire_at {int64},
        gen {int64} NOT NULL,
        told TEXT NOT NULL,
        holder_id {int64},
        held_since {int64},
        offered_to_id {int64},
        exhausted_at {int64},
        ended_at {int64},
        CHECK ((ended_at IS NULL) = (next_fire_at IS NOT NULL)),
        CHECK ((holder_id IS NULL) = (held_since IS NULL))
      ){strict}
      """,
      """
      CREATE INDEX escalations_next_fire ON escalations (next_fire_at)
      WHERE next_fire_at IS NOT NULL
      """,
      "CREATE INDEX escalations_person ON escalations (person_id)",
      "CREATE INDEX escalations_holder ON escalations (holder_id) WHERE holder_id IS NOT NULL",
      """
      INSERT INTO escalations (alert_id, person_id, steps, rounds, stage, step, round, calls,
        next_fire_at, gen, told)
      SELECT id, person_id, '[]', 3, 1, 0, 1, 0, started_at + 900000, 1, '' FROM alerts
      WHERE ended_at IS NULL
      """,
      "ALTER TABLE deliveries ADD COLUMN alert_id {int64}",
      "ALTER TABLE deliveries ADD COLUMN channel_rank {int64} NOT NULL DEFAULT 0",
      "ALTER TABLE deliveries ADD COLUMN accepted_at {int64}",
      "ALTER TABLE deliveries ADD COLUMN shown_at {int64}",
      "ALTER TABLE deliveries ADD COLUMN opened_at {int64}",
      "ALTER TABLE deliveries ADD COLUMN receipt_token TEXT",
      "CREATE INDEX deliveries_alert ON deliveries (alert_id) WHERE alert_id IS NOT NULL",
      """
      CREATE INDEX deliveries_entry ON deliveries (notification_id, channel_rank)
      WHERE notification_id IS NOT NULL
      """,
      """
      CREATE UNIQUE INDEX deliveries_receipt ON deliveries (receipt_token)
      WHERE receipt_token IS NOT NULL
      """,
    ])
}

extension Migration {
  /// Moves the end of each person's timeline into the row of their watch: a check-in changes that
  /// row anyway, and the separate row was one of the six pages it wrote.
  ///
  /// The previous release writes no timeline at all.
  static let timelineEnds = Migration(
    version: 11, name: "timeline ends",
    statements: [
      "ALTER TABLE watches ADD COLUMN timeline_sequence {int64}",
      "ALTER TABLE watches ADD COLUMN timeline_hash {bytes}",
      """
      ALTER TABLE watches ADD COLUMN timeline_anchor_sequence {int64}
      CHECK (timeline_anchor_sequence <= timeline_sequence)
      """,
      "ALTER TABLE watches ADD COLUMN timeline_anchor_hash {bytes}",
      "ALTER TABLE watches ADD COLUMN timeline_oldest_at {int64}",
      """
      UPDATE watches SET timeline_sequence = h.sequence, timeline_hash = h.hash,
        timeline_anchor_sequence = h.anchor_sequence, timeline_anchor_hash = h.anchor_hash,
        timeline_oldest_at = h.oldest_at
      FROM timeline_heads h WHERE h.person_id = watches.person_id
      """,
      """
      CREATE INDEX watches_timeline_oldest ON watches (timeline_oldest_at)
      WHERE timeline_oldest_at IS NOT NULL
      """,
      "DROP TRIGGER timeline_never_forgets",
      "DROP TABLE timeline_heads",
      """
      CREATE TRIGGER timeline_never_forgets BEFORE DELETE ON timeline FOR EACH ROW
      {refuse} 'an entry of a timeline stays until its time is over'
      {unless} NOT EXISTS (SELECT 1 FROM people p WHERE p.id = OLD.person_id)
        OR EXISTS (SELECT 1 FROM watches w
          WHERE w.person_id = OLD.person_id AND w.timeline_anchor_sequence >= OLD.sequence) {end}
      """,
    ])
}

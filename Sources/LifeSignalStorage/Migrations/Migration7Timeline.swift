extension Migration {
  /// The record of what happened to each person and who was notified, as a chain of hashes.
  ///
  /// The previous release writes none: events under it are missing from the record, and no
  /// verification shows that, as the chain continues from where it was.
  static let timeline = Migration(
    version: 7, name: "timeline",
    statements: [
      """
      CREATE TABLE timeline (
        person_id {int64} NOT NULL REFERENCES people (id) ON DELETE CASCADE,
        sequence {int64} NOT NULL CHECK (sequence > 0),
        at {int64} NOT NULL,
        kind TEXT NOT NULL,
        alert_id {int64},
        other_id {int64},
        details TEXT NOT NULL,
        previous_hash {bytes} NOT NULL,
        hash {bytes} NOT NULL,
        PRIMARY KEY (person_id, sequence)
      ){clustered}
      """,
      // For alerts only: a check-in pays for no second index.
      """
      CREATE INDEX timeline_alert ON timeline (alert_id, person_id, sequence)
      WHERE alert_id IS NOT NULL
      """,
      // Separate from the entries, so that cutting a chain at its end is detected.
      """
      CREATE TABLE timeline_heads (
        person_id {int64} PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
        sequence {int64} NOT NULL,
        hash {bytes} NOT NULL,
        anchor_sequence {int64} NOT NULL,
        anchor_hash {bytes} NOT NULL,
        oldest_at {int64},
        CHECK (anchor_sequence <= sequence)
      ){strict}
      """,
      """
      CREATE INDEX timeline_heads_oldest ON timeline_heads (oldest_at) WHERE oldest_at IS NOT NULL
      """,
      """
      CREATE TRIGGER timeline_never_changes BEFORE UPDATE ON timeline FOR EACH ROW
      {refuse} 'an entry of a timeline is never changed' {unless} 1 = 0 {end}
      """,
      // An entry is deleted with its person; and when its time is over, once the anchor has passed
      // it.
      """
      CREATE TRIGGER timeline_never_forgets BEFORE DELETE ON timeline FOR EACH ROW
      {refuse} 'an entry of a timeline stays until its time is over'
      {unless} NOT EXISTS (SELECT 1 FROM people p WHERE p.id = OLD.person_id)
        OR EXISTS (SELECT 1 FROM timeline_heads h
          WHERE h.person_id = OLD.person_id AND h.anchor_sequence >= OLD.sequence) {end}
      """,
    ])
}

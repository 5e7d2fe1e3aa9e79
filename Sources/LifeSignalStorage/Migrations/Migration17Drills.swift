extension Migration {
  /// When every person's channels are drilled next, and what the last drill found; and how far old
  /// check-ins of things have been swept.
  ///
  /// Filled by the loop, for new people as for those who are there already; the release before knows
  /// nothing of drills, and sends one that is under way like any other message.
  static let drills = Migration(
    version: 17, name: "drills",
    statements: [
      """
      CREATE TABLE drills (
        person_id {key} REFERENCES people (id) ON DELETE CASCADE,
        stage TEXT NOT NULL,
        next_fire_at {int64} NOT NULL,
        gen {int64} NOT NULL,
        ended_at {int64},
        links TEXT NOT NULL,
        warned_at {int64}
      ){strict}
      """,
      "CREATE INDEX drills_next_fire ON drills (next_fire_at)",
      // How far what is looked at once and never again has been looked at.
      """
      CREATE TABLE sweep_marks (
        name TEXT NOT NULL,
        upto {int64} NOT NULL,
        PRIMARY KEY (name)
      ){clustered}
      """,
    ])
}

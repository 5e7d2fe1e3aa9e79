extension Migration {
  /// When every person's channels are drilled next, and the results of the last drill; and how far
  /// old check-ins of devices have been swept.
  ///
  /// Filled by the loop, for new people as for existing ones; the previous release knows nothing of
  /// drills, and sends a drill that is under way like any other message.
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
      // How far rows that are examined only once have been examined.
      """
      CREATE TABLE sweep_marks (
        name TEXT NOT NULL,
        upto {int64} NOT NULL,
        PRIMARY KEY (name)
      ){clustered}
      """,
    ])
}

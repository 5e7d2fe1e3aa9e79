extension Migration {
  /// The end of a session of which its person has been warned.
  ///
  /// The previous release moves no end on and warns no one. A session whose end has moved keeps it.
  static let sessionEnds = Migration(
    version: 28, name: "session-ends",
    statements: ["ALTER TABLE sessions ADD COLUMN warned_end {int64}"])
}

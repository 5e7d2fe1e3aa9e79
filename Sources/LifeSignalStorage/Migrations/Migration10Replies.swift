extension Migration {
  /// The carriers' own ids of texts and calls that were handled, so that each is handled once. They
  /// name no person, and are swept with everything else that is over.
  ///
  /// The previous release receives none and does not need the table. A message that its carrier has
  /// returned is a dead row, which it knows.
  static let replies = Migration(
    version: 10, name: "replies",
    statements: [
      """
      CREATE TABLE replies (
        id TEXT PRIMARY KEY,
        received_at {int64} NOT NULL
      ){clustered}
      """,
      "CREATE INDEX replies_received ON replies (received_at)",
    ])
}

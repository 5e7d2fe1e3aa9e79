extension Migration {
  /// The carriers' own ids of texts and calls that have been heard, so that each is heard once. They
  /// name nobody, and are swept with everything else that is over.
  ///
  /// The release before hears none and needs the table for nothing. A message its carrier has brought
  /// back is a dead row, which it knows.
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

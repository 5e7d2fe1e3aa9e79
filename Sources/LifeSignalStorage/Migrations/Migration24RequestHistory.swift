extension Migration {
  /// The outcomes of one person's contact requests to another. An earlier release writes none, and
  /// reads none.
  static let requestHistory = Migration(
    version: 24, name: "request-history",
    statements: [
      """
      CREATE TABLE request_history (
        owner_id {int64} NOT NULL REFERENCES people (id) ON DELETE CASCADE,
        asker_id {int64} NOT NULL REFERENCES people (id) ON DELETE CASCADE,
        refusals {int64} NOT NULL CHECK (refusals >= 0),
        refused_at {int64} NOT NULL,
        blocked_at {int64},
        PRIMARY KEY (owner_id, asker_id)
      ){clustered}
      """,
      "CREATE INDEX request_history_asker ON request_history (asker_id)",
    ])
}

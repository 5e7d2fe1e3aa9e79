extension Migration {
  /// Requests that were sent with an idempotency key: hashes, and a sealed answer.
  ///
  /// The previous release reads none of them and repeats a request that is sent twice, as it always
  /// did.
  static let requests = Migration(
    version: 15, name: "requests",
    statements: [
      """
      CREATE TABLE requests (
        person_id {int64} NOT NULL REFERENCES people (id) ON DELETE CASCADE,
        name {bytes} NOT NULL,
        content {bytes} NOT NULL,
        started_at {int64} NOT NULL,
        done_at {int64},
        answer {bytes},
        PRIMARY KEY (person_id, name)
      ){clustered}
      """,
      "CREATE INDEX requests_started ON requests (started_at)",
    ])
}

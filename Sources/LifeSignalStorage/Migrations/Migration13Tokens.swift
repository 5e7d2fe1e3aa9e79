extension Migration {
  /// Access tokens: keys to an account for programs, each stored as its hash.
  ///
  /// The previous release knows no token, and answers none of them.
  static let accessTokens = Migration(
    version: 13, name: "access tokens",
    statements: [
      """
      CREATE TABLE access_tokens (
        id {key},
        person_id {int64} NOT NULL REFERENCES people (id) ON DELETE CASCADE,
        token_hash {bytes} NOT NULL UNIQUE,
        name TEXT NOT NULL,
        scopes TEXT NOT NULL,
        created_at {int64} NOT NULL,
        expires_at {int64},
        last_used_at {int64},
        revoked_at {int64}
      ){strict}
      """,
      "CREATE INDEX access_tokens_person ON access_tokens (person_id)",
      """
      CREATE INDEX access_tokens_expiring ON access_tokens (expires_at)
      WHERE expires_at IS NOT NULL
      """,
      """
      CREATE INDEX access_tokens_revoked ON access_tokens (revoked_at)
      WHERE revoked_at IS NOT NULL
      """,
    ])
}

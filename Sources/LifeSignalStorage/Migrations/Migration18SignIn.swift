extension Migration {
  /// The facts about a session beside its token: the hour of its last use, and the last
  /// re-authentication; and passkeys, each with the public key that verifies its signatures.
  ///
  /// The previous release writes neither: a session it opens counts as authenticated when it began.
  static let signIn = Migration(
    version: 18, name: "sign-in",
    statements: [
      "ALTER TABLE sessions ADD COLUMN last_seen_at {int64}",
      "ALTER TABLE sessions ADD COLUMN proven_at {int64}",
      """
      CREATE TABLE passkeys (
        id {key},
        person_id {int64} NOT NULL REFERENCES people (id) ON DELETE CASCADE,
        credential_id {bytes} NOT NULL UNIQUE,
        public_key {bytes} NOT NULL,
        name TEXT NOT NULL,
        counter {int64} NOT NULL,
        can_be_copied {int64} NOT NULL,
        is_copied {int64} NOT NULL,
        created_at {int64} NOT NULL,
        last_used_at {int64}
      ){strict}
      """,
      "CREATE INDEX passkeys_person ON passkeys (person_id)",
    ])
}

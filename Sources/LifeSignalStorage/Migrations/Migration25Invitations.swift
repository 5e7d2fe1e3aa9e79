extension Migration {
  /// Invitations to open an account, each stored as its hash, and the codes requested with one.
  ///
  /// The previous release knows no invitation, and opens an account for everyone.
  static let invitations = Migration(
    version: 25, name: "invitations",
    statements: [
      """
      CREATE TABLE invitations (
        id {key},
        inviter_id {int64} REFERENCES people (id) ON DELETE CASCADE,
        token_hash {bytes} NOT NULL UNIQUE,
        kind TEXT NOT NULL,
        created_at {int64} NOT NULL,
        expires_at {int64} NOT NULL,
        used_at {int64},
        used_by {int64} REFERENCES people (id) ON DELETE SET NULL,
        withdrawn_at {int64}
      ){strict}
      """,
      "CREATE INDEX invitations_inviter ON invitations (inviter_id)",
      "CREATE INDEX invitations_used_by ON invitations (used_by)",
      "CREATE INDEX invitations_expiring ON invitations (expires_at)",
      "ALTER TABLE one_time_codes ADD COLUMN invitation_id {int64}",
    ])
}

extension Migration {
  /// The relation that an invitation asks for, and when it was granted.
  ///
  /// For the previous release such an invitation only opens an account.
  static let wishes = Migration(
    version: 27, name: "wishes",
    statements: [
      "ALTER TABLE invitations ADD COLUMN wish TEXT",
      "ALTER TABLE invitations ADD COLUMN accepted_at {int64}",
    ])
}

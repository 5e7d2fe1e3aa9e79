extension Migration {
  /// A person's own channels: why one is off, in which order they are tried, how each behaves
  /// during quiet hours, when its recipient last responded; and the quiet hours, in minutes of the
  /// day.
  ///
  /// A channel that waits for its code is stored as disabled, so the previous release sends nothing
  /// there; nor does it send where the person has switched it off. It writes none of the new
  /// columns: a channel it adds is in use and has no place of its own. To a number for which a code
  /// was requested in order to add it, it gives no code to sign in with until that one is 15
  /// minutes old.
  static let channels = Migration(
    version: 14, name: "channels",
    statements: [
      "ALTER TABLE channels ADD COLUMN off TEXT",
      "ALTER TABLE channels ADD COLUMN position {int64}",
      "ALTER TABLE channels ADD COLUMN quiet TEXT NOT NULL DEFAULT 'notices'",
      "ALTER TABLE channels ADD COLUMN heard_at {int64}",
      "ALTER TABLE people ADD COLUMN quiet_from {int64}",
      "ALTER TABLE people ADD COLUMN quiet_until {int64}",
      "ALTER TABLE people ADD COLUMN quiet_zone TEXT",
      // The owner of the number that a text comes from.
      "CREATE INDEX channels_address ON channels (address, kind)",
    ])
}

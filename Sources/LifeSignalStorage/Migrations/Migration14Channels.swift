extension Migration {
  /// A person's own channels: why one is off, in which order they are tried, what quiet hours mean for
  /// each, when something there was last heard of; and the quiet hours, in minutes of the day.
  ///
  /// A channel that waits for its code is one that is disabled, so the release before sends nothing
  /// there; nor does it send where the person wants nothing. It writes none of the new columns: what it
  /// adds is in use and has no place of its own. To a number for which a code was asked in order to add
  /// it, it gives no code to sign in with until that one is 15 minutes old.
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
      // Whose number it is that a text comes from.
      "CREATE INDEX channels_address ON channels (address, kind)",
    ])
}

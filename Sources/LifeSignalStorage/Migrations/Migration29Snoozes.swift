extension Migration {
  /// The reminder that a person has asked for again: when, of which deadline, and how often.
  ///
  /// The previous release leaves them as they are. A row whose timer waits for such a reminder fires
  /// there as one of the usual reminders.
  static let snoozes = Migration(
    version: 29, name: "snoozes",
    statements: [
      "ALTER TABLE watches ADD COLUMN snoozed_until {int64}",
      "ALTER TABLE watches ADD COLUMN snoozed_gen {int64}",
      "ALTER TABLE watches ADD COLUMN snoozes {int64}",
    ])
}

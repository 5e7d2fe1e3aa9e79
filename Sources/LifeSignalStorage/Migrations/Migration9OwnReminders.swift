extension Migration {
  /// The lead times of a person's own choosing: minutes, longest first, with spaces between.
  ///
  /// The release before does not write the column, and knows neither it nor the notices made from it:
  /// what it stores of a person leaves the times as they are. A watch that waits for such a reminder
  /// stands in a stage it knows; it would remind with the words of its own reminder, and its alarm
  /// comes when it must.
  static let ownReminders = Migration(
    version: 9, name: "own reminders",
    statements: ["ALTER TABLE people ADD COLUMN own_reminders TEXT NOT NULL DEFAULT ''"])
}

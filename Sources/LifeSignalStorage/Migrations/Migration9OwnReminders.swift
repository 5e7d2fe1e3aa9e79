extension Migration {
  /// The lead times of a person's own choosing: minutes, longest first, with spaces between.
  ///
  /// The previous release does not write the column, and knows neither it nor the notices made from
  /// it: when it stores a person the times stay unchanged. A watch that waits for such a reminder
  /// is in a stage it knows; it would remind with the text of its own reminder, and its alert comes
  /// on time.
  static let ownReminders = Migration(
    version: 9, name: "own reminders",
    statements: ["ALTER TABLE people ADD COLUMN own_reminders TEXT NOT NULL DEFAULT ''"])
}

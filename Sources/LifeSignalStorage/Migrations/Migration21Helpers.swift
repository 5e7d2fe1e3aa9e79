extension Migration {
  /// The responders' actions on an alert apart from having it. The previous release writes none,
  /// and leaves existing ones unchanged.
  static let helpers = Migration(
    version: 21, name: "helpers",
    statements: [
      "ALTER TABLE escalations ADD COLUMN helpers TEXT"
    ])
}

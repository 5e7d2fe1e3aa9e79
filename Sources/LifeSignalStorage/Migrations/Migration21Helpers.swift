extension Migration {
  /// What responders have done about an alert beside having it. The release before writes none, and leaves
  /// what is there as it was.
  static let helpers = Migration(
    version: 21, name: "helpers",
    statements: [
      "ALTER TABLE escalations ADD COLUMN helpers TEXT"
    ])
}

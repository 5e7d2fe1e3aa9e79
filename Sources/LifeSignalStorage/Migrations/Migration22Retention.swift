extension Migration {
  /// Finds pauses that were over long ago, so that they can be swept.
  ///
  /// The previous release neither needs nor notices it.
  static let retention = Migration(
    version: 22, name: "retention",
    statements: ["CREATE INDEX pauses_until ON pauses (until_at)"])
}

extension Migration {
  /// Within an accepted relation: who has asked the other side to be their responder, and waits for the
  /// answer. A release before this one reads none, and leaves those that are there as they are.
  static let responderRequests = Migration(
    version: 23, name: "responder-requests",
    statements: ["ALTER TABLE relations ADD COLUMN responder_request TEXT"])
}

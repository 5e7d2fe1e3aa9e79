extension Migration {
  /// Within an accepted relation: the side whose request to the other, to be their responder, is
  /// pending. An earlier release reads none, and leaves existing ones unchanged.
  static let responderRequests = Migration(
    version: 23, name: "responder-requests",
    statements: ["ALTER TABLE relations ADD COLUMN responder_request TEXT"])
}

extension Migration {
  /// The session in which a browser or phone was registered for push messages, which end with it.
  ///
  /// There is no reference to the session's row: that row is swept, and its device must still be
  /// known as bound to it. Existing devices stay unbound until the browser's next page, or the
  /// app's next start. The previous release writes none, and leaves bound ones unchanged.
  static let pushSessions = Migration(
    version: 19, name: "push-sessions",
    statements: [
      "ALTER TABLE channels ADD COLUMN session_id {int64}",
      "CREATE INDEX channels_session ON channels (session_id) WHERE session_id IS NOT NULL",
    ])
}

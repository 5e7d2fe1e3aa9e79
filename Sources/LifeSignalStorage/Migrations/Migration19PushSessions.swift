extension Migration {
  /// In which session a browser or phone was registered for push messages, which end with it.
  ///
  /// Nothing points from here to the session's row: that is swept, and what was bound to it must still be
  /// known as such. Those that are there stay unbound until the browser's next page, or the app's next
  /// start. The release before writes none, and leaves what is bound as it was.
  static let pushSessions = Migration(
    version: 19, name: "push-sessions",
    statements: [
      "ALTER TABLE channels ADD COLUMN session_id {int64}",
      "CREATE INDEX channels_session ON channels (session_id) WHERE session_id IS NOT NULL",
    ])
}

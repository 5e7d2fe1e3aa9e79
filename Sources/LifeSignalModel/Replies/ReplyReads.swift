/// Reads of texts and calls that were handled before.
public protocol ReplyReads {
  /// Whether this text or call was handled before.
  func hasReply(_ id: Reply.ID) throws -> Bool
}

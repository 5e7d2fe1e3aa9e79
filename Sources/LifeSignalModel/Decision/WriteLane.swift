/// How urgent a write is.
public enum WriteLane: CaseIterable, Sendable {
  /// A person waits for the answer, or a courier's hand waits for its next message.
  case prompt
  /// One of many that are due at the same time and already stored as promises. A commit takes only so
  /// many of them that a check-in beside them is not noticeably slower.
  case bulk
  /// No one waits for it, and a delay does no harm. A commit takes a few of these beside the others.
  case background
}

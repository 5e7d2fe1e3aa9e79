/// Why a mail that was accepted came back. The message's row keeps it as text in `lastError`.
public struct MailReturn: Equatable, Sendable {
  /// `class.subject.detail` (RFC 3463).
  public var status: String
  /// Whether the mail's own mailbox is reported missing. Such reports are counted.
  public var isMailboxGone: Bool

  public init(status: String, isMailboxGone: Bool) {
    self.status = status
    self.isMailboxGone = isMailboxGone
  }

  /// Nil for a row that failed in another way.
  init?(_ delivery: Delivery) {
    guard delivery.state == .dead, let text = delivery.lastError else { return nil }
    self.init(text: text)
  }

  /// Reads a ``text`` back; nil for every other one.
  public init?(text: String) {
    guard let match = text.wholeMatch(of: /email: came back \(([^)]*)\)(, no such mailbox)?/)
    else { return nil }
    self.init(status: String(match.1), isMailboxGone: match.2 != nil)
  }

  /// As a row stores it.
  public var text: String {
    "email: came back (\(status))" + (isMailboxGone ? ", no such mailbox" : "")  // no words
  }
}

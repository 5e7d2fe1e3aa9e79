import LifeSignalEngine
import LifeSignalModel

/// How far a mail came and the server's last reply.
struct SMTPAnswer: Equatable, Sendable {
  /// The step that was under way.
  enum Stage: Equatable, Sendable {
    /// Connecting, TLS, the greeting.
    case hello
    case signIn
    case sender, recipient
    /// The command, and the message itself.
    case data
    /// The whole message was sent: only the server's reply is missing.
    case sent
  }

  /// Why the conversation ended without a reply.
  enum Trouble: String, Equatable, Sendable {
    case unreachable = "cannot be reached"
    case tls = "no TLS that can be trusted"
    case signIn = "signing in failed"
    case slow = "took too long"
    case broken = "the connection broke"
    case garbage = "answered garbage"
  }

  var stage: Stage
  /// The last reply (RFC 5321 §4.2); 0 before the first.
  var code: Int
  /// The text of the last reply. Never repeated: it quotes addresses.
  var words: String = ""
  var trouble: Trouble?

  /// - Throws: `CourierFailure` unless the server has accepted the message.
  func check() throws(CourierFailure) {
    switch (stage, trouble) {
    case (_, nil): return
    // RFC 5321 §4.5.3.2.6: without a reply the result is unknown. The mail is sent again under the
    // same name.
    case (.sent, let trouble?) where code < 400:
      throw .transient("email: \(trouble.rawValue) after everything was sent; perhaps it was taken")
    case (_, let trouble?) where code < 400: throw .transient("email: \(trouble.rawValue)")
    case (_, .tls): throw .transient("email: \(Trouble.tls.rawValue)")
    default: break
    }
    let reason = "email: answered \(code)" + (enhanced.map { " (\($0))" } ?? "") + during
    switch code {
    case 400..<500: throw .transient(reason)
    // A wrong name or password is the operator's fault: waiting messages are sent when it is fixed.
    case 500... where stage == .signIn || stage == .hello || [530, 534, 535, 538].contains(code):
      throw .transient(reason)
    case 500... where stage == .recipient && isAboutTheMailbox: throw .addressGone(reason)
    default: throw .rejected(reason)
    }
  }

  private var during: String {
    switch stage {
    case .hello: " to the greeting"
    case .signIn: " to signing in"
    case .sender: " to the sender"
    case .recipient: " to the recipient"
    case .data, .sent: " to the message"
    }
  }

  /// `class.subject.detail` (RFC 3463); nil if the text does not begin with one.
  var enhanced: String? {
    guard let first = words.split(separator: " ").first else { return nil }
    let parts = first.split(separator: ".", omittingEmptySubsequences: false)
    let isCode =
      parts.count == 3 && ["2", "4", "5"].contains(parts[0])
      && parts.allSatisfy {
        (1...3).contains($0.utf8.count) && $0.utf8.allSatisfy { (48...57).contains($0) }
      }
    return isCode ? String(first) : nil
  }

  /// Whether the mailbox does not exist, rather than that the server refuses us: servers that block
  /// us, require a signature or do not relay answer with 550 as well, and a channel must not be
  /// switched off for that. In doubt it is about us.
  private var isAboutTheMailbox: Bool {
    if let enhanced { return DeliveryReport.gone.contains(enhanced) }
    let aboutUs = [
      "relay", "block", "black", "list", "spam", "policy", "auth", "spf", "dkim", "reputation",
      "denied", "reject", "tls", "sender", "client", "host",
    ]
    let words = words.lowercased()
    return [550, 551, 553].contains(code) && !aboutUs.contains { words.contains($0) }
  }
}

import Crypto
import Foundation
import LifeSignalEngine
import LifeSignalModel

/// The words of one text message.
struct SMSMessage {
  let body: String

  /// - Parameters:
  ///   - hint: what can be texted back; nil where nobody would hear it.
  ///   - most: parts at most. A code is never cut: half of one opens nothing.
  init(_ message: CourierMessage, hint: String?, segments most: Int) {
    guard !message.isOneTimeCode else {
      body = message.body
      return
    }
    let isAlarm = message.priority <= .missedCheckIn
    // A hint names the mark itself.
    let isMarked = isAlarm && (hint == nil || message.mark == nil)
    let end = [hint, isMarked ? "(\(Self.mark(of: message)))" : nil].compactMap { $0 }
      .joined(separator: " ")
    body = SMSText.fitted(message.words(joinedBy: ":"), followedBy: end, in: most)
  }

  /// The same over all attempts: whoever gets an alarm twice sees that it is one.
  private static func mark(of message: CourierMessage) -> String {
    message.mark
      ?? ReplyMark(digest: SHA256.hash(data: Data(message.idempotencyKey.utf8))).text
  }
}

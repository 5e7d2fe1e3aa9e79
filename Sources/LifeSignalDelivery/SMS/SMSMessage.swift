import Crypto
import Foundation
import LifeSignalEngine
import LifeSignalModel

/// The text of one text message.
struct SMSMessage {
  let body: String

  /// - Parameters:
  ///   - hint: the possible answers by text; nil if this server could not receive them.
  ///   - most: the most parts. A code is never cut: half of one is useless.
  init(_ message: CourierMessage, hint: String?, segments most: Int) {
    guard !message.isOneTimeCode else {
      body = message.body
      return
    }
    let isAlarm = message.priority <= .missedCheckIn
    // A hint contains the mark itself.
    let isMarked = isAlarm && (hint == nil || message.mark == nil)
    let end = [hint, isMarked ? "(\(Self.mark(of: message)))" : nil].compactMap { $0 }
      .joined(separator: " ")
    body = SMSText.fitted(message.words(joinedBy: ":"), followedBy: end, in: most)
  }

  /// The same over all attempts, so that a person who gets an alert twice sees that it is one.
  private static func mark(of message: CourierMessage) -> String {
    message.mark
      ?? ReplyMark(digest: SHA256.hash(data: Data(message.idempotencyKey.utf8))).text
  }
}

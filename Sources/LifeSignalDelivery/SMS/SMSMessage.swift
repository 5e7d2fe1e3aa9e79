import Crypto
import Foundation
import LifeSignalEngine
import LifeSignalModel

/// The text of one text message.
struct SMSMessage {
  /// The parts that an alert may fill so that it can have a link.
  static let short = 2

  let body: String

  /// - Parameters:
  ///   - hint: the possible answers by text; nil if this server could not receive them.
  ///   - link: the page with the buttons. An alert has it if both fit in ``short`` parts, another
  ///     message if the link costs no part more. The end of a session has it if both fit at all: it is
  ///     sent once, and says to open the page.
  ///   - most: the most parts. A code is never cut: half of one is useless.
  init(_ message: CourierMessage, hint: String?, link: String? = nil, segments most: Int) {
    guard !message.isOneTimeCode else {
      body = message.body
      return
    }
    let isAlarm = message.priority <= .missedCheckIn
    // A hint contains the mark itself.
    let isMarked = isAlarm && (hint == nil || message.mark == nil)
    let end = [hint, isMarked ? "(\(Self.mark(of: message)))" : nil].compactMap { $0 }
    let words = message.words(joinedBy: ":")
    func fitted(_ end: [String], in most: Int) -> String {
      SMSText.fitted(words, followedBy: end.joined(separator: " "), in: most)
    }
    let plain = fitted(end, in: most)
    guard let link else {
      body = plain
      return
    }
    let linked = fitted(end + [link], in: .max)
    let room = isAlarm ? min(Self.short, most) : message.subject == .sessionEnd ? most : 1
    let parts = max(SMSText(plain).segments, room)
    let isWhole = plain == fitted(end, in: .max)
    body = isWhole && SMSText(linked).segments <= parts ? linked : plain
  }

  /// The same over all attempts, so that a person who gets an alert twice sees that it is one.
  private static func mark(of message: CourierMessage) -> String {
    message.mark
      ?? ReplyMark(digest: SHA256.hash(data: Data(message.idempotencyKey.utf8))).text
  }
}

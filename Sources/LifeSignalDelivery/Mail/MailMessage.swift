import Foundation
import LifeSignalEngine
import LifeSignalModel

/// One message as it is sent to a mail server: header and two bodies with the same content (RFC
/// 5322, RFC 2046 §5.1.4).
struct MailMessage {
  /// The most bytes of people's text; the rest is cut off.
  static let mostBytes = 64 * 1024

  var message: CourierMessage
  var identity: MailIdentity
  var from: EmailAddress
  var to: EmailAddress
  var date: Date
  var words: MailWords

  /// With CRLF, in ASCII, no line longer than 78 characters.
  var encoded: String {
    let boundary = "=_\(identity.name)"
    var lines = [
      "Date: \(Self.text(of: date))",
      "From: LifeSignal <\(from.text)>",
      "To: \(to.text)",
      MailHeader.subject(message.title),
      "Message-ID: <\(identity.name)@\(from.domain)>",
      // RFC 3834 §5: prevents holiday replies.
      "Auto-Submitted: auto-generated",
      "Content-Language: \(words.language.rawValue)",
    ]
    if message.isAlarm { lines.append("Importance: high") }
    lines += [
      "MIME-Version: 1.0",
      "Content-Type: multipart/alternative;",
      " boundary=\"\(boundary)\"",
      "",
    ]
    for (type, text) in [("plain", words.text(of: message)), ("html", words.page(of: message))] {
      lines += [
        "--\(boundary)", "Content-Type: text/\(type); charset=utf-8",
        "Content-Transfer-Encoding: base64", "", MailHeader.base64(text),
      ]
    }
    lines += ["--\(boundary)--", ""]
    return lines.joined(separator: "\r\n")
  }

  /// RFC 5322 §3.3, always in UTC.
  private static func text(of date: Date) -> String { date.formatted(format) }

  private static let format = Date.VerbatimFormatStyle(
    format: """
      \(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .padded(4)) \
      \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\
      \(second: .twoDigits) +0000
      """,
    locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt,
    calendar: Calendar(identifier: .gregorian))
}

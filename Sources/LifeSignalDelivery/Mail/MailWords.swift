import Foundation
import LifeSignalEngine
import LifeSignalModel

/// The text around the message in a mail, in the reader's language.
struct MailWords {
  var catalogue: Catalogue
  /// The page with a button to which the message leads. Opening it has no effect, since mail
  /// scanners open everything. Nil if there is no page.
  var link: String?

  var language: Language { catalogue.language }

  private var open: String { catalogue.say(MailPhrases.open) }
  private var notRead: String { catalogue.say(MailPhrases.notRead) }

  /// Title and body, each once, cut where they would be too long for a mail.
  private func parts(of message: CourierMessage) -> [String] {
    let title = message.title
    let body = message.body == title ? "" : Self.shortened(message.body)
    return [title, body].filter { !$0.isEmpty }
  }

  func text(of message: CourierMessage) -> String {
    let link = link.map { "\(open):\n\($0)" }
    return (parts(of: message) + [link, "-- \n\(notRead)"].compactMap { $0 })
      .joined(separator: "\n\n")
      .split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n") + "\r\n"
  }

  /// No pictures, no script, nothing loaded: it looks the same with all of that switched off.
  func page(of message: CourierMessage) -> String {
    let direction = language.isRightToLeft ? "rtl" : "ltr"
    let parts = parts(of: message)
    let title = Self.escaped(parts.first ?? "")
    let body = parts.dropFirst().map {
      // A name in another script keeps its own direction.
      "<p dir=\"auto\" style=\"margin:0 0 24px;font-size:17px;white-space:pre-line\">\(Self.escaped($0))</p>\n"
    }
    .joined()
    let button = link.map {
      """
      <p style="margin:0 0 24px"><a href="\(Self.escaped($0))" style="display:inline-block;\
      padding:14px 28px;border-radius:12px;background:#0b57d0;color:#ffffff;font-size:17px;\
      font-weight:600;text-decoration:none">\(Self.escaped(open))</a></p>\n
      """
    }
    let style = "margin:0;padding:24px 16px;background:#ffffff;color:#1b1b1f;"
    return """
      <!doctype html>
      <html lang="\(language.rawValue)" dir="\(direction)">
      <head><meta charset="utf-8"><title>\(title)</title></head>
      <body style="\(style)font-family:system-ui,sans-serif;line-height:1.5">
      <div dir="\(direction)" style="max-width:480px;margin:0 auto">
      <h1 dir="auto" style="margin:0 0 12px;font-size:22px;line-height:1.3">\(title)</h1>
      \(body)\(button ?? "")<p style="margin:0;font-size:14px;color:#5c5c66">\(Self.escaped(notRead))</p>
      </div>
      </body>
      </html>

      """
  }

  private static func shortened(_ text: String) -> String {
    guard text.utf8.count > MailMessage.mostBytes else { return text }
    return String(decoding: text.utf8.prefix(MailMessage.mostBytes), as: UTF8.self) + "…"
  }

  private static func escaped(_ text: String) -> String {
    Markup.escaped(text) { scalar in
      let isKept =
        scalar == "\n" || scalar == "\t" || scalar.properties.generalCategory != .control
      return isKept ? scalar : nil
    }
  }
}

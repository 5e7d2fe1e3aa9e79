import Foundation
import LifeSignalEngine
import LifeSignalModel
import Testing

@testable import LifeSignalDelivery

@Suite struct `A mail` {
  private func mail(
    title: String = "Mara missed a check-in", body: String = "Call her.",
    language: Language = .english, link: String? = "https://safe.example/open/token-7",
    priority: Delivery.Priority = .missedCheckIn
  ) throws -> String {
    MailMessage(
      message: CourierMessage(
        idempotencyKey: "lifesignal-7", kind: .email, address: "noor@home.invalid", title: title,
        body: body, priority: priority),
      identity: MailIdentity(
        of: "lifesignal-7", to: "noor@home.invalid", secret: Data(repeating: 7, count: 32)),
      from: try EmailAddress("safe@safe.example"), to: try EmailAddress("noor@home.invalid"),
      date: Date(timeIntervalSince1970: 1_767_600_000),
      words: MailWords(catalogue: Catalogue(language), link: link)
    ).encoded
  }

  private func header(_ mail: String) -> String {
    mail.components(separatedBy: "\r\n\r\n").first ?? ""
  }

  /// The two bodies, decoded.
  private func bodies(_ mail: String) throws -> [String] {
    let parts = mail.components(separatedBy: "Content-Transfer-Encoding: base64\r\n\r\n")
      .dropFirst()
    return try parts.map { part in
      let coded = part.components(separatedBy: "\r\n--=_").first ?? ""
      let data = Data(base64Encoded: coded, options: .ignoreUnknownCharacters)
      return String(decoding: try #require(data), as: UTF8.self)
    }
  }

  @Test func `has the header it needs`() throws {
    let lines = header(try mail()).components(separatedBy: "\r\n")
    #expect(lines.contains("Date: Mon, 05 Jan 2026 08:00:00 +0000"))
    #expect(lines.contains("From: LifeSignal <safe@safe.example>"))
    #expect(lines.contains("To: noor@home.invalid"))
    #expect(lines.contains("Subject: Mara missed a check-in"))
    #expect(lines.contains("Auto-Submitted: auto-generated"))
    #expect(lines.contains("Importance: high"))
    #expect(lines.contains { $0.hasPrefix("Message-ID: <") && $0.hasSuffix("@safe.example>") })
  }

  @Test func `is important only when a person may be in danger`() throws {
    let mail = try mail(priority: .reminder)
    #expect(!mail.contains("Importance"))
  }

  @Test func `says the same in both bodies, and leads to the same page`() throws {
    let bodies = try bodies(try mail())
    #expect(bodies.count == 2)
    for body in bodies {
      #expect(body.contains("Mara missed a check-in") && body.contains("Call her."))
      #expect(body.contains("https://safe.example/open/token-7"))
    }
  }

  @Test func `holds only ASCII, in lines that end with CRLF and are short`() throws {
    let long = String(repeating: "محمد 李 Jürgen 👩‍👩‍👧 ", count: 200)
    let mail = try mail(title: long, body: long)
    let isASCII = mail.utf8.allSatisfy { $0 == 13 || $0 == 10 || (0x20...0x7e).contains($0) }
    #expect(isASCII)
    let lines = mail.components(separatedBy: "\r\n")
    #expect(lines.allSatisfy { $0.utf8.count <= 78 && !$0.contains("\n") && !$0.contains("\r") })
  }

  @Test(arguments: [
    "Mara\r\nBcc: other@home.invalid", "Mara\nBcc: x", "Mara\r\n\r\nbody", "Mara\u{85}Bcc: x",
    "Mara\u{2028}Bcc: x", "Jürgen\r\nBcc: x",
  ])
  func `has no header that a person's name started`(title: String) throws {
    let lines = header(try mail(title: title)).components(separatedBy: "\r\n")
    #expect(lines.filter { $0.hasPrefix("Bcc") }.isEmpty)
    #expect(lines.filter { $0.hasPrefix("Subject: ") }.count == 1)
    #expect(lines.contains("MIME-Version: 1.0"))
  }

  @Test(arguments: ["Jürgen", "=?UTF-8?B?eA==?=", "مرحبا", String(repeating: "a", count: 70)])
  func `has a subject in words of at most 75 characters`(title: String) throws {
    let field = MailHeader.subject(title)
    let words = field.dropFirst("Subject: ".count).components(separatedBy: "\r\n ")
    #expect(words.allSatisfy { $0.hasPrefix("=?UTF-8?B?") && $0.utf8.count <= 75 })
    let text = try words.map { word in
      let data = Data(base64Encoded: String(word.dropFirst(10).dropLast(2)))
      return String(decoding: try #require(data), as: UTF8.self)
    }
    #expect(text.joined() == title)
  }

  @Test func `runs from right to left in Arabic`() throws {
    let page = try #require(try bodies(try mail(language: .arabic)).last)
    #expect(page.contains("<html lang=\"ar\" dir=\"rtl\">"))
  }

  @Test func `shows markup instead of obeying it`() throws {
    let evil = "<script>alert(1)</script>\"'&"
    let page = try #require(try bodies(try mail(title: evil, body: evil + "!")).last)
    #expect(!page.contains("<script"))
    #expect(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;!"))
  }

  @Test func `has no button where there is nothing to open`() throws {
    let page = try #require(try bodies(try mail(link: nil)).last)
    #expect(!page.contains("<a "))
  }
}

import Foundation
import LifeSignalEngine
import LifeSignalModel
import Testing

@testable import LifeSignalDelivery

/// Mails taken by Exim and read by Python: see `Tests/MailOracle/oracle.py`.
@Suite(
  .timeLimit(.minutes(1)),
  // CI has exim4 or fails; `scripts/setup` does not replace a mail server that a developer has.
  .enabled(
    if: FileManager.default.isExecutableFile(atPath: "/usr/sbin/exim4")
      || ProcessInfo.processInfo.environment["CI"] != nil, "another mail server is installed"))
struct MailOracleTests {
  private struct Place: Decodable {
    var plain: Int
    var tls: Int
    var certificate: String
  }

  private struct Found: Decodable {
    var subject: String
    var from: String
    var to: String
    var id: String
    var date: Double
    var automatic: String
    var type: String
    var language: String
    var path: String
    var text: String
    var page: String
    var defects: [String]
    var tls: Bool
  }

  private static let titles: [Language: String] = [
    .english: "Mara missed a check-in", .german: "Jürgen Öztürk hat sich nicht gemeldet",
    .spanish: "Íñigo no ha dado señales", .french: "Zoé n’a pas donné signe de vie",
    .arabic: "لم يطمئن محمد أحدًا حتى الآن", .chinese: "李小龙没有按时报平安，请立即联系他，确认他是否安全。",
  ]

  /// The server for as long as `body` runs, then what it has.
  private func mails(_ body: (Place) async throws -> Void) async throws -> [Found] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "mail-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let (process, input, output) = (Process(), Pipe(), Pipe())
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "python3", root.appending(path: "MailOracle/oracle.py").path(), folder.path(),
    ]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    var said = Data()
    while !said.contains(UInt8(ascii: "\n")) {
      let more = output.fileHandleForReading.availableData
      try #require(!more.isEmpty, "the oracle has ended")
      said.append(more)
    }
    do {
      try await body(JSONDecoder().decode(Place.self, from: said))
    } catch {
      process.terminate()
      throw error
    }
    try input.fileHandleForWriting.close()
    let found = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0)
    return try found.split(separator: UInt8(ascii: "\n")).map {
      try JSONDecoder().decode(Found.self, from: $0)
    }
  }

  private func courier(
    _ port: Int, _ security: SMTPAccount.Security, _ certificate: String?, _ language: Language
  ) throws -> MailCourier {
    MailCourier(
      SMTPAccount(
        host: "localhost", port: port, security: security,
        from: try EmailAddress("safe@safe.example"),
        bounce: try EmailAddress("bounce@safe.example"), authorities: certificate),
      secret: Data(repeating: 7, count: 32), origin: "https://safe.example",
      reader: { _ in MessageReader(language: language) },
      now: { Date(timeIntervalSince1970: 1_767_600_000) })
  }

  private func message(_ key: String, _ title: String, to name: String = "mara") -> CourierMessage {
    CourierMessage(
      idempotencyKey: key, kind: .email, address: "\(name)@home.invalid", title: title,
      body: title + "\n.\n..\nFrom here <on> & on", priority: .alert, receiptToken: "token-7")
  }

  @Test func `every mail is whole, in every language`() async throws {
    let found = try await mails { place in
      for (language, title) in Self.titles {
        try await courier(place.plain, .startTLS, place.certificate, language)
          .deliver(message(language.rawValue, title))
      }
    }
    #expect(found.count == Self.titles.count)
    #expect(Set(found.map(\.id)).count == found.count)
    for (language, title) in Self.titles {
      let mail = try #require(found.first { $0.language == language.rawValue })
      #expect(mail.defects.isEmpty && mail.type == "multipart/alternative" && mail.tls)
      #expect(mail.subject == title && mail.date == 1_767_600_000)
      #expect(mail.from == "LifeSignal <safe@safe.example>" && mail.to == "mara@home.invalid")
      #expect(mail.automatic == "auto-generated")
      let name = mail.id.dropFirst().prefix { $0 != "@" }
      #expect(mail.path == "<bounce+\(name)@safe.example>")
      #expect(mail.text.contains(title + "\r\n.\r\n..\r\nFrom here <on> & on"))
      #expect(mail.text.contains("https://safe.example/open/token-7"))
      let direction = language == .arabic ? "rtl" : "ltr"
      #expect(mail.page.contains("<html lang=\"\(language.rawValue)\" dir=\"\(direction)\">"))
      #expect(mail.page.contains(title) && mail.page.contains("From here &lt;on&gt; &amp; on"))
    }
  }

  @Test func `TLS from the first byte is as good, and an unknown certificate is refused`()
    async throws
  {
    let found = try await mails { place in
      try await courier(place.tls, .implicit, place.certificate, .english)
        .deliver(message("1", "Known"))
      for (port, security) in [
        (place.plain, SMTPAccount.Security.startTLS), (place.tls, .implicit),
      ] {
        let failure = await #expect(throws: CourierFailure.self) {
          try await courier(port, security, nil, .english).deliver(message("2", "Unknown"))
        }
        #expect(failure == .transient("email: no TLS that can be trusted"))
      }
    }
    #expect(found.map(\.subject) == ["Known"] && found.allSatisfy(\.tls))
  }

  @Test func `a missing mailbox and a server that refuses us fail differently`() async throws {
    let found = try await mails { place in
      for (name, wanted) in [
        ("nobody", CourierFailure.addressGone("email: answered 550 (5.1.1) to the recipient")),
        ("elsewhere", .rejected("email: answered 550 to the recipient")),
        ("later", .transient("email: answered 451 to the recipient")),
      ] {
        let failure = await #expect(throws: CourierFailure.self) {
          try await courier(place.plain, .none, nil, .english).deliver(message("1", "No", to: name))
        }
        #expect(failure == wanted)
      }
    }
    #expect(found.isEmpty)
  }
}

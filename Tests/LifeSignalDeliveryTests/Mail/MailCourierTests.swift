import Foundation
import LifeSignalEngine
import LifeSignalModel
import Testing

@testable import LifeSignalDelivery

/// What every courier promises, and what mail promises beside, against a server that keeps no promise.
@Suite(.timeLimit(.minutes(1))) struct `Mail` {
  private func courier(
    _ port: Int, security: SMTPAccount.Security = .none, bounce: String? = nil,
    limit: TimeInterval = 5, secret: UInt8 = 7
  ) throws -> MailCourier {
    MailCourier(
      SMTPAccount(
        host: "127.0.0.1", port: port, security: security,
        from: try EmailAddress("safe@safe.example"),
        bounce: try bounce.map { try EmailAddress($0) }),
      secret: Data(repeating: secret, count: 32), origin: "https://safe.example", limit: limit,
      now: { Date(timeIntervalSince1970: 1_767_600_000) })
  }

  private func message(_ address: String = "mara@home.invalid") -> CourierMessage {
    CourierMessage(
      idempotencyKey: "lifesignal-7", kind: .email, address: address, title: "Mara Lindqvist",
      body: "Secret words", priority: .alert, receiptToken: "token-7")
  }

  private func attempt(_ courier: MailCourier, _ address: String = "mara@home.invalid")
    async throws -> CourierFailure?
  {
    do {
      try await courier.deliver(message(address))
      return nil
    } catch let failure as CourierFailure {
      return failure
    }
  }

  /// No reason may tell who was told what.
  private func expectDiscretion(_ failure: CourierFailure?) {
    let words =
      switch failure {
      case .transient(let words, _), .rejected(let words), .addressGone(let words, _): words
      case nil: ""
      }
    for secret in ["mara", "home.invalid", "Secret", "127.0.0.1"] {
      #expect(!words.localizedCaseInsensitiveContains(secret), "\(words)")
    }
  }

  private func isTransient(_ failure: CourierFailure?) -> Bool {
    if case .transient = failure { true } else { false }
  }

  private func name(of mail: MailServer.Mail) -> String? {
    mail.text.components(separatedBy: "\r\n").first { $0.hasPrefix("Message-ID: ") }
  }

  @Test func `is handed over once`() async throws {
    try await MailServer.with { server in
      let failure = try await attempt(courier(server.port))
      #expect(failure == nil)
      #expect(server.mails.count == 1)
      let mail = try #require(server.mails.first)
      #expect(mail.sender == "safe@safe.example" && mail.recipients == ["mara@home.invalid"])
      #expect(mail.text.contains("\r\nSubject: Mara Lindqvist\r\n"))
      #expect(server.commands.contains { $0 == "EHLO safe.example" })
    }
  }

  @Test func `has the same name each time, and is the same`() async throws {
    try await MailServer.with { server in
      for _ in 0..<2 { _ = try await attempt(courier(server.port)) }
      #expect(server.mails.count == 2)
      #expect(server.mails.first == server.mails.last)
    }
  }

  @Test func `has another name from another installation and for another reader`() async throws {
    try await MailServer.with { server in
      _ = try await attempt(courier(server.port))
      _ = try await attempt(courier(server.port, secret: 8))
      _ = try await attempt(courier(server.port), "noor@home.invalid")
      #expect(Set(server.mails.compactMap(name)).count == 3)
    }
  }

  @Test func `comes back to an address of its own`() async throws {
    try await MailServer.with { server in
      _ = try await attempt(courier(server.port, bounce: "bounce@safe.example"))
      let mail = try #require(server.mails.first)
      let name = mail.sender.dropFirst("bounce+".count).prefix { $0 != "@" }
      #expect(name.count == 32 && mail.sender == "bounce+\(name)@safe.example")
      #expect(mail.text.contains("Message-ID: <\(name)@"))
    }
  }

  @Test(arguments: ["MAIL", "RCPT", "DATA", "."])
  func `is tried again where the server is busy`(command: String) async throws {
    try await MailServer.with { server in
      server.set(.says("451 4.3.0 mara@home.invalid: later", to: command))
      let failure = try await attempt(courier(server.port))
      #expect(isTransient(failure))
      expectDiscretion(failure)
      #expect(server.mails.isEmpty)
    }
  }

  @Test(arguments: [
    "550 5.1.1 <mara@home.invalid>: no such user", "550 5.1.10 null MX", "550 5.2.1 disabled",
    "553 5.1.3 bad address", "550 Unrouteable address", "550 No such user here",
  ])
  func `knows a mailbox that is not there`(reply: String) async throws {
    try await MailServer.with { server in
      server.set(.says(reply, to: "RCPT"))
      let failure = try await attempt(courier(server.port))
      guard case .addressGone = failure else {
        Issue.record("\(String(describing: failure))")
        return
      }
      expectDiscretion(failure)
    }
  }

  @Test(arguments: [
    ("RCPT", "550 5.7.1 relaying denied"), ("RCPT", "550 relay not permitted"),
    ("RCPT", "554 5.7.1 blocked"), ("RCPT", "552 5.2.2 mailbox full"),
    ("MAIL", "550 5.1.8 bad sender"), ("DATA", "554 5.5.1 no"), (".", "554 5.7.1 spam"),
    (".", "550 5.1.1 odd"),
  ])
  func `does not take another no for a dead mailbox`(command: String, reply: String) async throws {
    try await MailServer.with { server in
      server.set(.says(reply, to: command))
      let failure = try await attempt(courier(server.port))
      guard case .rejected = failure else {
        Issue.record("\(String(describing: failure))")
        return
      }
      expectDiscretion(failure)
    }
  }

  @Test func `waits while the operator's account is refused`() async throws {
    try await MailServer.with { server in
      server.set(.says("530 5.7.0 authentication required", to: "MAIL"))
      let failure = try await attempt(courier(server.port))
      #expect(isTransient(failure))
    }
  }

  @Test(arguments: ["CONNECT", "EHLO", "MAIL", "RCPT", "DATA", "."])
  func `gives up a server that never answers`(command: String) async throws {
    try await MailServer.with { server in
      server.set(.silent(to: command))
      let failure = try await attempt(courier(server.port, limit: 1))
      #expect(isTransient(failure))
      expectDiscretion(failure)
    }
  }

  @Test(arguments: ["CONNECT", "EHLO", "MAIL", "RCPT", "DATA"])
  func `is tried again after a server that hangs up`(command: String) async throws {
    try await MailServer.with { server in
      server.set(.hangsUp(on: command))
      let failure = try await attempt(courier(server.port))
      #expect(isTransient(failure))
    }
  }

  @Test func `says that it was perhaps taken when the last word is missing`() async throws {
    try await MailServer.with { server in
      server.set(.hangsUp(on: "."))
      let failure = try await attempt(courier(server.port))
      guard case .transient(let words, _) = failure else {
        Issue.record("\(String(describing: failure))")
        return
      }
      #expect(words.contains("perhaps it was taken"))
    }
  }

  /// curl alone would wait for two minutes, longer than this suite may take.
  @Test func `needs no farewell`() async throws {
    try await MailServer.with { server in
      server.set(.silent(to: "QUIT"))
      let failure = try await attempt(courier(server.port))
      #expect(failure == nil)
      #expect(server.mails.count == 1)
    }
  }

  @Test func `is not sent without the TLS that was asked for`() async throws {
    try await MailServer.with { server in
      let begun = try await attempt(courier(server.port, security: .startTLS))
      #expect(isTransient(begun))
      let implicit = try await attempt(courier(server.port, security: .implicit, limit: 1))
      #expect(isTransient(implicit))
      #expect(server.mails.isEmpty)
      #expect(!server.commands.contains { $0.hasPrefix("MAIL") })
    }
  }

  @Test func `ends when it is cancelled`() async throws {
    try await MailServer.with { server in
      server.set(.silent(to: "RCPT"))
      let courier = try courier(server.port, limit: 50)
      let message = message()
      let delivery = Task { try await courier.deliver(message) }
      while !server.commands.contains(where: { $0.hasPrefix("RCPT") }) { await Task.yield() }
      let clock = ContinuousClock()
      let cancelled = clock.now
      delivery.cancel()
      await #expect(throws: CancellationError.self) { try await delivery.value }
      // Who does not listen ends as well, but only after fifty seconds.
      #expect(clock.now - cancelled < .seconds(20))
    }
  }

  @Test func `is tried again when no server listens`() async throws {
    let failure = try await attempt(courier(1, limit: 1))
    #expect(isTransient(failure))
    expectDiscretion(failure)
  }

  @Test(arguments: [
    "", "mara", "mara@home.invalid>\r\nRCPT TO:<other@home.invalid",
    "mara@home.invalid, b@c.example",
  ])
  func `goes to nothing but an address`(address: String) async throws {
    try await MailServer.with { server in
      let failure = try await attempt(courier(server.port), address)
      #expect(failure == .addressGone("email: not an address"))
      #expect(server.commands.isEmpty)
    }
  }
}

import Foundation
import LifeSignalDelivery
import LifeSignalModel
import LifeSignalServer
import Testing

@Suite struct `An account for e-mail` {
  private static let whole = [
    "LIFESIGNAL_SMTP_HOST": "Mail.example.org", "LIFESIGNAL_SMTP_FROM": "safe@example.org",
    "LIFESIGNAL_SMTP_USER": "safe", "LIFESIGNAL_SMTP_PASSWORD": "secret words",
  ]

  private func read(
    _ change: [String: String?] = [:], from start: [String: String] = whole
  ) async throws -> Settings {
    var environment = start
    for (key, value) in change { environment["LIFESIGNAL_\(key)"] = value }
    return try await Settings.read(arguments: .init(), environment: environment)
  }

  @Test func `is absent unless it is configured`() async throws {
    let settings = try await read(from: [:])
    #expect(settings.mail == nil)
  }

  @Test func `has TLS unless the operator turns it off`() async throws {
    let mail = try #require(try await read().mail)
    #expect(
      mail
        == SMTPAccount(
          host: "mail.example.org", port: 587, security: .startTLS, user: "safe",
          password: "secret words", from: try EmailAddress("safe@example.org")))
  }

  @Test(arguments: [("implicit", 465), ("starttls", 587)])
  func `has the port that goes with its TLS`(tls: String, port: Int) async throws {
    let mail = try #require(try await read(["SMTP_TLS": tls]).mail)
    #expect(mail.port == port)
    let other = try #require(try await read(["SMTP_TLS": tls, "SMTP_PORT": "2525"]).mail)
    #expect(other.port == 2525)
  }

  @Test func `needs no TLS and no password on this machine`() async throws {
    let settings = try await read(
      ["SMTP_HOST": "127.0.0.1", "SMTP_TLS": "none", "SMTP_USER": nil, "SMTP_PASSWORD": nil])
    let mail = try #require(settings.mail)
    #expect(mail.port == 25 && mail.user == nil && mail.password == nil)
  }

  @Test(
    arguments: [
      (["SMTP_TLS": "none"], "smtp.tls"), (["SMTP_TLS": "ssl"], "smtp.tls"),
      (["SMTP_HOST": nil], "smtp.host"), (["SMTP_FROM": nil], "smtp.from"),
      (["SMTP_FROM": "safe"], "smtp.from"), (["SMTP_PORT": "0"], "smtp.port"),
      (["SMTP_HOST": "mail.example.org/x"], "smtp.host"), (["SMTP_PASSWORD": nil], "smtp.user"),
      (["SMTP_USER": nil], "smtp.user"), (["SMTP_PASSWORD_FILE": "/there/is/none"], "both set"),
      (["SMTP_PASSWORD": "one\nother"], "one line"),
      (["SMTP_BOUNCE": String(repeating: "b", count: 32) + "@example.org"], "smtp.bounce"),
      (["SMTP_AUTHORITIES": "/there/is/none"], "smtp.authorities"),
      (["DEMO_ENABLED": "true"], "demo.enabled"),
    ] as [([String: String?], String)])
  func `is refused by the key that is wrong`(change: [String: String?], key: String) async throws {
    let error = try await #require(throws: SettingsError.self) { _ = try await read(change) }
    #expect(error.description.contains(key))
    #expect(!error.description.contains("secret words"))
  }

  @Test func `sends sign-in codes unless the operator names other means`() async throws {
    #expect(try await read(from: [:]).signInMeans == [.phone])
    #expect(try await read().signInMeans == [.email])
    let carrier = [
      "CARRIER_ACCOUNT": "AC0123456789", "CARRIER_TOKEN": "0123456789abcdef",
      "SMS_FROM": "+15550009999",
    ]
    #expect(try await read(carrier).signInMeans == [.phone, .email])
    let chosen = carrier.merging(["SIGN_IN": "email, phone"]) { $1 }
    #expect(try await read(chosen).signInMeans == [.email, .phone])
  }

  @Test(arguments: ["phone", "fax", "email,email", "", "email,"])
  func `sends no codes by means that it does not have`(means: String) async throws {
    await #expect(throws: SettingsError.self) { try await read(["SIGN_IN": means]) }
  }

  @Test func `keeps its password to itself`() async throws {
    let mail = try #require(try await read().mail)
    #expect(!"\(mail)".contains("secret") && !String(reflecting: mail).contains("secret"))
  }
}

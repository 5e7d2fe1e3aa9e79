import Foundation
import LifeSignalDelivery
import LifeSignalServer
import Testing

@Suite struct `An account for texts and calls` {
  private static let token = "0123456789abcdef0123456789abcdef"
  private static let whole = [
    "LIFESIGNAL_CARRIER_ACCOUNT": "AC0123", "LIFESIGNAL_CARRIER_TOKEN": token,
    "LIFESIGNAL_SMS_FROM": "+15550009999",
  ]

  private func read(
    _ change: [String: String?] = [:], from start: [String: String] = whole
  ) async throws -> Settings {
    var environment = start
    for (key, value) in change { environment["LIFESIGNAL_\(key)"] = value }
    return try await Settings.read(arguments: .init(), environment: environment)
  }

  private func refusal(
    _ change: [String: String?], from start: [String: String] = whole
  ) async throws -> String {
    let error = try await #require(throws: SettingsError.self) {
      _ = try await read(change, from: start)
    }
    #expect(!error.description.contains(Self.token))
    return error.description
  }

  @Test func `is absent unless it is configured`() async throws {
    let settings = try await read(from: [:])
    #expect(settings.carrier == nil && settings.origin == nil)
  }

  @Test func `needs three things, and takes the rest as it should be`() async throws {
    let carrier = try #require(try await read().carrier)
    #expect(
      carrier
        == Settings.Carrier(
          account: CarrierAccount(sid: "AC0123", token: Self.token),
          sms: SMSCourier.Settings(sender: .from("+15550009999"), segments: 3)))
    #expect(carrier.account.baseURL == "https://api.twilio.com")
    #expect(carrier.voiceNumber == nil)
    #expect(
      carrier.smsBudget
        == BudgetLimits(
          perDay: 500, perPrefix: 300, codes: 300, alarms: 1_000, alarmsPerNumber: 120,
          alarmsPerOwner: 30))
  }

  @Test func `can be set in every part`() async throws {
    let settings = try await read([
      "HTTP_ORIGIN": "https://Safe.example:8443/", "CARRIER_URL": "https://carrier.example/",
      "SMS_FROM": nil, "SMS_MESSAGING_SERVICE": "MG0123", "SMS_SEGMENTS": "5", "SMS_PER_DAY": "7",
      "SMS_PER_PREFIX": "6", "SMS_CODES_PER_DAY": "8", "SMS_ALARMS_PER_DAY": "5",
      "VOICE_FROM": "+15550009998", "VOICE_PER_DAY": "4",
    ])
    #expect(settings.origin == "https://safe.example:8443")
    #expect(
      settings.carrier
        == Settings.Carrier(
          account: CarrierAccount(
            sid: "AC0123", token: Self.token, baseURL: "https://carrier.example"),
          sms: SMSCourier.Settings(sender: .service("MG0123"), segments: 5),
          smsBudget: BudgetLimits(perDay: 7, perPrefix: 6, codes: 8, alarms: 5),
          voiceNumber: "+15550009998", callsPerDay: 4))
  }

  @Test(
    arguments: [
      (["CARRIER_ACCOUNT": nil], "carrier.account must be set"),
      (["CARRIER_TOKEN": nil], "carrier.token or carrier.tokenFile must be set"),
      (["SMS_FROM": nil], "sms.from or sms.messagingService must be set"),
      (["SMS_MESSAGING_SERVICE": "MG1"], "both set"),
      (["CARRIER_TOKEN_FILE": "/nonexistent"], "both set"),
      (["VOICE_PER_DAY": "4"], "voice.from must be set"),
      (["CARRIER_TOKEN": nil, "CARRIER_TOKEN_FILE": "/nonexistent"], "carrier.tokenFile:"),
      (["DEMO_ENABLED": "true"], "demo.enabled:"),
    ] as [([String: String?], String)])
  func `by half stops the start and says what is missing`(
    change: [String: String?], words: String
  ) async throws {
    #expect(try await refusal(change).contains(words))
  }

  @Test(arguments: [
    "CARRIER_TOKEN", "CARRIER_TOKEN_FILE", "CARRIER_URL", "SMS_FROM", "SMS_MESSAGING_SERVICE",
    "SMS_SEGMENTS", "SMS_PER_DAY", "SMS_PER_PREFIX", "SMS_CODES_PER_DAY", "SMS_ALARMS_PER_DAY",
    "VOICE_FROM", "VOICE_PER_DAY",
  ])
  func `is asked for by each of its parts`(key: String) async throws {
    #expect(try await refusal([key: "5"], from: [:]).contains("carrier.account must be set"))
  }

  @Test(
    arguments: [
      ("CARRIER_ACCOUNT", "../AC1", "carrier.account:"),
      ("CARRIER_TOKEN", "short", "carrier.token:"),
      ("CARRIER_URL", "http://carrier.example", "carrier.url:"),
      ("CARRIER_URL", "https://me@carrier.example", "carrier.url:"),
      ("CARRIER_URL", "https://carrier.example/api", "carrier.url:"),
      ("HTTP_ORIGIN", "safe.example", "http.origin:"),
      ("HTTP_ORIGIN", "http://safe.example", "http.origin:"),
      ("HTTP_ORIGIN", "https://safe.example/?a", "http.origin:"),
      ("SMS_FROM", "5550009999x000", "sms.from:"), ("SMS_SEGMENTS", "0", "sms.segments:"),
      ("SMS_SEGMENTS", "many", "sms.segments:"), ("SMS_PER_DAY", "-1", "sms.perDay:"),
      ("SMS_CODES_PER_DAY", "-1", "sms.codesPerDay:"),
      ("VOICE_FROM", "LifeSignal", "voice.from:"),
    ])
  func `with a part that cannot be used stops the start and names it`(
    key: String, value: String, words: String
  ) async throws {
    let refusal = try await refusal([key: value])
    #expect(refusal.hasPrefix(words), "\(refusal)")
  }

  @Test(arguments: ["+15550009999", "12345", "LifeSignal", "My Network"])
  func `sends from a number, a short code or a name`(sender: String) async throws {
    let carrier = try await read(["SMS_FROM": sender]).carrier
    #expect(carrier?.sms.sender == .from(sender))
  }

  @Test(arguments: ["http://127.0.0.1:8080", "http://localhost:8080", "http://[::1]:8080"])
  func `may be on this machine without encryption, to try it`(url: String) async throws {
    #expect(try await read(["CARRIER_URL": url]).carrier?.account.baseURL == url)
  }

  @Test func `has its token from a file, without the line's end`() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "token-\(UUID())")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data("\(Self.token)\n".utf8).write(to: file)
    let change = ["CARRIER_TOKEN": nil, "CARRIER_TOKEN_FILE": file.path] as [String: String?]
    #expect(try await read(change).carrier?.account.token == Self.token)
    try Data("\n".utf8).write(to: file)
    #expect(try await refusal(change).hasPrefix("carrier.tokenFile:"))
  }

  @Test func `says its token to no log`() async throws {
    let settings = try await read()
    var dumped = ""
    dump(settings, to: &dumped)
    #expect(!"\(settings) \(String(reflecting: settings)) \(dumped)".contains(Self.token))
  }
}

import Crypto
import Foundation
import LifeSignalDelivery
import LifeSignalServer
import Testing

@Suite struct `An account for phones` {
  private static let whole = [
    "KEY_ID": "KEY1234567", "TEAM": "TEAM123456", "TOPIC": "org.example.lifesignal",
  ]

  private func read(
    _ change: [String: String?] = [:], key: String = P256.Signing.PrivateKey().pemRepresentation
  ) async throws -> Settings {
    let file = FileManager.default.temporaryDirectory.appending(path: "apns-\(UUID()).p8")
    try Data(key.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    var environment = ["LIFESIGNAL_APNS_KEY_FILE": file.path()]
    for (name, value) in Self.whole { environment["LIFESIGNAL_APNS_\(name)"] = value }
    for (name, value) in change { environment["LIFESIGNAL_APNS_\(name)"] = value }
    return try await Settings.read(arguments: .init(), environment: environment)
  }

  @Test func `is absent unless it is configured`() async throws {
    let settings = try await Settings.read(arguments: .init(), environment: [:])
    #expect(settings.apns == nil)
  }

  @Test func `leads to Apple, and interrupts no one without permission`() async throws {
    let key = P256.Signing.PrivateKey().pemRepresentation
    let apns = try #require(try await read(key: key).apns)
    #expect(
      apns
        == (try APNsAccount(
          pem: key, keyID: "KEY1234567", teamID: "TEAM123456", topic: "org.example.lifesignal",
          baseURL: "https://api.push.apple.com", interruption: .active)))
  }

  @Test(
    arguments: [
      (["ENVIRONMENT": "production"], "https://api.push.apple.com"),
      (["ENVIRONMENT": "sandbox"], "https://api.sandbox.push.apple.com"),
      (["URL": "https://push.example:2197/"], "https://push.example:2197"),
      (["URL": "http://127.0.0.1:8443"], "http://127.0.0.1:8443"),
    ] as [([String: String?], String)])
  func `can lead elsewhere`(change: [String: String?], server: String) async throws {
    let apns = try #require(try await read(change).apns)
    #expect(apns.baseURL == server)
  }

  @Test(arguments: APNsAccount.Interruption.allCases)
  func `interrupts as far as the operator says`(interruption: APNsAccount.Interruption)
    async throws
  {
    let apns = try #require(try await read(["INTERRUPTION": interruption.rawValue]).apns)
    #expect(apns.interruption == interruption)
  }

  @Test(
    arguments: [
      (["KEY_FILE": nil], "apns.keyFile must be set"),
      (["KEY_FILE": "/there/is/none"], "apns.keyFile: there is no"),
      (["KEY_ID": nil], "apns.keyID"), (["KEY_ID": "key1234567"], "apns.keyID"),
      (["TEAM": nil], "apns.team"), (["TEAM": "TEAM12345"], "apns.team"),
      (["TOPIC": nil], "apns.topic"), (["TOPIC": "lifesignal"], "apns.topic"),
      (["TOPIC": "org.example/x"], "apns.topic"), (["ENVIRONMENT": "test"], "apns.environment"),
      (["ENVIRONMENT": "sandbox", "URL": "https://push.example"], "both set"),
      (["URL": "http://push.example"], "apns.url"), (["INTERRUPTION": "loud"], "apns.interruption"),
      (["AUTHORITIES": "/there/is/none"], "apns.authorities"),
    ] as [([String: String?], String)])
  func `is refused by halves and by mistakes`(change: [String: String?], words: String) async {
    let error = await #expect(throws: SettingsError.self) { try await read(change) }
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
  }

  @Test(
    arguments: [
      "", "secret words", P256.Signing.PrivateKey().publicKey.pemRepresentation,
      P384.Signing.PrivateKey().pemRepresentation,
    ])
  func `has a key of its kind, and never repeats it`(key: String) async {
    let error = await #expect(throws: SettingsError.self) { try await read(key: key) }
    #expect(error?.description.hasPrefix("apns.keyFile") == true)
    #expect(error?.description.contains("secret words") == false)
  }
}

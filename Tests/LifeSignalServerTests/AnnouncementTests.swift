import Crypto
import Foundation
import LifeSignalDelivery
import LifeSignalModel
import Testing

@testable import LifeSignalServer

@Suite struct `What the server prints when it listens` {
  @Test(arguments: [
    ("127.0.0.1", "127.0.0.1"), ("0.0.0.0", "localhost"), ("::1", "[::1]"),
    ("safe.example", "safe.example"),
  ])
  func `one address that can be opened`(host: String, shown: String) {
    let text = Announcement(settings: Settings(host: host), port: 4711).text
    #expect(text == "LifeSignal is running: http://\(shown):4711\n")
  }

  @Test func `the mail server, and no password`() throws {
    let mail = SMTPAccount(
      host: "mail.example.org", port: 587, user: "safe", password: "secret",
      from: try EmailAddress("safe@example.org"))
    let text = Announcement(settings: Settings(mail: mail), port: 1).text
    #expect(text.contains("E-mail goes through mail.example.org:587.\n"))
    #expect(!text.contains("secret"))
  }

  @Test func `the push service for phones, and no key`() throws {
    let key = P256.Signing.PrivateKey()
    let apns = try APNsAccount(
      pem: key.pemRepresentation, keyID: "KEY1234567", teamID: "TEAM123456",
      topic: "org.example.app", baseURL: APNsAccount.sandbox)
    let text = Announcement(settings: Settings(apns: apns), port: 1).text
    #expect(
      text.contains(
        "Phones are reached as org.example.app by https://api.sandbox.push.apple.com.\n"))
    let secret = key.rawRepresentation.base64EncodedString()
    let written = String(key.pemRepresentation.split(separator: "\n")[1])
    var dump = ""
    Swift.dump(apns, to: &dump)
    for said in [text, "\(apns)", String(reflecting: apns), dump] {
      #expect(!said.contains(secret) && !said.contains(written))
    }
  }

  @Test func `where no one is registered, the link for the first account`() {
    let local = Announcement(settings: Settings(), port: 4711, firstAccount: "token").text
    #expect(local.contains("  http://127.0.0.1:4711/join/token\n"))
    let settings = Settings(origin: "https://safe.example")
    let text = Announcement(settings: settings, port: 4711, firstAccount: "token").text
    #expect(text.contains("No one is registered yet."))
    #expect(text.contains("  https://safe.example/join/token\n"))
  }

  @Test func `in a demo also how its people sign in`() {
    let text = Announcement(settings: Settings(isDemo: true), port: 1).text
    for member in DemoWorld.members {
      #expect(text.contains("\(member.typedNumber)  \(member.name)"))
    }
  }
}

import LifeSignalDelivery
import LifeSignalModel
import Testing

@testable import LifeSignalServer

@Suite struct `What is told when the server listens` {
  @Test(arguments: [
    ("127.0.0.1", "127.0.0.1"), ("0.0.0.0", "localhost"), ("::1", "[::1]"),
    ("safe.example", "safe.example"),
  ])
  func `one address that can be opened`(host: String, shown: String) {
    let text = Announcement(settings: Settings(host: host), port: 4711).text
    #expect(text == "LifeSignal is running: http://\(shown):4711\n")
  }

  @Test func `where e-mail goes, and no password`() throws {
    let mail = SMTPAccount(
      host: "mail.example.org", port: 587, user: "safe", password: "secret",
      from: try EmailAddress("safe@example.org"))
    let text = Announcement(settings: Settings(mail: mail), port: 1).text
    #expect(text.contains("E-mail goes through mail.example.org:587.\n"))
    #expect(!text.contains("secret"))
  }

  @Test func `in a demo also how its people sign in`() {
    let text = Announcement(settings: Settings(isDemo: true), port: 1).text
    for member in DemoWorld.members {
      #expect(text.contains("\(member.typedNumber)  \(member.name)"))
    }
  }
}

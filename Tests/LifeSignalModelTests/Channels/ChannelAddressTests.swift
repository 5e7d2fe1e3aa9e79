import LifeSignalModel
import Testing

@Suite struct `The address of a channel` {
  private static let longTopic = String(repeating: "a", count: 65)
  private static let longRoom: String = "!" + String(repeating: "a", count: 255)
  private static let longName: String = String(repeating: "a", count: 65) + "@example.org"
  private static let longLabel: String = "mara@" + String(repeating: "a", count: 64) + ".org"
  private static let longDomain: String =
    "mara@" + Array(repeating: "abcdefghi", count: 26).joined(separator: ".") + ".org"

  private func read(_ text: String, _ kind: ChannelKind) throws -> String {
    try ChannelAddress.normalized(text, kind: kind, region: .unitedStates)
  }

  private static let wellFormed: [(ChannelKind, String, String)] = [
    (.sms, "212-555-0101", "+12125550101"), (.voice, " (212) 555 0101\n", "+12125550101"),
    (.sms, "+44 7700 900123", "+447700900123"), (.sms, "+49 (0)1512 3456789", "+4915123456789"),
    (.email, "mara@example.org", "mara@example.org"),
    (.email, " Mara.Lind+safe@Example.ORG ", "Mara.Lind+safe@example.org"),
    (.email, "o'neil/x=1@a-b.example", "o'neil/x=1@a-b.example"),
    (.email, "mara@bücher.example", "mara@xn--bcher-kva.example"),
    (.email, "mara@例え.jp", "mara@xn--r8jz45g.jp"),
    (.ntfy, "mara-alarm_7", "mara-alarm_7"),
    (.ntfy, "https://Ntfy.Example.org/mara-alarm", "https://ntfy.example.org/mara-alarm"),
    (.matrix, "!abc123:example.org", "!abc123:example.org"),
    (.matrix, "!abc:example.org:8448", "!abc:example.org:8448"),
    (
      .matrix, "!31hneApxJ_1o-63DmFrpeqnkFfWppnzWso1JvH3ogLM",
      "!31hneApxJ_1o-63DmFrpeqnkFfWppnzWso1JvH3ogLM"
    ),
    (.telegram, "123456789", "123456789"), (.telegram, "-1001234567890", "-1001234567890"),
    (.telegram, "0042", "42"),
    (.webhook, "HTTPS://Example.com/hook?x=1", "https://example.com/hook?x=1"),
    (.webhook, "https://[2606:4700::1111]:8443/x", "https://[2606:4700::1111]:8443/x"),
  ]

  @Test(arguments: wellFormed)
  func `that is well formed has one spelling`(kind: ChannelKind, text: String, normal: String)
    throws
  {
    #expect(try read(text, kind) == normal)
    // What has been read once is read the same again.
    #expect(try read(normal, kind) == normal)
  }

  private static let malformed: [(ChannelKind, String, Refusal)] = [
    (.sms, "12345", .invalidPhoneNumber), (.voice, "+999 12345678", .invalidPhoneNumber),
    (.sms, "212-555-0101 ext. 5", .invalidPhoneNumber), (.sms, "0770090012", .invalidPhoneNumber),
    (.ntfy, "", .invalidTopic), (.ntfy, "two words", .invalidTopic),
    (.ntfy, longTopic, .invalidTopic),
    (.ntfy, "http://ntfy.example.org/mara", .invalidTopic),
    (.ntfy, "https://ntfy.example.org/", .invalidTopic),
    (.ntfy, "https://ntfy.example.org", .invalidTopic),
    (.ntfy, "https://ntfy.example.org/mara?up=1", .invalidTopic),
    (.ntfy, "https://ntfy.example.org/ma%72a", .invalidTopic),
    (.matrix, "#room:example.org", .invalidRoom), (.matrix, "!:example.org", .invalidRoom),
    (.matrix, "!", .invalidRoom), (.matrix, "!room:", .invalidRoom),
    (.matrix, "!room:exam ple.org", .invalidRoom), (.matrix, "!room:example.org/x", .invalidRoom),
    (.matrix, longRoom, .invalidRoom),
    (.telegram, "@mara", .invalidChat), (.telegram, "0", .invalidChat),
    (.telegram, "4503599627370496", .invalidChat), (.telegram, "12e3", .invalidChat),
    (.telegram, "+12", .invalidChat), (.telegram, "", .invalidChat),
    (.webhook, "http://example.com/", .invalidWebAddress),
    (.webhook, "example.com", .invalidWebAddress),
    (.webhook, "https://me:pass@example.com/", .invalidWebAddress),
    (.webhook, "https://2130706433/", .invalidWebAddress),
    (.webhook, "https://example.com:99999/", .invalidWebAddress),
    (.webPush, "https://push.example.com/1", .invalidPushSubscription),
    (ChannelKind(rawValue: "pigeon"), "anywhere", .notAllowed),
  ]

  @Test(arguments: malformed)
  func `that is not is refused by name`(kind: ChannelKind, text: String, refusal: Refusal) {
    #expect(throws: refusal) { try read(text, kind) }
  }

  @Test(arguments: [
    "", "mara", "@example.org", "mara@", "mara@localhost", "a@b@example.org", "mara@example..org",
    ".mara@example.org", "mara.@example.org", "ma..ra@example.org", "\"mara\"@example.org",
    "mara@example.org, other@example.org", "mara <mara@example.org>", "mara(x)@example.org",
    "mara@[127.0.0.1]", "mara@127.0.0.1", "mara@-example.org", "mara@example.org.",
    "mara@exa_mple.org", "ma ra@example.org", "mara@example.org\r\nBcc: x@example.org",
    "mara\n@example.org", "mara\0@example.org", "mara@exam\u{200b}ple.org",
    "mara@example.org\u{2028}x", longName,
    longLabel,
    longDomain,
  ])
  func `that is not a mailbox is refused`(text: String) {
    #expect(throws: Refusal.invalidEmailAddress) { try read(text, .email) }
  }

  @Test(arguments: ["jürgen@example.org", "мара@example.org", "用户@例え.jp"])
  func `with a name that is not ASCII is refused as such`(text: String) {
    #expect(throws: Refusal.emailNameNotASCII) { try read(text, .email) }
  }

  @Test func `may have 254 bytes and no more`() throws {
    let domain = Array(repeating: "abcdefghi", count: 18).joined(separator: ".") + ".exampleab"
    let address = String(repeating: "n", count: 64) + "@" + domain
    #expect(address.utf8.count == 254)
    #expect(try read(address, .email) == address)
    #expect(throws: Refusal.invalidEmailAddress) { try read(address + "c", .email) }
  }
}

import LifeSignalModel
import Testing

@Suite struct AccessTokenTextTests {
  /// Made by another implementation: whole numbers in base 62, and zlib's CRC-32.
  static let oracle: [([UInt8], String)] = [
    (
      [UInt8](repeating: 0, count: 32), "lsp_00000000000000000000000000000000000000000002CZclj"
    ),
    ([UInt8](0..<32), "lsp_003aUlTJC7tjlCTQj2uNU3MFagCXG9LRKRcwGkBIDlf1Yo7hP"),
    (
      [UInt8](repeating: 255, count: 32),
      "lsp_yhjskwdA6OZ1AL1YmHWZWm8LLG7HjnuCA2j5rOw8Xp13sRzl1"
    ),
  ]

  @Test(arguments: oracle)
  func `bytes are written as another implementation writes them`(
    bytes: [UInt8], text: String
  ) {
    #expect(AccessTokenText(random: bytes).text == text)
    #expect(AccessTokenText(text: text)?.text == text)
  }

  @Test func `one character that is not right is enough`() {
    let text = AccessTokenText(random: [UInt8](0..<32)).text
    for index in text.indices {
      var wrong = text
      wrong.replaceSubrange(index...index, with: text[index] == "x" ? "y" : "x")
      #expect(AccessTokenText(text: wrong) == nil, "\(wrong)")
    }
  }

  @Test(arguments: [
    "", "lsp_", "lsp", "ghp_003aUlTJC7tjlCTQj2uNU3MFagCXG9LRKRcwGkBIDlf1Yo7hP",
    "lsp_003aUlTJC7tjlCTQj2uNU3MFagCXG9LRKRcwGkBIDlf1Yo7hPP",
    "lsp_003aUlTJC7tjlCTQj2uNU3MFagCXG9LRKRcwGkBIDlf1Yo7h", " lsp_", "lsp_é",
    "00000000000000000000000000000000000000000000000000000",
  ])
  func `a text that no server made is refused`(text: String) {
    #expect(AccessTokenText(text: text) == nil)
  }

  @Test func `it is never printed`() {
    let token = AccessTokenText(random: [UInt8](0..<32))
    #expect("\(token)" == "<access token>")
    let details = AccessTokenData(id: "7", name: "n", scopes: [.read], createdAt: Cast.start)
    #expect("\(NewAccessToken(token: token.text, details: details))" == "<access token 7>")
  }
}

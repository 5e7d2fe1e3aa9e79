import LifeSignalModel
import Testing

@Suite struct `The key of a check-in` {
  @Test(arguments: ["1-7", "push-abc", "co", "code", "Code:61", "", " code:61"])
  func `is what the client has chosen`(text: String) {
    #expect(CheckIn.key(chosen: text) == text)
  }

  @Test(arguments: ["code:61", "code:", "sms:SM1", "voice:CA1", "client:code:61", "client:"])
  func `never begins like one of the server's own`(text: String) {
    let key = CheckIn.key(chosen: text)
    #expect(key == "client:\(text)")
    #expect(CheckIn.key(chosen: text) == key)
    for prefix in CheckIn.KeyPrefix.allCases where prefix != .client {
      #expect(!key.hasPrefix(prefix.rawValue))
    }
  }

  @Test func `is another one for every text`() {
    let texts = ["61", "code:61", "client:code:61", "client:61", "client:client:61"]
    #expect(Set(texts.map(CheckIn.key(chosen:))).count == texts.count)
  }
}

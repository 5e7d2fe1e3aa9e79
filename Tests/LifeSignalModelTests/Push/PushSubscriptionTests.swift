import Foundation
import LifeSignalModel
import Testing

extension PushSubscription {
  /// One that a browser could have made.
  static func sample(_ number: Int = 1, key: UInt8 = 7) -> PushSubscription {
    PushSubscription(
      endpoint: "https://push.example/send/\(number)?x=1",
      key: Data([4]) + Data(repeating: key, count: 64), secret: Data(repeating: 9, count: 16),
      origin: "https://lifesignal.example")
  }
}

@Suite struct PushSubscriptionTests {
  @Test func `one subscription is always the same text, and is read back from it`() throws {
    let subscription = PushSubscription.sample()
    #expect(
      subscription.address == """
        {"auth":"CQkJCQkJCQkJCQkJCQkJCQ","endpoint":"https://push.example/send/1?x=1",\
        "origin":"https://lifesignal.example","p256dh":"\(subscription.key.base64URL)"}
        """)
    #expect(PushSubscription(address: subscription.address) == subscription)
  }

  @Test(arguments: [
    "", "+12125550101", "[]", "{}", #"{"auth":"a","endpoint":"b","origin":"c"}"#,
    #"{"auth":"?","endpoint":"b","origin":"c","p256dh":"AA"}"#,
  ])
  func `an invalid subscription is refused`(address: String) {
    #expect(PushSubscription(address: address) == nil)
  }

  @Test func `a browser's subscription is valid`() {
    #expect(PushSubscription.sample().isValid)
    var local = PushSubscription.sample()
    local.origin = "http://localhost:8080"
    #expect(local.isValid)
  }

  @Test(arguments: [
    "", "http://push.example/1", "https://", "ftp://push.example/1", "push.example",
    "https://me:x@push.example/1", "https://push.example/1#a", "https://push.example/ 1",
    "https://push.example\\@127.0.0.1/", "https://push.example/\n",
    "https://push.example/" + String(repeating: "a", count: 1_000),
  ])
  func `an endpoint must be https and no longer than any push service's`(endpoint: String) {
    var subscription = PushSubscription.sample()
    subscription.endpoint = endpoint
    #expect(!subscription.isValid)
  }

  @Test(arguments: [
    "", "lifesignal.example", "ftp://a.example", "https://a.example/", "https://a.example/path",
    "https://me@a.example", "https://" + String(repeating: "a", count: 300),
  ])
  func `an origin is one and nothing more`(origin: String) {
    var subscription = PushSubscription.sample()
    subscription.origin = origin
    #expect(!subscription.isValid)
  }

  @Test(arguments: [(0, 4), (64, 4), (66, 4), (65, 2), (65, 3), (33, 2)])
  func `a key is an uncompressed point`(count: Int, first: UInt8) {
    var subscription = PushSubscription.sample()
    subscription.key = Data([first]) + Data(repeating: 7, count: max(0, count - 1))
    if count == 0 { subscription.key = Data() }
    #expect(!subscription.isValid)
  }

  @Test(arguments: [0, 15, 17]) func `a secret has sixteen bytes`(count: Int) {
    var subscription = PushSubscription.sample()
    subscription.secret = Data(repeating: 1, count: count)
    #expect(!subscription.isValid)
  }

  @Test(arguments: [
    (Data(), ""), (Data([0xff]), "_w"), (Data([0xfb, 0xef]), "--8"), (Data([1, 2, 3]), "AQID"),
  ])
  func `base64url is written without padding and read with or without`(data: Data, text: String) {
    #expect(data.base64URL == text)
    #expect(Data(base64URL: text) == data)
    #expect(Data(base64URL: text + String(repeating: "=", count: (4 - text.count % 4) % 4)) == data)
  }

  @Test(arguments: ["a b", "a+b=", "a/b=", "é", "A"]) func `other texts are refused`(text: String) {
    #expect(Data(base64URL: text) == nil)
  }
}

import Crypto
import Foundation
import LifeSignalModel
import Testing

@testable import LifeSignalDelivery

@Suite struct `The encryption of push messages` {
  /// RFC 8291, appendix A.
  @Test func `gives the very bytes of the standard's example`() throws {
    let subscription = PushSubscription(
      endpoint: "https://push.example.net/push/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV",
      key: try raw(
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"),
      secret: try raw("BTBZMqHH6r4Tts7J_aSIgg"), origin: "https://example.net")
    let fresh = PushEncryption.Fresh(
      salt: try raw("DGv6ra1nlYgDCS1FRnbzlw"),
      key: try P256.KeyAgreement.PrivateKey(
        rawRepresentation: raw("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")))
    let body = try PushEncryption.encrypt(
      Data("When I grow up, I want to be a watermelon".utf8), for: subscription, with: fresh)
    #expect(
      body.base64URL == """
        DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmY\
        WAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexS\
        gSxsj_Qulcy4a-fN
        """)
  }

  @Test func `never uses a salt or a key twice`() throws {
    let browser = Browser()
    let subscription = browser.subscription(at: "https://push.example/1")
    let bodies = try (0..<20).map { _ in
      try PushEncryption.encrypt(
        Data("a".utf8), for: subscription,
        with: .init { count in (0..<count).map { _ in .random(in: .min ... .max) } })
    }
    #expect(Set(bodies.map { $0.prefix(16) }).count == 20)
    #expect(Set(bodies.map { $0.dropFirst(21).prefix(65) }).count == 20)
  }

  @Test func `draws again when the bytes are no key`() {
    // More than the order of the curve is none.
    let draws = Draws([
      [UInt8](repeating: 1, count: 16), [UInt8](repeating: 0xff, count: 32),
      [UInt8](repeating: 0, count: 32), [UInt8](repeating: 3, count: 32),
    ])
    let fresh = PushEncryption.Fresh(from: draws.next)
    #expect(fresh.key.rawRepresentation == Data(repeating: 3, count: 32))
    #expect(fresh.salt == Data(repeating: 1, count: 16))
  }

  @Test(arguments: [(0, 0), (1, 0), (3_993, 0), (5, 1_024), (1_024, 1_024), (2, 3_993)])
  func `hides how long a text is and never exceeds a record`(text: Int, padded: Int) throws {
    let body = try PushEncryption.encrypt(
      Data(repeating: 0x61, count: text),
      for: Browser().subscription(at: "https://push.example/1"),
      with: .init { count in (0..<count).map { _ in .random(in: .min ... .max) } }, padTo: padded)
    #expect(body.count == 86 + max(text, padded) + 1 + 16)
    #expect(body.count <= 4_096)
  }

  @Test func `a browser's key that lies on no curve is refused`() {
    var subscription = Browser().subscription(at: "https://push.example/1")
    subscription.key = Data([4]) + Data(repeating: 7, count: 64)
    #expect(throws: (any Error).self) {
      try PushEncryption.encrypt(
        Data(), for: subscription,
        with: .init { count in (0..<count).map { _ in .random(in: .min ... .max) } })
    }
  }

  private func raw(_ text: String) throws -> Data { try #require(Data(base64URL: text)) }

  private final class Draws {
    private var bytes: [[UInt8]]
    init(_ bytes: [[UInt8]]) { self.bytes = bytes }
    func next(_ count: Int) -> [UInt8] { bytes.removeFirst() }
  }
}

@Suite struct `The key of push services` {
  private let now = Date(timeIntervalSince1970: 1_767_600_000)

  private func claims(_ header: String) throws -> String {
    let token = try #require(header.split(separator: "t=").last?.split(separator: ",").first)
    let part = token.split(separator: ".")[1]
    return String(decoding: try #require(Data(base64URL: String(part))), as: UTF8.self)
  }

  @Test func `is the same for the same secret and another for another`() {
    let one = VAPID(secret: Data(repeating: 1, count: 32))
    #expect(one.publicKey == VAPID(secret: Data(repeating: 1, count: 32)).publicKey)
    #expect(one.publicKey != VAPID(secret: Data(repeating: 2, count: 32)).publicKey)
    #expect(one.publicKey.count == 65 && one.publicKey.first == 4)
  }

  @Test func `signs for one service, for at most twelve hours`() throws {
    let vapid = VAPID(secret: Data(repeating: 1, count: 32))
    let header = try vapid.authorization(
      for: "https://push.example", contact: "mailto:ops@lifesignal.example", at: now)
    #expect(header.hasPrefix("vapid t="))
    #expect(header.hasSuffix(", k=\(vapid.publicKey.base64URL)"))
    #expect(
      try claims(header) == #"""
        {"aud":"https://push.example","exp":1767643200,"sub":"mailto:ops@lifesignal.example"}
        """#)
    let nameless = try vapid.authorization(for: "https://push.example", contact: nil, at: now)
    #expect(try claims(nameless) == #"{"aud":"https://push.example","exp":1767643200}"#)
  }

  @Test func `a token is used until it gets old, and by one service`() throws {
    let vapid = VAPID(secret: Data(repeating: 1, count: 32))
    func token(_ seconds: TimeInterval, _ audience: String = "https://a.example") throws -> String {
      try vapid.authorization(for: audience, contact: nil, at: now + seconds)
    }
    let first = try token(0)
    #expect(try token(6 * 3_600 - 1) == first)
    #expect(try token(0, "https://b.example") != first)
    let second = try token(6 * 3_600)
    #expect(second != first)
    // A clock that was set back: a token of the future would be good for too long.
    #expect(try token(0) != second)
    let third = try token(60)
    vapid.forgetToken(for: "https://a.example", contact: nil)
    #expect(try token(61) != third)
  }
}

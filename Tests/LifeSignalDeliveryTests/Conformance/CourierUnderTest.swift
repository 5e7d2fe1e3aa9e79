import Crypto
import Foundation
import LifeSignalDelivery
import LifeSignalEngine
import LifeSignalModel
import NIOHTTP1
import Testing

/// One courier as the conformance suite sees it: who adds a channel adds a value here.
struct CourierUnderTest: Sendable, CustomTestStringConvertible {
  var name: String
  /// Speaks to this port of this machine; gives up after so many seconds.
  var make: @Sendable (_ port: Int, _ limit: TimeInterval) -> any Courier
  /// What the carrier says when it has taken the message.
  var taken: Receiver.Answer
  /// What it says when the address is dead.
  var gone: Receiver.Answer
  var method = HTTPMethod.POST
  /// Whether the head of the answer is all that counts.
  var readsHeadOnly = false
  /// The header by which the carrier knows a message again, and what it says in the suite's.
  var key = (name: "Idempotency-Key", value: "lifesignal-7")
  /// An address for messages; nothing of it may be in a reason.
  var address: @Sendable (_ port: Int) -> String

  var testDescription: String { name }

  static let now = Date(timeIntervalSince1970: 1_767_600_000)
  static let all = [webhook, sms, voice, ntfy, matrix, telegram, apns]

  func message(_ port: Int, attempt: Int = 1) -> CourierMessage {
    CourierMessage(
      idempotencyKey: "lifesignal-7", kind: .sms, address: address(port), title: "Mara Lindqvist",
      body: "Secret words", priority: .alert, attempt: attempt, receiptToken: "token-7")
  }

  static let webhook = CourierUnderTest(
    name: "webhook",
    make: { _, limit in
      WebhookCourier(
        policy: WebhookPolicy(allowsPrivateNetworks: true),
        signature: WebhookSignature(secret: Data(repeating: 7, count: 32)),
        resolver: HostResolver { _ in [IPAddress("127.0.0.1")!] }, limit: limit, now: { now })
    },
    taken: Receiver.Answer(text: ""), gone: Receiver.Answer(status: .gone, text: ""),
    readsHeadOnly: true, address: { "http://secret-host.invalid:\($0)/secret-path" })

  private static func trunk(_ port: Int, _ limit: TimeInterval) -> CarrierTrunk {
    CarrierTrunk(to: account(port), budget: budget(), limit: limit, now: { now })
  }

  static let sms = CourierUnderTest(
    name: "sms",
    make: { port, limit in
      SMSCourier(
        SMSCourier.Settings(sender: .from("+15550009999")), over: trunk(port, limit))
    },
    taken: Receiver.Answer(status: .created, text: #"{"sid": "SM1", "status": "queued"}"#),
    gone: Receiver.Answer(
      status: .badRequest, text: #"{"code": 21610, "message": "+15550100002 has opted out"}"#),
    address: { _ in "+15550100002" })

  static let voice = CourierUnderTest(
    name: "voice",
    make: { port, limit in
      VoiceCourier(from: "+15550009999", over: trunk(port, limit))
    },
    taken: Receiver.Answer(status: .created, text: #"{"sid": "CA1", "status": "queued"}"#),
    gone: Receiver.Answer(
      status: .badRequest, text: #"{"code": 21211, "message": "+15550100002 is no number"}"#),
    address: { _ in "+15550100002" })

  private static func template(
    _ limit: TimeInterval, _ service: ServiceTemplate
  ) -> TemplateCourier {
    TemplateCourier(service, origin: "https://safe.example", limit: limit, now: { now })
  }

  static let ntfy = CourierUnderTest(
    name: "ntfy",
    make: { port, limit in
      template(limit, .ntfy(server: "http://127.0.0.1:\(port)", token: "tk_secret"))
    },
    taken: Receiver.Answer(text: #"{"id": "abc", "event": "message"}"#),
    gone: Receiver.Answer(status: .gone, text: "secret-topic"), address: { _ in "secret-topic" })

  static let matrix = CourierUnderTest(
    name: "matrix",
    make: { port, limit in
      template(limit, .matrix(homeserver: "http://127.0.0.1:\(port)", token: "secret"))
    },
    taken: Receiver.Answer(text: #"{"event_id": "$1"}"#),
    gone: Receiver.Answer(
      status: .forbidden, text: #"{"errcode": "M_FORBIDDEN", "error": "not in !secret:home"}"#),
    method: .PUT, address: { _ in "!secret:home.invalid" })

  static let telegram = CourierUnderTest(
    name: "telegram",
    make: { port, limit in
      template(limit, .telegram(token: "1:secret", server: "http://127.0.0.1:\(port)"))
    },
    taken: Receiver.Answer(text: #"{"ok": true, "result": {"message_id": 1}}"#),
    gone: Receiver.Answer(
      status: .forbidden,
      text: #"{"ok": false, "error_code": 403, "description": "Forbidden: blocked by 5550100002"}"#),
    address: { _ in "5550100002" })

  static let apns = CourierUnderTest(
    name: "apns",
    make: { port, limit in
      let key = P256.Signing.PrivateKey().pemRepresentation
      let account = try? APNsAccount(
        pem: key, keyID: "KEY1234567", teamID: "TEAM123456", topic: "org.example.secret",
        baseURL: "http://127.0.0.1:\(port)")
      guard let account, let courier = try? APNsCourier(account, limit: limit, now: { now }) else {
        preconditionFailure("a key just made is one, and there is no file to read")
      }
      return courier
    },
    taken: Receiver.Answer(text: ""),
    gone: Receiver.Answer(status: .gone, text: #"{"reason": "Unregistered", "timestamp": 1}"#),
    readsHeadOnly: true, key: ("apns-id", "a3d52e8e-27c5-8a7e-816a-c543f31c09aa"),
    address: { _ in String(repeating: "5e", count: 32) })

  static func account(_ port: Int) -> CarrierAccount {
    CarrierAccount(
      sid: "AC7", token: "secret-token-secret-token", baseURL: "http://127.0.0.1:\(port)",
      callbackOrigin: "https://safe.example")
  }

  static func budget() -> Budget {
    Budget(BudgetLimits(perDay: 100, perPrefix: 100, codes: 100, alarms: 100), now: { now })
  }
}

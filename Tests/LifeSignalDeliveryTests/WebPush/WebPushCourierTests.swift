import Foundation
import LifeSignalDelivery
import LifeSignalEngine
import LifeSignalModel
import NIOHTTP1
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1))) struct `A push message` {
  private static let now = Date(timeIntervalSince1970: 1_767_600_000)
  private let browser = Browser()
  private let vapid = VAPID(secret: Data(repeating: 5, count: 32))

  private func courier(
    home: Bool = true, limit: TimeInterval = 10, contact: String? = nil,
    resolver: @escaping @Sendable (String) async throws -> [String] = { _ in ["127.0.0.1"] },
    instant: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) -> WebPushCourier {
    WebPushCourier(
      policy: WebhookPolicy(allowsPrivateNetworks: home), vapid: vapid, contact: contact,
      resolver: HostResolver { try await resolver($0).compactMap { IPAddress($0) } }, limit: limit,
      now: { Self.now }, instant: instant)
  }

  private func endpoint(_ service: Receiver) -> String {
    "http://push.invalid:\(service.port)/send/abc?d=1"
  }

  @Test func `goes to the endpoint with what the service has to know`() async throws {
    try await Receiver.with { service in
      service.answer(
        Receiver.Answer(status: .created, headers: ["Content-Length": "0", "Location": "/m/1"]))
      try await courier().deliver(browser.message(at: endpoint(service)))
      let request = try #require(service.requests.first)
      let headers = request.head.headers
      #expect(service.requests.count == 1)
      #expect(request.head.method == .POST && request.head.uri == "/send/abc?d=1")
      #expect(headers.first(name: "Content-Encoding") == "aes128gcm")
      #expect(headers.first(name: "TTL") == "86400")
      #expect(headers.first(name: "Urgency") == "high")
      #expect(headers.first(name: "Topic")?.count == 32)
      #expect(headers.first(name: "Authorization")?.hasPrefix("vapid t=") == true)
      #expect(headers.first(name: "Host") == "push.invalid:\(service.port)")
      #expect(request.body.count == 86 + 1_024 + 17, "padded to whole kilobytes")
      for words in ["Mara", "ALERT", "tok-EN_1"] {
        #expect(request.body.range(of: Data(words.utf8)) == nil, "the service can read it")
      }
    }
  }

  @Test(
    arguments: [
      (.alert, "high", "86400"), (.missedCheckIn, "high", "86400"), (.ping, "high", "86400"),
      (.recovery, "normal", "86400"), (.reminder, "normal", "3600"),
      (.information, "low", "3600"),
    ] as [(Delivery.Priority, String, String)])
  func `wakes a device as far as it matters`(
    priority: Delivery.Priority, urgency: String, life: String
  ) async throws {
    try await Receiver.with { service in
      service.answer(Receiver.Answer(status: .created, headers: ["Content-Length": "0"]))
      try await courier().deliver(browser.message(at: endpoint(service), priority))
      let headers = try #require(service.requests.first).head.headers
      #expect(headers.first(name: "Urgency") == urgency)
      #expect(headers.first(name: "TTL") == life)
    }
  }

  @Test(
    arguments: [
      (200, nil, nil), (201, nil, nil), (202, nil, nil),
      (404, nil, .addressGone("webpush: answered 404")),
      (410, nil, .addressGone("webpush: answered 410")),
      (301, nil, .rejected("webpush: answered 301")),
      (307, nil, .rejected("webpush: answered 307")),
      (400, nil, .rejected("webpush: answered 400")),
      (413, nil, .rejected("webpush: answered 413")),
      (408, nil, .transient("webpush: answered 408")),
      (429, nil, .transient("webpush: answered 429")),
      (429, "120", .transient("webpush: answered 429", retryAfter: .seconds(120))),
      (
        503, "Mon, 05 Jan 2026 08:00:30 GMT",
        .transient("webpush: answered 503", retryAfter: .seconds(30))
      ),
      (429, "999999999999", .transient("webpush: answered 429", retryAfter: .seconds(3_600))),
      (500, nil, .transient("webpush: answered 500")),
    ] as [(Int, String?, CourierFailure?)])
  func `is understood by its answer`(
    status: Int, retryAfter: String?, failure: CourierFailure?
  ) async throws {
    try await Receiver.with { service in
      var answer = Receiver.Answer(
        status: HTTPResponseStatus(statusCode: status), headers: ["Content-Length": "0"])
      if let retryAfter { answer.headers.add(name: "Retry-After", value: retryAfter) }
      answer.headers.add(name: "Location", value: "http://push.invalid:\(service.port)/other")
      service.answer(answer)
      let message = browser.message(at: endpoint(service))
      if let failure {
        await #expect(throws: failure) { try await courier().deliver(message) }
      } else {
        try await courier().deliver(message)
      }
      #expect(service.requests.count == 1, "no redirect is followed")
    }
  }

  @Test func `a service that never answers is given up in time`() async throws {
    try await Receiver.with { service in
      service.answer(Receiver.Answer(isSilent: true))
      let began = ContinuousClock.now
      let failure = await #expect(throws: CourierFailure.self) {
        try await courier(limit: 0.2).deliver(browser.message(at: endpoint(service)))
      }
      guard case .transient(_, nil) = failure else { return #expect(Bool(false), "\(failure!)") }
      #expect(ContinuousClock.now - began < .seconds(5))
    }
  }

  @Test func `a service that never stops talking is not listened to`() async throws {
    try await Receiver.with { service in
      service.answer(Receiver.Answer(status: .created, bytes: 10_000_000))
      try await courier().deliver(browser.message(at: endpoint(service)))
      #expect(service.sentBytes < 9_000_000)
    }
  }

  @Test func `ends at once when it is cancelled`() async throws {
    try await Receiver.with { service in
      service.answer(Receiver.Answer(isSilent: true))
      let task = Task { try await courier().deliver(browser.message(at: endpoint(service))) }
      while service.requests.isEmpty { await Task.yield() }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
  }

  @Test func `is tried again when no server listens`() async throws {
    let message = browser.message(at: "http://127.0.0.1:1/x")
    let failure = await #expect(throws: CourierFailure.self) {
      try await courier().deliver(message)
    }
    guard case .transient(let words, _) = failure else { return #expect(Bool(false)) }
    #expect(!words.contains("127.0.0.1"), "an address in the log")
  }

  @Test(
    arguments: [
      ("https://10.0.0.1/x", "webpush: private network not allowed"),
      ("https://169.254.169.254/x", "webpush: linkLocal network not allowed"),
      ("https://[::1]/x", "webpush: loopback network not allowed"),
      ("https://2130706433/x", "webpush: ambiguous host"),
      ("http://push.example/x", "webpush: scheme not allowed"),
      ("https://push.example:22/x", "webpush: port not allowed"),
      ("https://me:secret@push.example/x", "webpush: credentials in the address"),
    ])
  func `never goes to a private network or an unsafe address`(endpoint: String, reason: String)
    async
  {
    await #expect(throws: CourierFailure.rejected(reason)) {
      try await courier(home: false).deliver(browser.message(at: endpoint))
    }
  }

  @Test func `a name that means a closed network leads nowhere`() async {
    for addresses in [["10.1.2.3"], ["1.1.1.1", "127.0.0.1"], ["fe80::1"]] {
      let failure = await #expect(throws: CourierFailure.self) {
        try await courier(home: false, resolver: { _ in addresses })
          .deliver(browser.message(at: "https://push.invalid/x"))
      }
      guard case .rejected(let words) = failure else { return #expect(Bool(false)) }
      #expect(words.contains("network not allowed"))
    }
    await #expect(throws: CourierFailure.transient("webpush: the name cannot be resolved")) {
      try await courier(resolver: { _ in throw HostResolver.NoAddress() })
        .deliver(browser.message(at: "https://push.invalid/x"))
    }
  }

  @Test func `a line is used for a minute, then the name is checked again`() async throws {
    let asked = Mutex(0)
    let instants = Instants()
    try await Receiver.with { service in
      service.answer(Receiver.Answer(status: .created, headers: ["Content-Length": "0"]))
      let courier = courier(
        resolver: { _ in
          asked.withLock { $0 += 1 }
          return asked.withLock { $0 } < 3 ? ["127.0.0.1"] : ["169.254.169.254"]
        }, instant: { instants.now })
      for _ in 0..<5 { try await courier.deliver(browser.message(at: endpoint(service))) }
      #expect(asked.withLock { $0 } == 1)
      instants.advance(by: .seconds(60))
      try await courier.deliver(browser.message(at: endpoint(service)))
      #expect(asked.withLock { $0 } == 2)
      instants.advance(by: .seconds(60))
      // By now the name leads elsewhere: an old line must not keep the way open, nor a new one go there.
      await #expect(throws: CourierFailure.rejected("webpush: linkLocal network not allowed")) {
        try await courier.deliver(browser.message(at: endpoint(service)))
      }
      #expect(service.requests.count == 6)
    }
  }

  @Test func `an address that is not a subscription is gone`() async {
    var message = browser.message(at: "https://push.example/1")
    for address in [
      "", "{}", "+12125550101", #"{"auth":"","endpoint":"x","origin":"","p256dh":"!"}"#,
    ] {
      message.address = address
      await #expect(throws: CourierFailure.addressGone("webpush: not a subscription")) {
        try await courier().deliver(message)
      }
    }
    var subscription = browser.subscription(at: "https://push.example/1")
    subscription.key = Data([4]) + Data(repeating: 9, count: 64)
    message.address = subscription.address
    await #expect(
      throws: CourierFailure.addressGone("webpush: the key is no point of the curve")
    ) { try await courier().deliver(message) }
  }

  @Test(arguments: [401, 403])
  func `a service that does not believe the token gets a new one at once`(status: Int)
    async throws
  {
    try await Receiver.with { service in
      let courier = courier()
      let no = Receiver.Answer(
        status: HTTPResponseStatus(statusCode: status), headers: ["Content-Length": "0"])
      let yes = Receiver.Answer(status: .created, headers: ["Content-Length": "0"])
      func token() -> String? {
        service.requests.last?.head.headers.first(name: "Authorization")
      }
      service.answer(yes)
      try await courier.deliver(browser.message(at: endpoint(service)))
      let first = token()
      try await courier.deliver(browser.message(at: endpoint(service)))
      #expect(token() == first)
      service.answer(first: no, then: yes)
      try await courier.deliver(browser.message(at: endpoint(service)))
      let second = token()
      #expect(second != first && service.requests.count == 4)
      #expect(service.requests[2].body == service.requests[3].body)
      try await courier.deliver(browser.message(at: endpoint(service)))
      #expect(token() == second && service.requests.count == 5, "the new one is kept")
    }
  }

  @Test(arguments: [401, 403])
  func `a service that believes no token is asked twice and not again`(status: Int) async throws {
    try await Receiver.with { service in
      service.answer(
        Receiver.Answer(
          status: HTTPResponseStatus(statusCode: status), headers: ["Content-Length": "0"]))
      await #expect(throws: CourierFailure.rejected("webpush: answered \(status)")) {
        try await courier().deliver(browser.message(at: endpoint(service)))
      }
      #expect(service.requests.count == 2)
      let no = Receiver.Answer(status: .unauthorized, headers: ["Content-Length": "0"])
      service.answer(
        first: no, then: Receiver.Answer(status: .gone, headers: ["Content-Length": "0"]))
      await #expect(throws: CourierFailure.addressGone("webpush: answered 410")) {
        try await courier().deliver(browser.message(at: endpoint(service)))
      }
    }
  }
}

private final class Instants: Sendable {
  private let instant = Mutex(ContinuousClock.now)
  var now: ContinuousClock.Instant { instant.withLock { $0 } }
  func advance(by duration: Duration) { instant.withLock { $0 += duration } }
}

import Crypto
import Foundation
import LifeSignalDelivery
import LifeSignalEngine
import LifeSignalModel
import NIOHTTP1
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1))) struct `A webhook` {
  private static let now = Date(timeIntervalSince1970: 1_767_600_000)
  private static let signature = WebhookSignature(secret: Data(repeating: 7, count: 32))

  private func courier(
    home: Bool = true, limit: TimeInterval = 10,
    resolver: @escaping @Sendable (String) async throws -> [String] = { _ in ["127.0.0.1"] }
  ) -> WebhookCourier {
    WebhookCourier(
      policy: WebhookPolicy(allowsPrivateNetworks: home), signature: Self.signature,
      resolver: HostResolver { try await resolver($0).compactMap { IPAddress($0) } }, limit: limit,
      now: { Self.now })
  }

  private func message(_ url: String, body: String = "Mara needs help.") -> CourierMessage {
    CourierMessage(
      idempotencyKey: "lifesignal-7", kind: .webhook, address: url, title: "ALERT", body: body,
      priority: .alert, attempt: 2)
  }

  @Test func `carries the message to the address that was checked, and signs it`() async throws {
    try await Receiver.with { receiver in
      // No other resolver knows this name, so the connection must go to the address that was
      // checked.
      let url = "http://hook.invalid:\(receiver.port)/in?x=1"
      try await courier().deliver(message(url))
      let request = try #require(receiver.requests.first)
      #expect(receiver.requests.count == 1)
      #expect(request.head.method == .POST && request.head.uri == "/in?x=1")
      #expect(request.head.headers.first(name: "Host") == "hook.invalid:\(receiver.port)")
      #expect(request.head.headers.first(name: "Idempotency-Key") == "lifesignal-7")
      #expect(request.head.headers.first(name: "Content-Type") == "application/json")
      #expect(
        String(decoding: request.body, as: UTF8.self) == #"""
          {"attempt":2,"body":"Mara needs help.","idempotencyKey":"lifesignal-7",\#
          "priority":"alert","title":"ALERT"}
          """#)

      // As a receiver would check it.
      let parts = try #require(request.head.headers.first(name: "LifeSignal-Signature"))
        .split(separator: ",").map { $0.split(separator: "=", maxSplits: 1)[1] }
      #expect(parts[0] == "1767600000")
      let key = SymmetricKey(data: Data(Self.signature.key(for: url).utf8))
      let code = HMAC<SHA256>.authenticationCode(
        for: Data("\(parts[0]).".utf8) + request.body, using: key)
      #expect(code.map { String(format: "%02x", $0) }.joined() == parts[1])
      #expect(Self.signature.key(for: url) != Self.signature.key(for: url + "2"))
    }
  }

  @Test(
    arguments: [
      (200, nil, nil), (204, nil, nil),
      (410, nil, .addressGone("webhook: answered 410")),
      (400, nil, .rejected("webhook: answered 400")),
      (401, nil, .rejected("webhook: answered 401")),
      (404, nil, .rejected("webhook: answered 404")),
      (301, nil, .rejected("webhook: answered 301")),
      (408, nil, .transient("webhook: answered 408")),
      (429, "120", .transient("webhook: answered 429", retryAfter: .seconds(120))),
      (
        503, "Mon, 05 Jan 2026 08:00:30 GMT",
        .transient("webhook: answered 503", retryAfter: .seconds(30))
      ),
      (503, "Mon, 05 Jan 2026 07:00:00 GMT", .transient("webhook: answered 503")),
      (503, "soon", .transient("webhook: answered 503")),
      (503, "-5", .transient("webhook: answered 503")),
      (
        429, "99999999999999999999",
        .transient("webhook: answered 429", retryAfter: .seconds(3_600))
      ),
      (500, nil, .transient("webhook: answered 500")),
    ] as [(Int, String?, CourierFailure?)])
  func `is understood by its answer`(
    status: Int, retryAfter: String?, failure: CourierFailure?
  ) async throws {
    try await Receiver.with { receiver in
      var answer = Receiver.Answer(status: HTTPResponseStatus(statusCode: status))
      if let retryAfter { answer.headers.add(name: "Retry-After", value: retryAfter) }
      answer.headers.add(name: "Location", value: "http://hook.invalid:\(receiver.port)/other")
      if status == 204 || status == 200 { answer.headers.add(name: "Content-Length", value: "0") }
      receiver.answer(answer)
      let message = message("http://hook.invalid:\(receiver.port)/")
      if let failure {
        await #expect(throws: failure) { try await courier().deliver(message) }
      } else {
        try await courier().deliver(message)
      }
      #expect(receiver.requests.count == 1, "no redirect is followed")
    }
  }

  @Test(arguments: [
    (["127.0.0.1"], "loopback"), (["10.1.2.3"], "private"), (["169.254.169.254"], "linkLocal"),
    (["::1"], "loopback"), (["fd00::1"], "private"), (["::ffff:127.0.0.1"], "embedded"),
    (["64:ff9b::7f00:1"], "embedded"), (["2002:7f00:1::"], "embedded"),
    (["100.64.0.1"], "private"), (["224.0.0.1"], "multicast"),
    (["93.184.216.34", "127.0.0.1"], "loopback"), (["127.0.0.1", "93.184.216.34"], "loopback"),
  ])
  func `to a name that leads into a closed network is not sent`(
    addresses: [String], network: String
  ) async throws {
    try await Receiver.with { receiver in
      let courier = courier(home: false) { _ in addresses }
      await #expect(
        throws: CourierFailure.rejected("webhook: \(network) network not allowed")
      ) {
        try await courier.deliver(message("https://hook.invalid/"))
      }
      #expect(receiver.requests.isEmpty)
    }
  }

  @Test(arguments: [
    ("http://example.com/", "webhook: scheme not allowed"),
    ("https://2130706433/", "webhook: ambiguous host"),
    ("https://0x7f.1/", "webhook: ambiguous host"),
    ("https://me@example.com/", "webhook: credentials in the address"),
    ("https://example.com:25/", "webhook: port not allowed"),
    ("https://[::1]/", "webhook: loopback network not allowed"),
    ("nonsense", "webhook: not an address"),
  ])
  func `to an invalid address looks up no name`(url: String, reason: String) async throws {
    let asked = Mutex(0)
    let courier = courier(home: false) { _ in
      asked.withLock { $0 += 1 }
      return ["93.184.216.34"]
    }
    await #expect(throws: CourierFailure.rejected(reason)) {
      try await courier.deliver(message(url))
    }
    #expect(asked.withLock { $0 } == 0)
  }

  @Test func `of ten megabytes is refused and never sent`() async throws {
    try await Receiver.with { receiver in
      let huge = String(repeating: "a", count: 10_000_000)
      await #expect(throws: CourierFailure.rejected("webhook: message too large")) {
        try await courier().deliver(message("http://hook.invalid:\(receiver.port)/", body: huge))
      }
      #expect(receiver.requests.isEmpty)
    }
  }

  @Test func `answered by ten megabytes reads the head and hangs up`() async throws {
    try await Receiver.with { receiver in
      receiver.answer(Receiver.Answer(bytes: 10_000_000))
      try await courier().deliver(message("http://hook.invalid:\(receiver.port)/"))
      // What the sockets between hold, and no more.
      #expect(receiver.sentBytes < 9_000_000)
    }
  }

  @Test func `that is never answered is given up in time`() async throws {
    try await Receiver.with { receiver in
      receiver.answer(Receiver.Answer(isSilent: true))
      let failure = await #expect(throws: CourierFailure.self) {
        try await courier(limit: 0.3).deliver(message("http://hook.invalid:\(receiver.port)/"))
      }
      guard case .transient = failure else {
        Issue.record("given up for good: \(String(describing: failure))")
        return
      }
    }
  }

  @Test func `that is cancelled ends as cancelled, not as a failure to try again`() async throws {
    try await Receiver.with { receiver in
      receiver.answer(Receiver.Answer(isSilent: true))
      let message = message("http://hook.invalid:\(receiver.port)/")
      let delivery = Task { try await courier(limit: 50).deliver(message) }
      while receiver.requests.isEmpty { await Task.yield() }
      delivery.cancel()
      await #expect(throws: CancellationError.self) { try await delivery.value }
    }
  }

  @Test func `is tried again when its name does not resolve or no server listens`() async {
    await #expect(
      throws: CourierFailure.transient("webhook: the name cannot be resolved")
    ) {
      try await courier(resolver: { _ in throw HostResolver.NoAddress() })
        .deliver(message("http://hook.invalid:1/"))
    }
    let failure = await #expect(throws: CourierFailure.self) {
      try await courier().deliver(message("http://hook.invalid:1/"))
    }
    guard case .transient(let words, _) = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(!words.contains("hook.invalid") && !words.contains("127.0.0.1"))
  }

  @Test func `the system's resolver knows this machine`() async throws {
    let found = try await HostResolver.system.addresses("localhost")
    #expect(!found.isEmpty && found.allSatisfy { $0.network == .loopback })
    // What other programs read as an address it reads so too: the check comes after it.
    let odd = try await HostResolver.system.addresses("2130706433")
    #expect(odd.allSatisfy { $0.network == .loopback })
  }
}

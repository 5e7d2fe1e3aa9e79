import Foundation
import LifeSignalEngine
import LifeSignalModel
import NIOCore
import NIOHTTP1
import Testing

/// What every courier promises, against a carrier that keeps no promise.
@Suite(.timeLimit(.minutes(1))) struct `Every courier` {
  /// How one attempt at this receiver went; nil when the message counts as taken.
  private func attempt(
    _ courier: CourierUnderTest, _ receiver: Receiver, limit: TimeInterval = 5
  ) async throws -> CourierFailure? {
    do {
      try await courier.make(receiver.port, limit).deliver(courier.message(receiver.port))
      return nil
    } catch let failure as CourierFailure {
      return failure
    }
  }

  /// No reason may tell who was told what, or with which secret.
  private func expectDiscretion(_ failure: CourierFailure?) {
    let words =
      switch failure {
      case .transient(let words, _), .rejected(let words), .addressGone(let words, _): words
      case nil: ""
      }
    for secret in ["5550100002", "secret", "Mara", "Secret words", "AC7", "127.0.0.1"] {
      #expect(!words.localizedCaseInsensitiveContains(secret), "\(words)")
    }
    #expect(failure == nil || !words.isEmpty)
  }

  private func isTransient(_ failure: CourierFailure?) -> Bool {
    if case .transient = failure { true } else { false }
  }

  @Test(arguments: CourierUnderTest.all)
  func `hands a message over once, with its key`(courier: CourierUnderTest) async throws {
    try await Receiver.with { receiver in
      receiver.answer(courier.taken)
      let failure = try await attempt(courier, receiver)
      #expect(failure == nil)
      #expect(receiver.requests.count == 1)
      let request = try #require(receiver.requests.first)
      let head = request.head
      #expect(head.method == courier.method)
      #expect(head.headers.first(name: courier.key.name) == courier.key.value)
    }
  }

  @Test(arguments: CourierUnderTest.all)
  func `says the same again when it is handed the same again`(courier: CourierUnderTest)
    async throws
  {
    try await Receiver.with { receiver in
      receiver.answer(courier.taken)
      for _ in 0..<2 {
        let failure = try await attempt(courier, receiver)
        #expect(failure == nil)
      }
      let requests = receiver.requests
      #expect(requests.count == 2)
      #expect(Set(requests.map(\.body)).count == 1)
      let keys = requests.map { $0.head.headers.first(name: courier.key.name) }
      #expect(keys == [courier.key.value, courier.key.value])
    }
  }

  @Test(arguments: CourierUnderTest.all)
  func `waits for a carrier that is slow`(courier: CourierUnderTest) async throws {
    try await Receiver.with { receiver in
      var slow = courier.taken
      slow.delay = .milliseconds(100)
      receiver.answer(slow)
      let failure = try await attempt(courier, receiver)
      #expect(failure == nil)
    }
  }

  @Test(arguments: CourierUnderTest.all)
  func `gives up a carrier that never answers, and tries again later`(courier: CourierUnderTest)
    async throws
  {
    try await Receiver.with { receiver in
      receiver.answer(Receiver.Answer(isSilent: true))
      let failure = try await attempt(courier, receiver, limit: 0.3)
      #expect(isTransient(failure))
      expectDiscretion(failure)
    }
  }

  @Test(arguments: CourierUnderTest.all)
  func `ends when it is cancelled`(courier: CourierUnderTest) async throws {
    try await Receiver.with { receiver in
      receiver.answer(Receiver.Answer(isSilent: true))
      let port = receiver.port
      let delivery = Task { try await courier.make(port, 50).deliver(courier.message(port)) }
      while receiver.requests.isEmpty { await Task.yield() }
      let clock = ContinuousClock()
      let cancelled = clock.now
      delivery.cancel()
      await #expect(throws: (any Error).self) { try await delivery.value }
      // Who does not listen ends as well, but only when the carrier has had its fifty seconds.
      #expect(clock.now - cancelled < .seconds(10))
    }
  }

  @Test(arguments: CourierUnderTest.all)
  func `is patient with a carrier that has too much to do`(courier: CourierUnderTest)
    async throws
  {
    try await Receiver.with { receiver in
      for status in [429, 503] {
        receiver.answer(
          Receiver.Answer(
            status: HTTPResponseStatus(statusCode: status), headers: ["Retry-After": "40"],
            text: ""))
        let failure = try await attempt(courier, receiver)
        #expect(
          failure
            == .transient("\(courier.name): answered \(status)", retryAfter: .seconds(40)))
      }
    }
  }

  @Test(arguments: CourierUnderTest.all, [500, 502, 504])
  func `tries again where the carrier is broken`(courier: CourierUnderTest, status: Int)
    async throws
  {
    try await Receiver.with { receiver in
      receiver.answer(
        Receiver.Answer(
          status: HTTPResponseStatus(statusCode: status), text: "+15550100002: Secret words"))
      let failure = try await attempt(courier, receiver)
      #expect(isTransient(failure))
      expectDiscretion(failure)
    }
  }

  @Test(arguments: CourierUnderTest.all)
  func `takes no answer that breaks off for a yes`(courier: CourierUnderTest) async throws {
    try await Receiver.with { receiver in
      var broken = courier.taken
      broken.breaksOff = true
      receiver.answer(broken)
      let failure = try await attempt(courier, receiver)
      // Who reads the head only has read all there is to read.
      #expect(courier.readsHeadOnly || isTransient(failure))
      expectDiscretion(failure)
      broken.status = .internalServerError
      receiver.answer(broken)
      let again = try await attempt(courier, receiver)
      #expect(isTransient(again))
    }
  }

  @Test(arguments: CourierUnderTest.all, [301, 302, 307, 308])
  func `follows no redirect into a private network`(courier: CourierUnderTest, status: Int)
    async throws
  {
    try await Receiver.with { receiver in
      receiver.answer(
        Receiver.Answer(
          status: HTTPResponseStatus(statusCode: status),
          headers: ["Location": "http://127.0.0.1:\(receiver.port)/inside"], text: ""))
      let failure = try await attempt(courier, receiver)
      #expect(failure != nil)
      expectDiscretion(failure)
      #expect(receiver.requests.count == 1)
      #expect(receiver.requests.allSatisfy { $0.head.uri != "/inside" })
    }
  }

  @Test(arguments: CourierUnderTest.all)
  func `does not swallow an answer of ten megabytes`(courier: CourierUnderTest) async throws {
    try await Receiver.with { receiver in
      receiver.answer(Receiver.Answer(status: courier.taken.status, bytes: 10_000_000))
      let failure = try await attempt(courier, receiver)
      #expect(courier.readsHeadOnly || isTransient(failure))
      expectDiscretion(failure)
      // What the sockets between hold, and no more.
      #expect(receiver.sentBytes < 9_000_000)
    }
  }

  @Test(arguments: CourierUnderTest.all.filter { !$0.readsHeadOnly })
  func `believes no yes without a receipt`(courier: CourierUnderTest) async throws {
    try await Receiver.with { receiver in
      for (status, text) in [
        (200, ""), (201, ""), (201, "OK"), (201, "{}"), (201, #"{"sid": ""}"#), (204, ""),
        (200, courier.taken.text ?? ""),
      ] where status != courier.taken.status.code || text != courier.taken.text {
        receiver.answer(
          Receiver.Answer(status: HTTPResponseStatus(statusCode: status), text: text))
        let failure = try await attempt(courier, receiver)
        #expect(isTransient(failure), "\(status) \(text)")
        expectDiscretion(failure)
      }
    }
  }

  @Test(arguments: CourierUnderTest.all)
  func `knows a dead address, and does not name it`(courier: CourierUnderTest) async throws {
    try await Receiver.with { receiver in
      receiver.answer(courier.gone)
      let failure = try await attempt(courier, receiver)
      guard case .addressGone = failure else {
        Issue.record("\(String(describing: failure))")
        return
      }
      expectDiscretion(failure)
    }
  }

  @Test(arguments: CourierUnderTest.all)
  func `tries again when no server listens`(courier: CourierUnderTest) async throws {
    let failure = await #expect(throws: CourierFailure.self) {
      try await courier.make(1, 0.5).deliver(courier.message(1))
    }
    #expect(isTransient(failure))
    expectDiscretion(failure)
  }
}

import Foundation
import LifeSignalEngine
import LifeSignalModel
import NIOHTTP1
import Testing

@testable import LifeSignalDelivery

/// What each service is asked, and what its answers mean beyond what all couriers promise.
@Suite(.timeLimit(.minutes(1))) struct `A service` {
  private func message(_ address: String, priority: Delivery.Priority = .alert) -> CourierMessage {
    CourierMessage(
      idempotencyKey: "lifesignal/7", kind: .ntfy, address: address, title: "Mara <b>",
      body: "Call & ask", priority: priority, receiptToken: "token-7")
  }

  /// The request as it was sent, and how it ended.
  private func ask(
    _ make: (Int) -> ServiceTemplate, _ address: String, _ answer: Receiver.Answer,
    priority: Delivery.Priority = .alert
  ) async throws -> (request: Receiver.Request?, failure: CourierFailure?) {
    var result: (Receiver.Request?, CourierFailure?) = (nil, nil)
    try await Receiver.with { receiver in
      receiver.answer(answer)
      let courier = TemplateCourier(
        make(receiver.port), origin: "https://safe.example", limit: 5,
        now: { Date(timeIntervalSince1970: 1_767_600_000) })
      do {
        try await courier.deliver(message(address, priority: priority))
      } catch let failure as CourierFailure {
        result.1 = failure
      }
      result.0 = receiver.requests.first
    }
    return (request: result.0, failure: result.1)
  }

  private func json(_ request: Receiver.Request?) throws -> [String: Any] {
    let body = try #require(request).body
    return try #require(try JSONSerialization.jsonObject(with: body) as? [String: Any])
  }

  @Test func `ntfy rings loudest for an alarm, and opens its page`() async throws {
    let sent = try await ask(
      { .ntfy(server: "http://127.0.0.1:\($0)", token: "tk_secret") }, "mara",
      Receiver.Answer(text: #"{"id": "1"}"#))
    #expect(sent.failure == nil)
    let body = try json(sent.request)
    #expect(body["topic"] as? String == "mara" && body["priority"] as? Int == 5)
    #expect(body["title"] as? String == "Mara <b>" && body["message"] as? String == "Call & ask")
    #expect(body["click"] as? String == "https://safe.example/open/token-7")
    #expect((body["actions"] as? [[String: String]])?.first?["label"] == "See and answer")
    #expect(sent.request?.head.headers["Authorization"] == ["Bearer tk_secret"])
  }

  @Test func `ntfy on another server does not get the operator's token`() async throws {
    let answer = Receiver.Answer(text: #"{"id": "1"}"#)
    try await Receiver.with { receiver in
      receiver.answer(answer)
      let courier = TemplateCourier(
        .ntfy(server: "https://ours.invalid", token: "tk_secret", allowsPrivate: true),
        origin: nil, now: { Date(timeIntervalSince1970: 1_767_600_000) })
      try await courier.deliver(message("http://127.0.0.1:\(receiver.port)/mara"))
      let request = try #require(receiver.requests.first)
      #expect(request.head.headers["Authorization"].isEmpty && request.head.uri == "/")
      #expect(try json(request)["topic"] as? String == "mara")
    }
  }

  @Test func `ntfy leads no member into a private network`() async throws {
    try await Receiver.with { receiver in
      let courier = TemplateCourier(
        .ntfy(server: nil), origin: nil, now: { Date(timeIntervalSince1970: 1_767_600_000) })
      for address in ["https://127.0.0.1:8443/mara", "http://127.0.0.1:\(receiver.port)/mara"] {
        let failure = await #expect(throws: CourierFailure.self) {
          try await courier.deliver(message(address))
        }
        guard case .rejected = failure else {
          Issue.record("\(String(describing: failure))")
          return
        }
      }
      #expect(receiver.requests.isEmpty)
    }
  }

  @Test func `ntfy without a server keeps the topics people have`() async throws {
    let courier = TemplateCourier(
      .ntfy(server: nil), origin: nil, now: { Date(timeIntervalSince1970: 1_767_600_000) })
    await #expect(throws: CourierFailure.rejected("ntfy: not set up")) {
      try await courier.deliver(message("mara"))
    }
  }

  @Test func `Matrix has each message once, in the room's own path`() async throws {
    let sent = try await ask(
      { .matrix(homeserver: "http://127.0.0.1:\($0)", token: "secret") }, "!room/1:home.invalid",
      Receiver.Answer(text: #"{"event_id": "$1"}"#))
    #expect(sent.failure == nil)
    #expect(
      sent.request?.head.uri
        == "/_matrix/client/v3/rooms/%21room%2F1%3Ahome.invalid/send/m.room.message/lifesignal%2F7")
    let body = try json(sent.request)
    #expect(body["msgtype"] as? String == "m.text")
    let page = try #require(body["formatted_body"] as? String)
    #expect(page.contains("<strong>Mara &lt;b&gt;</strong><br>Call &amp; ask"))
  }

  @Test func `Matrix says in its own words when to come back`() async throws {
    let sent = try await ask(
      { .matrix(homeserver: "http://127.0.0.1:\($0)", token: "secret") }, "!room:home.invalid",
      Receiver.Answer(
        status: .tooManyRequests,
        text: #"{"errcode": "M_LIMIT_EXCEEDED", "retry_after_ms": 2500}"#))
    #expect(
      sent.failure == .transient("matrix: answered 429", retryAfter: .milliseconds(2_500)))
  }

  @Test func `Telegram shows markup instead of obeying it, with a button`() async throws {
    let sent = try await ask(
      { .telegram(token: "1:secret", server: "http://127.0.0.1:\($0)") }, "-1001",
      Receiver.Answer(text: #"{"ok": true}"#))
    #expect(sent.failure == nil)
    #expect(sent.request?.head.uri == "/bot1:secret/sendMessage")
    let body = try json(sent.request)
    #expect(body["chat_id"] as? String == "-1001")
    #expect(body["text"] as? String == "<b>Mara &lt;b&gt;</b>\nCall &amp; ask")
    #expect(body["reply_markup"] != nil)
  }

  @Test func `Telegram says in its own words when to come back`() async throws {
    let sent = try await ask(
      { .telegram(token: "1:secret", server: "http://127.0.0.1:\($0)") }, "7",
      Receiver.Answer(
        status: .tooManyRequests, text: #"{"ok": false, "parameters": {"retry_after": 14}}"#))
    #expect(sent.failure == .transient("telegram: answered 429", retryAfter: .seconds(14)))
  }

  @Test
  func `a chat that Telegram does not know is dead, and a wrong token is not the chat's fault`()
    async throws
  {
    let unknown = try await ask(
      { .telegram(token: "1:secret", server: "http://127.0.0.1:\($0)") }, "7",
      Receiver.Answer(
        status: .badRequest, text: #"{"ok": false, "description": "Bad Request: chat not found"}"#))
    #expect(unknown.failure == .addressGone("telegram: answered 400"))
    for (status, text) in [(401, "Unauthorized"), (404, "Not Found")] {
      let wrong = try await ask(
        { .telegram(token: "1:secret", server: "http://127.0.0.1:\($0)") }, "7",
        Receiver.Answer(
          status: .init(statusCode: status), text: #"{"ok": false, "description": "\#(text)"}"#))
      #expect(wrong.failure == .transient("telegram: answered \(status)"))
    }
  }
}

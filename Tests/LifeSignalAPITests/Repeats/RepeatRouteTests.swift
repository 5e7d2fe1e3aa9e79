import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import LifeSignalEngine
import LifeSignalFeatures
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalWeb
import NIOCore
import Testing

@testable import LifeSignalAPI

/// Requests that are sent again because their answer did not arrive.
@Suite(.timeLimit(.minutes(1))) struct RepeatRouteTests {
  private let server: TestServer
  private let token: String
  private var world: SmallWorld { server.world }

  init() async throws {
    server = try await TestServer()
    // The caller is a responder of `p`.
    token = try await server.signIn(server.world.r1)
  }

  private func post(
    _ path: String, _ body: String? = nil, key: String?, token: String? = nil,
    room: WebRoom? = nil
  ) async throws -> TestResponse {
    var headers: HTTPFields = [.authorization: "Bearer \(token ?? self.token)"]
    if body != nil { headers[.contentType] = "application/json" }
    if let key { headers[.idempotencyKey] = key }
    let application = Application(router: (room ?? server.room).router())
    return try await application.test(.router) { [headers] client in
      try await client.execute(
        uri: "/api/v1" + path, method: .post, headers: headers,
        body: body.map { ByteBuffer(string: $0) })
    }
  }

  private func problem(_ response: TestResponse) throws -> Problem {
    try APIJSON.decode(Problem.self, from: Data(response.body.readableBytesView))
  }

  private var rows: StoredRows? { (world.ledger as? TestLedger)?.rows }

  private let kettle = #"{"name": "Kettle", "kind": "plug", "counts": true, "isOn": true}"#

  @Test func `a ping that is sent again is one, and answered as it was`() async throws {
    let body = #"{"dependent": "\#(world.p)"}"#
    let first = try await post("/pings", body, key: "k")
    world.clock.advance(by: 120)
    let second = try await post("/pings", body, key: "k")
    #expect(first.status == .ok && second.status == .ok)
    #expect(first.body == second.body)
    #expect(rows?.count("pings") == 1)
  }

  @Test func `a repeat gets the same one-time secret, which is stored encrypted`() async throws {
    let first = try await post("/things", kettle, key: "k")
    let second = try await post("/things", kettle, key: "k")
    #expect(first.status == .ok)
    #expect(first.body == second.body)
    #expect(rows?.count("things") == 1)
    let key = try APIJSON.decode(ThingKey.self, from: Data(first.body.readableBytesView))
    let kept = rows?.answers.first
    let answer = try #require(kept)
    #expect(answer.range(of: Data(key.token.utf8)) == nil)
    #expect(answer.count > first.body.readableBytes)
  }

  @Test func `a repeat whose stored answer is damaged gets a conflict and does nothing`()
    async throws
  {
    _ = try await post("/things", kettle, key: "k")
    try (world.ledger as? TestLedger)?.execute("UPDATE requests SET answer = zeroblob(40)")
    for _ in 0..<2 {
      let second = try await post("/things", kettle, key: "k")
      #expect(second.status == .conflict)
      #expect(try problem(second).refusal == .answerLost)
    }
    #expect(rows?.count("things") == 1)
  }

  @Test func `without a key both are done`() async throws {
    _ = try await post("/things", kettle, key: nil)
    _ = try await post("/things", kettle, key: nil)
    #expect(rows?.count("things") == 2)
    #expect(rows?.count("requests") == 0)
  }

  @Test func `an answer with nothing to say is repeated too`() async throws {
    let first = try await post("/notifications/read", key: "k")
    let second = try await post("/notifications/read", key: "k")
    #expect(first.status == .noContent && second.status == .noContent)
  }

  @Test func `something else under the same key is refused, on the same route or another`()
    async throws
  {
    _ = try await post("/things", kettle, key: "k")
    for (path, body) in [
      ("/things", kettle.replacing("Kettle", with: "Door")), ("/notifications/read", nil),
    ] {
      let response = try await post(path, body, key: "k")
      #expect(response.status == .unprocessableContent)
      #expect(response.headers[.contentType] == "application/problem+json")
      #expect(try problem(response).refusal == .keyUsedBefore)
    }
    #expect(rows?.count("things") == 1)
  }

  @Test func `a check-in is not refused because of its key`() async throws {
    let before = rows?.count("check_ins") ?? 0
    let first = try await post("/check-ins", "{}", key: "k")
    #expect(first.status == .ok)
    let other = #"{"at": "2026-01-05T08:00:00.000Z"}"#
    #expect(try await post("/check-ins", other, key: "k").status == .ok)
    #expect(rows?.count("check_ins") == before + 1, "what is stored knows it by its key")
    #expect(try await post("/check-ins", "{}", key: "k").body == first.body)
    // They wait for no bookkeeping.
    #expect(rows?.count("requests") == 0)
  }

  @Test func `a refused request leaves its key free`() async throws {
    let refused = try await post("/things", kettle.replacing("Kettle", with: ""), key: "k")
    #expect(refused.status == .badRequest)
    #expect(try await post("/things", kettle, key: "k").status == .ok)
  }

  @Test func `a repeat is known over a restart`() async throws {
    let first = try await post("/things", kettle, key: "k")
    let again = try WebRoom(
      engine: world.restarted().engine, settings: WebRoom.Settings(isReachedOverTLS: false),
      readiness: { .ready })
    let second = try await post("/things", kettle, key: "k", room: again)
    #expect(first.body == second.body)
    #expect(rows?.count("things") == 1)
  }

  @Test func `another caller's key is another one`() async throws {
    _ = try await post("/things", kettle, key: "k")
    let other = try await server.signIn(world.r2)
    #expect(try await post("/things", kettle, key: "k", token: other).status == .ok)
    #expect(rows?.count("things") == 2)
  }

  @Test(arguments: ["", String(repeating: "k", count: 65)])
  func `a key has 1 to 64 characters`(key: String) async throws {
    #expect(try await post("/things", kettle, key: key).status == .badRequest)
    #expect(rows?.count("things") == 0)
  }

  @Test func `a request must wait while its first attempt still runs`() throws {
    let response = Problem(.keyInUse(retryAfter: 1)).response()
    #expect(response.status == .conflict)
    #expect(response.headers[.retryAfter] == "1")
  }
}

import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalWeb
import NIOCore
import Testing

@testable import LifeSignalAPI

/// The API refuses bad input with an error that a program can recognize, and changes nothing.
@Suite struct BadInputRouteTests {
  private let server: TestServer
  private let token: String
  private var world: SmallWorld { server.world }

  init() async throws {
    server = try await TestServer()
    // The caller is a responder of `p`.
    token = try await server.signIn(server.world.r1)
  }

  private func ask(
    _ method: HTTPRequest.Method, _ path: String, _ body: String? = nil, key: String? = nil
  ) async throws -> TestResponse {
    var headers: HTTPFields = [.authorization: "Bearer \(token)"]
    if body != nil { headers[.contentType] = "application/json" }
    if let key { headers[.idempotencyKey] = key }
    return try await Application(router: server.room.router()).test(.router) { [headers] client in
      try await client.execute(
        uri: "/api/v1" + path, method: method, headers: headers,
        body: body.map { ByteBuffer(string: $0) })
    }
  }

  /// Everything a promise is made of.
  private func stored() throws -> [String] {
    try #require(world.ledger as? TestLedger).rows.lines(of: [
      "alerts", "escalations", "escalation_plans", "watches", "travels", "notifications",
      "deliveries", "pings", "check_ins", "people", "timeline",
    ])
  }

  private func refusal(_ response: TestResponse) throws -> Refusal? {
    try APIJSON.decode(Problem.self, from: Data(response.body.readableBytesView)).refusal
  }

  private func raise(by person: Person.ID) async throws -> AlertRecord.ID {
    try await world.engine.raiseAlert(of: person).id
  }

  @Test(
    arguments: [
      (.put, "/contacts/4711/switches", nil, nil),
      (.post, "/pings", #"{"dependent": "4711"}"#, nil),
      (.get, "/alarms/4711", nil, .alarmNotFound),
      (.put, "/alarms/4711/holder", nil, .alarmNotFound),
      (.put, "/check-in-settings/interval", #"{"seconds": 60}"#, .invalidInterval),
      (.put, "/check-in-settings/interval", #"{"seconds": 700000}"#, .invalidInterval),
      (
        .put, "/escalation-plan",
        #"{"plan": {"steps": [{"responders": [], "wait": 300}], "rounds": 3}}"#, .planNamesNobody
      ),
      (
        .put, "/escalation-plan",
        #"{"plan": {"steps": [{"responders": ["4711"], "wait": 300}], "rounds": 3}}"#,
        .notYourResponder
      ),
      (
        .put, "/check-in-plan",
        #"{"plan": {"times": {"times": [1500], "weekdays": [1], "zone": "UTC"}}}"#, nil
      ),
    ] as [(HTTPRequest.Method, String, String?, Refusal?)])
  func `unknown people, foreign alarms, and numbers out of range`(
    method: HTTPRequest.Method, path: String, body: String?, expected: Refusal?
  ) async throws {
    let before = try stored()
    let response = try await ask(method, path, body)
    #expect((400..<500).contains(response.status.code), "\(path) \(response.status)")
    #expect(response.headers[.contentType] == "application/problem+json")
    if let expected { #expect(try refusal(response) == expected) }
    #expect(try stored() == before)
  }

  @Test func `an answer to an alert that is over, to one's own, to a stranger's`() async throws {
    let over = try await raise(by: world.p)
    try await world.perform(DeactivateAlert(), by: world.p)
    let own = try await raise(by: world.r1)
    let foreign = try await raise(by: world.r2)
    let before = try stored()
    #expect(try refusal(try await ask(.put, "/alarms/\(over)/holder")) == .alarmOver)
    #expect(try refusal(try await ask(.put, "/alarms/\(own)/holder")) == .ownAlarm)
    #expect(try refusal(try await ask(.put, "/alarms/\(foreign)/holder")) == .alarmNotFound)
    #expect(try stored() == before)
  }

  @Test func `an answer given twice is one`() async throws {
    let alarm = try await raise(by: world.p)
    #expect(try await ask(.put, "/alarms/\(alarm)/holder", key: "a").status == .noContent)
    let before = try stored()
    #expect(try await ask(.put, "/alarms/\(alarm)/holder", key: "a").status == .noContent)
    #expect(try await ask(.put, "/alarms/\(alarm)/holder").status == .noContent)
    #expect(try stored() == before)
  }

  @Test func `ten megabytes are refused by every route that takes a body`() async throws {
    let heavy = #"{"firstName": "\#(String(repeating: "a", count: 10_000_000))"}"#
    let before = try stored()
    for route in APITable.all where route.method != .get && route.isForMembers {
      let path = route.path.replacing("{id}", with: "1").replacing("{qrCode}", with: "1")
        .replacing("{key}", with: "k")
      let response = try await ask(route.method, path, heavy)
      #expect(response.status == .contentTooLarge, "\(route.method) \(route.path)")
    }
    #expect(try stored() == before)
  }
}

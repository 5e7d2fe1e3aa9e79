import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import NIOCore
import Testing

@testable import LifeSignalAPI
@testable import LifeSignalWeb

/// The server's side, asked without our client.
@Suite struct APIRoutesTests {
  private let server: TestServer
  private let token: String
  private let me: Person.ID

  init() async throws {
    server = try await TestServer()
    me = server.world.p
    token = try await server.signIn(me)
  }

  private func ask(
    _ method: HTTPRequest.Method, _ path: String, token: String?, body: String? = nil,
    _ more: HTTPFields = [:]
  ) async throws -> TestResponse {
    var headers: HTTPFields = [:]
    if let token { headers[.authorization] = "Bearer \(token)" }
    if body != nil { headers[.contentType] = "application/json" }
    for field in more { headers[field.name] = field.value }
    let application = Application(router: server.room.router())
    return try await application.test(.router) { [headers] client in
      try await client.execute(
        uri: "/api/v1" + path, method: method, headers: headers,
        body: body.map { ByteBuffer(string: $0) })
    }
  }

  private func problem(_ response: TestResponse) throws -> Problem {
    #expect(response.headers[.contentType] == "application/problem+json")
    return try APIJSON.decode(Problem.self, from: Data(response.body.readableBytesView))
  }

  @Test func `every route of the table is answered, and no other`() {
    let router = Router(context: WebContext.self)
    #expect(server.room.api.add(to: router) == Set(APITable.all))
  }

  @Test(arguments: APITable.all.filter { $0.isForMembers && $0.path != "/changes" })
  func `no member's route answers without a token`(route: APIRouteDescription) async throws {
    let path = route.path.replacing("{id}", with: "1").replacing("{qrCode}", with: "1")
      .replacing("{key}", with: "k")
    for bad in [nil, "x", String(repeating: "a", count: 43)] {
      let response = try await ask(route.method, path, token: bad)
      #expect(response.status == .unauthorized, "\(route.method) \(route.path)")
      // RFC 6750, 3.1: only a request with a token gets the name of the error.
      #expect(
        response.headers[.wwwAuthenticate]
          == (bad == nil ? "Bearer" : "Bearer error=\"invalid_token\""))
      #expect(try problem(response).refusal == .notSignedIn)
    }
  }

  @Test func `a field that a route does not take changes nothing`() async throws {
    let before = try await server.world.engine.user(me)
    let body = """
      {"firstName":"Grace","lastName":"Hopper","emergencyNote":"","phoneNumber":"+15550109999",
       "id":"9","qrCodeID":"x","profileComplete":false,"createdAt":"1970-01-01T00:00:00Z"}
      """
    let answer = try await ask(.put, "/user/profile", token: token, body: body)
    #expect(answer.status == .noContent)
    let after = try await server.world.engine.user(me)
    #expect(after.firstName == "Grace")
    #expect(after.id == before.id && after.phoneNumber == before.phoneNumber)
    #expect(after.qrCodeID == before.qrCodeID)
  }

  @Test func `a cookie is no token here`() async throws {
    let response = try await ask(.get, "/user", token: nil, [.cookie: "lifesignal=\(token)"])
    #expect(response.status == .unauthorized)
  }

  @Test func `a session ended elsewhere is refused`() async throws {
    #expect(try await ask(.get, "/user", token: token).status == .ok)
    let sessions = try await server.world.engine.sessions(of: me)
    for session in sessions { try await server.world.perform(EndSession(id: session.id), by: me) }
    #expect(try await ask(.get, "/user", token: token).status == .unauthorized)
  }

  @Test func `a check-in sent twice under one key is one`() async throws {
    let key: HTTPFields = [.idempotencyKey: "k1"]
    let before = try await server.world.engine.checkIns(of: me).count
    let first = try await ask(.post, "/check-ins", token: token, key)
    server.world.clock.advance(by: 60)
    let second = try await ask(.post, "/check-ins", token: token, key)
    #expect(first.status == .ok)
    #expect(first.body == second.body)
    #expect(try await server.world.engine.checkIns(of: me).count == before + 1)
    let tooLong: HTTPFields = [.idempotencyKey: String(repeating: "k", count: 65)]
    #expect(try await ask(.post, "/check-ins", token: token, tooLong).status == .badRequest)
  }

  @Test func `a check-in of the year 1 is stored as 30 days old, and extends nothing`()
    async throws
  {
    let before = try await server.world.engine.user(me)
    let now = server.world.clock.now
    let answer = try await ask(
      .post, "/check-ins", token: token, body: #"{"at":"0001-01-01T00:00:00Z"}"#)
    #expect(answer.status == .ok)
    let checkIns = try await server.world.engine.checkIns(of: me)
    #expect(checkIns.map(\.timestamp).min() == now - 30 * 86_400)
    #expect(try await server.world.engine.user(me).lastCheckedIn == before.lastCheckedIn)
  }

  @Test func `an alert that was ended is not raised again by its echo`() async throws {
    let key: HTTPFields = [.idempotencyKey: "a1"]
    _ = try await ask(.post, "/alert", token: token, key)
    _ = try await ask(.delete, "/alert", token: token)
    let echo = try await ask(.post, "/alert", token: token, key)
    #expect(echo.status == .ok)
    #expect(try await server.world.engine.user(me).manualAlertActive == false)
    _ = try await ask(.post, "/alert", token: token)
    #expect(try await server.world.engine.user(me).manualAlertActive)
  }

  @Test func `a body that the route does not accept is refused with a problem`() async throws {
    let big = #"{"firstName": "\#(String(repeating: "a", count: 20_000))"}"#
    #expect(try await ask(.put, "/user/profile", token: token, body: big).status.code == 413)
    let bad = try await ask(.put, "/user/profile", token: token, body: "{}")
    #expect(try problem(bad).code == .invalidArgument)
    let plain = try await ask(
      .put, "/user/profile", token: token, body: "{}", [.contentType: "text/plain"])
    #expect(plain.status == .unsupportedMediaType)
    let lost = try await ask(.get, "/nowhere", token: token)
    #expect(try problem(lost).code == .notFound)
  }

  @Test func `a key of any text arrives whole`() async throws {
    let path = try APIRoute(SetPreference.self).message(
      for: SetPreference(key: "a/b %ü?", value: nil)
    ).path.replacing("/api/v1", with: "")
    let answer = try await ask(.put, path, token: token, body: #"{"value": "x"}"#)
    #expect(answer.status == .noContent)
    #expect(
      try await server.world.engine.answer(
        GetPreference(key: "a/b %ü?"), to: Member(me)
      ).value == "x")
  }

  @Test func `a refusal says its code and how long to wait`() async throws {
    let own = try await server.world.engine.user(server.world.r1).qrCodeID
    let body = #"{"qrCode": "\#(own)", "isResponder": true, "isDependent": false}"#
    let response = try await ask(.post, "/contacts", token: token, body: body)
    #expect(response.status == .conflict)
    #expect(try problem(response).refusal == .alreadyRelated)
  }
}

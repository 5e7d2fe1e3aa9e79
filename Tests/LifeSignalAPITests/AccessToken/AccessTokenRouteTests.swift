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

/// What a program may do with a token, route by route.
@Suite(.timeLimit(.minutes(2))) struct AccessTokenRouteTests {
  private let server: TestServer
  private let me: Person.ID

  init() async throws {
    server = try await TestServer()
    me = server.world.p
  }

  private func token(
    _ scopes: Set<TokenScope>, life: TimeInterval? = nil
  ) async throws -> NewAccessToken {
    try await server.world.engine.perform(
      CreateAccessToken(name: "Script", scopes: scopes, life: life), by: .person(me))
  }

  private func ask(
    _ method: HTTPRequest.Method, _ path: String, token: String, body: String? = nil
  ) async throws -> TestResponse {
    var headers: HTTPFields = [.authorization: "Bearer \(token)"]
    if body != nil { headers[.contentType] = "application/json" }
    let application = Application(router: server.room.router())
    return try await application.test(.router) { [headers] client in
      try await client.execute(
        uri: "/api/v1" + path, method: method, headers: headers,
        body: body.map { ByteBuffer(string: $0) })
    }
  }

  private func refusal(_ response: TestResponse) throws -> Refusal? {
    #expect(response.headers[.contentType] == "application/problem+json")
    return try APIJSON.decode(Problem.self, from: Data(response.body.readableBytesView)).refusal
  }

  private static func path(_ route: APIRouteDescription) -> String {
    route.path.replacing("{id}", with: "1").replacing("{qrCode}", with: "1")
      .replacing("{key}", with: "k")
  }

  @Test func `every route says who may ask, and these are never a token's`() {
    #expect(
      Set(APITable.all.filter { $0.access == .session }.map { "\($0.method) \($0.path)" }) == [
        "DELETE /auth/session", "PUT /user/push-token", "POST /user/phone-number/codes",
        "PUT /user/phone-number",
        "POST /user/deletion/codes", "POST /user/deletion", "GET /user/access-tokens",
        "GET /invitations", "POST /invitations", "DELETE /invitations/{id}",
        "POST /invitations/wish", "POST /invitations/accept",
        "GET /user/sessions", "DELETE /user/sessions", "DELETE /user/sessions/{id}",
        "GET /user/passkeys", "POST /user/passkeys", "POST /user/passkeys/questions",
        "PUT /user/passkeys/{id}", "DELETE /user/passkeys/{id}", "POST /user/proof/passkey",
        "POST /user/proof/passkey/questions", "GET /user/proof", "POST /user/proof",
        "POST /user/proof/codes",
        "POST /user/access-tokens", "DELETE /user/access-tokens/{id}", "POST /channels/codes",
        "POST /channels", "PUT /channels/{id}/on", "PUT /channels/{id}/quiet",
        "DELETE /channels/{id}", "POST /things", "POST /things/{id}/key",
        "POST /check-in-codes", "DELETE /check-in-codes",
      ])
    #expect(Set(APITable.all.compactMap(\.scope)) == Set(TokenScope.allCases))
  }

  @Test func `a route that only reads uses GET`() {
    for route in APITable.all where route.scope == .read {
      #expect(route.method == .get, "\(route.path)")
    }
  }

  @Test(arguments: APITable.all.filter { $0.scope != nil })
  func `a token without the scope is refused by name`(route: APIRouteDescription) async throws {
    let scope = try #require(route.scope)
    let others = Set(TokenScope.allCases).subtracting([scope])
    let response = try await ask(
      route.method, Self.path(route), token: try await token(others).token)
    #expect(response.status == .forbidden, "\(route.method) \(route.path)")
    #expect(
      response.headers[.wwwAuthenticate]
        == "Bearer error=\"insufficient_scope\", scope=\"\(scope.rawValue)\"")
    #expect(try refusal(response) == .insufficientScope(needed: scope))
  }

  @Test(arguments: APITable.all.filter { $0.scope != nil && $0.path != "/changes" })
  func `a token with that scope alone is let in`(route: APIRouteDescription) async throws {
    let scope = try #require(route.scope)
    let response = try await ask(
      route.method, Self.path(route), token: try await token([scope]).token)
    #expect(response.status != .unauthorized, "\(route.method) \(route.path)")
    if response.status == .forbidden {
      let refused = try refusal(response)
      #expect(refused != .insufficientScope(needed: scope) && refused != .sessionRequired)
    }
  }

  @Test(arguments: APITable.all.filter { $0.access == .session })
  func `no scope opens what is for signed-in people alone`(
    route: APIRouteDescription
  ) async throws {
    let all = try await token(Set(TokenScope.allCases)).token
    let response = try await ask(route.method, Self.path(route), token: all)
    #expect(response.status == .forbidden, "\(route.method) \(route.path)")
    #expect(try refusal(response) == .sessionRequired)
  }

  @Test func `a token checks in for the person who made it`() async throws {
    let token = try await token([.checkIn]).token
    let before = try await server.world.engine.checkIns(of: me).count
    #expect(try await ask(.post, "/check-ins", token: token).status == .ok)
    #expect(try await server.world.engine.checkIns(of: me).count == before + 1)
  }

  @Test func `a revoked token stops working immediately`() async throws {
    let new = try await token([.read])
    #expect(try await ask(.get, "/user", token: new.token).status == .ok)
    try await server.world.perform(RevokeAccessToken(id: new.details.id), by: me)
    #expect(try await ask(.get, "/user", token: new.token).status == .unauthorized)
  }

  @Test func `a session makes one over HTTP, reads of it, and revokes it`() async throws {
    let session = try await server.signIn(me)
    let made = try await ask(
      .post, "/user/access-tokens", token: session,
      body: #"{"name": "Script", "scopes": ["read"], "life": 3600}"#)
    #expect(made.status == .ok)
    let new = try APIJSON.decode(NewAccessToken.self, from: Data(made.body.readableBytesView))
    #expect(AccessTokenText(text: new.token) != nil)
    let list = try await ask(.get, "/user/access-tokens", token: session)
    let items = try APIJSON.decode(
      ItemList<AccessTokenData>.self, from: Data(list.body.readableBytesView)
    ).items
    #expect(items.map(\.id) == [new.details.id])
    #expect(!String(buffer: list.body).contains(new.token))
    let gone = try await ask(
      .delete, "/user/access-tokens/\(new.details.id)", token: session)
    #expect(gone.status == .noContent)
    #expect(try await ask(.get, "/user", token: new.token).status == .unauthorized)
  }

  @Test func `a scope that does not exist is refused`() async throws {
    let session = try await server.signIn(me)
    let response = try await ask(
      .post, "/user/access-tokens", token: session,
      body: #"{"name": "Script", "scopes": ["everything"]}"#)
    #expect(response.status == .badRequest)
  }

  @Test func `revoking ends the streams that were opened with it`() async throws {
    let new = try await token([.read])
    let world = server.world
    let me = me
    try await server.onLoopback { makeConnection in
      let connection = makeConnection()
      connection.session.begin(APICredential(token: new.token, person: me, session: "0"))
      let request = try connection.request(for: APITable.changes, Empty()).request
      let (response, pieces) = try await connection.transport.stream(request.head)
      #expect(response.status == .ok)
      var changes = pieces.makeAsyncIterator()
      // The first topics say that the stream is open.
      #expect(try await changes.next() != nil)
      try await world.perform(RevokeAccessToken(id: new.details.id), by: me)
      // Whatever still comes, the stream ends; a test's time limit ends a wait that is in vain.
      while try await changes.next() != nil {}
    }
  }
}

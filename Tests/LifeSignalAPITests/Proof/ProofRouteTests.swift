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

/// Sessions and proofs as a program meets them.
@Suite(.timeLimit(.minutes(2))) struct ProofRouteTests {
  private let server: TestServer
  private let me: Person.ID

  init() async throws {
    server = try await TestServer()
    me = server.world.p
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

  private func read<Value: Decodable>(_ response: TestResponse) throws -> Value {
    try APIJSON.decode(Value.self, from: Data(response.body.readableBytesView))
  }

  @Test func `an old session is asked for a proof by name, and goes on with it`() async throws {
    let session = try await server.signIn(me)
    #expect(try await ask(.get, "/user/proof", token: session).status == .noContent)
    server.world.clock.advance(by: 901)
    let refused = try await ask(.get, "/user/export", token: session)
    #expect(refused.status == .forbidden)
    let problem: Problem = try read(refused)
    #expect(problem.refusal == .proofNeeded)
    #expect(try await ask(.get, "/user/proof", token: session).status == .forbidden)
    // Signs of life go on.
    #expect(try await ask(.post, "/check-ins", token: session).status == .ok)

    let sent: SendCodeAnswer = try read(try await ask(.post, "/user/proof/codes", token: session))
    let proof = #"{"code": "\#(server.world.code)", "verificationID": "\#(sent.verificationID)"}"#
    #expect(try await ask(.post, "/user/proof", token: session, body: proof).status == .noContent)
    #expect(try await ask(.get, "/user/export", token: session).status == .ok)
  }

  @Test func `an access token is not asked again`() async throws {
    let token = try await server.world.engine.perform(
      CreateAccessToken(name: "Script", scopes: [.account], life: nil), by: .person(me))
    server.world.clock.advance(by: 86_400)
    #expect(try await ask(.get, "/user/export", token: token.token).status == .ok)
  }

  @Test func `sessions are listed without their tokens, and ended`() async throws {
    let mine = try await server.signIn(me)
    let other = try await server.signIn(me)
    let listed = try await ask(.get, "/user/sessions", token: mine)
    #expect(!String(buffer: listed.body).contains(mine))
    let list: ItemList<SessionData> = try read(listed)
    #expect(list.items.count == 2)
    #expect(list.items.filter(\.isCurrent).count == 1)
    let old = try #require(list.items.first { !$0.isCurrent })
    #expect(
      try await ask(.delete, "/user/sessions/\(old.id)", token: mine).status == .noContent)
    #expect(try await ask(.get, "/user", token: other).status == .unauthorized)
    #expect(try await ask(.get, "/user", token: mine).status == .ok)
  }

  @Test func `all others are ended at once`() async throws {
    let mine = try await server.signIn(me)
    let others = [try await server.signIn(me), try await server.signIn(me)]
    #expect(try await ask(.delete, "/user/sessions", token: mine).status == .noContent)
    for other in others {
      #expect(try await ask(.get, "/user", token: other).status == .unauthorized)
    }
    #expect(try await ask(.get, "/user", token: mine).status == .ok)
  }

  @Test func `ending a session ends its streams`() async throws {
    let mine = try await server.signIn(me)
    let world = server.world
    let me = me
    let sessions = try await world.engine.sessions(of: me)
    try await server.onLoopback { makeConnection in
      let connection = makeConnection()
      connection.session.begin(
        APICredential(token: mine, person: me, session: sessions.first?.id ?? "0"))
      let request = try connection.request(for: APITable.changes, Empty()).request
      let (response, pieces) = try await connection.transport.stream(request.head)
      #expect(response.status == .ok)
      var changes = pieces.makeAsyncIterator()
      #expect(try await changes.next() != nil)
      try await world.engine.perform(EndOtherSessions(), by: .session("0", of: me))
      // Whatever still comes, the stream ends; a test's time limit ends a wait that is in vain.
      while try await changes.next() != nil {}
    }
  }
}

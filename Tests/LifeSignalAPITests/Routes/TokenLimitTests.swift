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

/// A program that asks too often, as it meets the server.
@Suite(.timeLimit(.minutes(2))) struct TokenLimitTests {
  private let server: TestServer
  private let me: Person.ID

  init() async throws {
    server = try await TestServer(pause: .zero)
    me = server.world.p
  }

  private func token() async throws -> String {
    try await server.world.engine.perform(
      CreateAccessToken(name: "Script", scopes: Set(TokenScope.allCases), life: nil),
      by: .person(me)
    ).token
  }

  private func ask(
    _ method: HTTPRequest.Method, _ path: String, token: String
  ) async throws -> TestResponse {
    let application = Application(router: server.room.router())
    return try await application.test(.router) { client in
      try await client.execute(
        uri: "/api/v1" + path, method: method, headers: [.authorization: "Bearer \(token)"])
    }
  }

  @Test func `changes wait with a problem that says how long, checking in and calling do not`()
    async throws
  {
    let (mine, other) = (try await token(), try await token())
    for _ in 0..<APILimits.programWrite.burst {
      #expect(try await ask(.post, "/notifications/read", token: mine).status == .noContent)
    }
    let refused = try await ask(.post, "/notifications/read", token: mine)
    #expect(refused.status == .tooManyRequests)
    #expect(refused.headers[.retryAfter] == "2")
    #expect(refused.headers[.contentType] == "application/problem+json")
    let problem = try APIJSON.decode(
      Problem.self, from: Data(refused.body.readableBytesView))
    #expect(problem.refusal == .tooManyRequests(retryAfter: 2))

    #expect(try await ask(.post, "/check-ins", token: mine).status == .ok)
    #expect(try await ask(.post, "/alert", token: mine).status.kind == .successful)
    #expect(try await ask(.post, "/notifications/read", token: other).status == .noContent)
  }

  @Test func `a storm of check-ins holds up no alert`() async throws {
    let mine = try await token()
    for _ in 0..<RequestLimits.checkIn.burst {
      #expect(try await ask(.post, "/check-ins", token: mine).status == .ok)
    }
    #expect(try await ask(.post, "/check-ins", token: mine).status == .tooManyRequests)
    #expect(try await ask(.post, "/alert", token: mine).status.kind == .successful)
  }
}

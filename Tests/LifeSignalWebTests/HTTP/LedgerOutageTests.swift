import Foundation
import HTTPTypes
import HummingbirdTesting
import LifeSignalAPI
import LifeSignalWeb
import NIOCore
import Testing

/// What a server answers whose database takes nothing, or cannot be read.
@Suite struct `A database that refuses` {
  private let web: TestWeb
  private let cookie: String
  private let token: String

  init() async throws {
    web = try TestWeb()
    _ = try await web.house.member()
    let answer = try await web.signIn(cookie: try await web.visitor())
    cookie = try #require(web.cookie(of: answer))
    token = try #require(cookie.split(separator: "=", maxSplits: 1).last.map(String.init))
  }

  private func expectUnavailable(_ answer: TestResponse, _ words: Comment) throws {
    #expect(answer.status == .serviceUnavailable, words)
    #expect(answer.headers[.retryAfter].flatMap { Int($0) } ?? 0 >= 1, words)
  }

  @Test func `is 503 with the time to wait for programs`() async throws {
    let bearer: HTTPFields = [
      .authorization: "Bearer \(token)", .contentType: "application/json",
    ]
    web.house.ledger.outage = .writes
    for path in ["/api/v1/check-ins", "/api/v1/alert"] {
      let answer = try await web.request(.post, path, body: "{}", headers: bearer)
      try expectUnavailable(answer, "\(path)")
      let problem = try APIJSON.decode(Problem.self, from: Data(String(buffer: answer.body).utf8))
      #expect(problem.code == .unavailable && problem.retryAfter == Double(LedgerOutage.patience))
    }
    web.house.ledger.outage = .everything
    for path in ["/api/v1/user", "/api/v1/contacts"] {
      try expectUnavailable(try await web.request(.get, path, headers: bearer), "\(path)")
    }
    let stranger: HTTPFields = [.authorization: "Bearer \(SessionToken().text)"]
    try expectUnavailable(try await web.request(.get, "/api/v1/user", headers: stranger), "a token")
  }

  @Test func `is 503 for what a device has kept, and for pages`() async throws {
    web.house.ledger.outage = .writes
    try expectUnavailable(
      try await web.request(.post, "/check-in", cookie: cookie, body: "key=k"), "check-in")
    web.house.ledger.outage = .everything
    let page = try await web.request(
      .get, "/", cookie: "lifesignal=\(SessionToken().text)", headers: [.accept: "text/html"])
    try expectUnavailable(page, "a page")
    #expect(String(buffer: page.body).contains("cannot answer right now"))
    try expectUnavailable(try await web.request(.get, "/ping/\(UUID().uuidString)"), "a thing")
  }

  @Test func `is no matter for a request with two hosts, which is not understood`() async throws {
    let host = try #require(HTTPField.Name("Host"))
    let answer = try await web.request(.get, "/", headers: [host: "other.example"])
    #expect(answer.status == .badRequest)
    #expect(try await web.request(.get, "/").status == .ok)
  }
}

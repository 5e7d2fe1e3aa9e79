import Foundation
import HTTPTypes
import HummingbirdTesting
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalWeb
import Testing

@testable import LifeSignalStorage

/// What a person gets to see when a bad disk has spoilt numbers in the row of their session.
@Suite struct `A request in a spoilt session` {
  private let web: TestWeb
  private let person: Person.ID
  private let token: String

  init() async throws {
    web = try TestWeb()
    person = try await web.house.member()
    token = try await web.house.browser().1.text
  }

  private func spoil(_ statement: SQLText) async throws {
    try await web.house.ledger.write { transaction in
      _ = try #require(transaction as? SQLTransaction).session.change(statement, [])
    }
  }

  private func ask(
    _ method: HTTPRequest.Method, _ path: String, with token: String
  ) async throws -> HTTPResponse.Status {
    let isPost = method == .post
    var headers: HTTPFields = [.authorization: "Bearer \(token)"]
    if isPost { headers[.contentType] = "application/json" }
    return try await web.request(
      method, path, body: isPost ? "{}" : nil, headers: headers
    ).status
  }

  @Test(
    arguments: [
      "UPDATE sessions SET created_at = -9223372036854775807",
      "UPDATE sessions SET last_seen_at = 9223372036854775807",
      "UPDATE sessions SET proven_at = 9223372036854775807",
    ] as [SQLText])
  func `is answered, and an alert raised and ended`(statement: SQLText) async throws {
    try await spoil(statement)
    #expect(try await ask(.get, "/api/v1/user", with: token) == .ok)
    #expect(try await ask(.post, "/api/v1/alert", with: token).kind == .successful)
    #expect(try await ask(.delete, "/api/v1/alert", with: token).kind == .successful)
    #expect(try await ask(.get, "/api/v1/user/sessions", with: token) == .ok)
  }

  @Test func `without its end is 401, a new sign-in calls for help, and health goes on naming it`()
    async throws
  {
    try await spoil(
      """
      UPDATE sessions SET created_at = -9223372036854775807, last_seen_at = 9223372036854775807,
        expires_at = 9223372036854775807
      """)
    #expect(try await ask(.get, "/api/v1/user", with: token) == .unauthorized)
    #expect(try await ask(.post, "/api/v1/alert", with: token) == .unauthorized)
    let new = try await web.house.browser().1.text
    #expect(try await ask(.post, "/api/v1/alert", with: new).kind == .successful)
    #expect(try await web.house.engine.alerts(of: person).count == 1)
    let services = web.house.engine.services()
    for _ in 0..<3 {
      web.house.clock.advance(by: 1)
      try await services.auditor.turn()
      #expect(services.health().causes.map(\.code).contains("rows-unreadable:sessions:1"))
    }
  }
}

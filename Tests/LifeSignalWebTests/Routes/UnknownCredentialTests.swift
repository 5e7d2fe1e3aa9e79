import Foundation
import HTTPTypes
import HummingbirdTesting
import LifeSignalEngine
import LifeSignalModel
import LifeSignalWeb
import Testing

/// Each of these would be one more read of the ledger: it is taken away, so an answer without an error
/// has not asked it.
@Suite struct `Unknown credentials` {
  private let web: TestWeb

  init() throws { web = try TestWeb() }

  private func exhaust(_ request: () async throws -> Void) async throws {
    for _ in 0..<RequestLimits.unknown.burst { try await request() }
    web.house.ledger.outage = .everything
  }

  private func checkIn() async throws -> HTTPResponse.Status {
    try await web.request(
      .post, "/check-in", cookie: "lifesignal=\(SessionToken().text)", body: "key=k"
    ).status
  }

  @Test func `in a cookie are looked for only so often`() async throws {
    try await exhaust { _ = try await checkIn() }
    #expect(try await checkIn() == .tooManyRequests)
    // A little later there is room for one more.
    web.limits.advance(by: .seconds(1))
    #expect(try await checkIn() == .serviceUnavailable)
  }

  @Test func `of a program are looked up at a limited rate`() async throws {
    func ask() async throws -> HTTPResponse.Status {
      try await web.request(
        .get, "/api/v1/user", headers: [.authorization: "Bearer \(SessionToken().text)"]
      ).status
    }
    try await exhaust { _ = try await ask() }
    #expect(try await ask() == .tooManyRequests)
  }

  @Test func `of a program do not use up the rate of other kinds`() async throws {
    func ask(_ method: HTTPRequest.Method, _ path: String) async throws -> HTTPResponse.Status {
      try await web.request(
        method, path, headers: [.authorization: "Bearer \(SessionToken().text)"]
      ).status
    }
    try await exhaust { _ = try await ask(.get, "/api/v1/user") }
    #expect(try await ask(.get, "/api/v1/user") == .tooManyRequests)
    // Looked for, in a ledger that is gone.
    #expect(try await ask(.post, "/api/v1/check-ins") == .serviceUnavailable)
    #expect(try await checkIn() == .serviceUnavailable)
  }

  @Test func `of a device are looked up at a limited rate`() async throws {
    func ask() async throws -> HTTPResponse.Status {
      try await web.request(.get, "/ping/\(UUID().uuidString)").status
    }
    try await exhaust { _ = try await ask() }
    #expect(try await ask() == .tooManyRequests)
  }

  @Test func `keep out no member who was here before and whose page is put away`() async throws {
    _ = try await web.house.member()
    let mine = try #require(web.cookie(of: await web.signIn(cookie: web.visitor())))
    func mineChecksIn() async throws -> HTTPResponse.Status {
      try await web.request(.post, "/check-in", cookie: mine, body: "key=k").status
    }
    _ = try await mineChecksIn()
    web.room.visits.sessions.forget(try await web.session(of: mine))
    try await exhaust { _ = try await checkIn() }
    #expect(try await checkIn() == .tooManyRequests)
    // Looked for, in a ledger that is gone.
    #expect(try await mineChecksIn() == .serviceUnavailable)
  }

  @Test func `keep out no program and no thing that was here before`() async throws {
    let margaret = try await web.house.member()
    let bearer = try await web.house.browser().1.text
    let key = try await web.house.engine.perform(
      AddThing(settings: ThingSettings(name: "Kettle", kind: .plug)), by: .person(margaret))
    func program(_ bearer: String) async throws -> HTTPResponse.Status {
      try await web.request(
        .get, "/api/v1/user", headers: [.authorization: "Bearer \(bearer)"]
      ).status
    }
    func thing(_ token: String) async throws -> HTTPResponse.Status {
      try await web.request(.get, "/ping/\(token)").status
    }
    #expect(try await program(bearer) == .ok)
    #expect(try await thing(key.token) == .ok)
    try await exhaust {
      _ = try await program(SessionToken().text)
      _ = try await thing(UUID().uuidString)
    }
    #expect(try await program(SessionToken().text) == .tooManyRequests)
    #expect(try await thing(UUID().uuidString) == .tooManyRequests)
    #expect(try await program(bearer) == .serviceUnavailable)
    #expect(try await thing(key.token) == .serviceUnavailable)
  }

  @Test func `are remembered as good only while they are, and only so many`() {
    let good = GoodCredentials(generation: 2)
    for credential in ["a", "b", "c"] { good.add(credential) }
    #expect(good.contains("a") && good.contains("c") && !good.contains("d"))
    for credential in ["d", "e"] { good.add(credential) }
    #expect(!good.contains("a") && good.contains("c") && good.contains("e"))
    good.remove("c")
    #expect(!good.contains("c"))
  }

  @Test func `keep out no member whose page is open`() async throws {
    _ = try await web.house.member()
    let cookie = try await web.visitor()
    let answer = try await web.signIn(cookie: cookie)
    let mine = try #require(web.cookie(of: answer))
    let page = try await web.page(of: mine)
    for _ in 0..<RequestLimits.unknown.burst { _ = try await checkIn() }
    let status = try await web.request(.post, "/check-in", cookie: mine, body: "key=k").status
    #expect(status != .tooManyRequests)
    withExtendedLifetime(page) {}
  }
}

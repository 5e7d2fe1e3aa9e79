import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import NIOCore
import Testing

@testable import LifeSignalWeb

@Suite struct `Checking in without script` {
  private let house: TestHouse
  private let limits: TestInstants
  private let application: Application<RouterResponder<WebContext>>

  init() throws {
    house = try TestHouse()
    limits = TestInstants()
    let router = Router(context: WebContext.self)
    router.add(middleware: ErrorPages(stylesheet: ""))
    router.add(middleware: SameOriginCheck())
    let visits = Visits(
      sessions: house.sessions, cookie: SessionCookie(overTLS: false),
      limits: RequestLimits(now: limits.now), isBehindProxy: false)
    CheckInRoute(engine: house.engine, visits: visits).add(to: router)
    application = Application(router: router)
  }

  private func post(
    _ body: String, _ token: SessionToken?, type: String = "application/x-www-form-urlencoded",
    site: String = "same-origin"
  ) async throws -> TestResponse {
    var headers: HTTPFields = [.contentType: type, HTTPField.Name("Sec-Fetch-Site")!: site]
    if let token { headers[.cookie] = "lifesignal=\(token.text)" }
    return try await application.test(.router) { [headers] client in
      try await client.execute(
        uri: "/check-in", method: .post, headers: headers, body: ByteBuffer(string: body))
    }
  }

  @Test func `an ordinary form checks in and leads back to the page`() async throws {
    let person = try await house.member()
    let (_, token) = try await house.browser()
    let before = try await house.engine.checkIns(of: person).count
    house.clock.advance(by: 60)
    let response = try await post("key=one", token)
    #expect(response.status == .seeOther)
    #expect(response.headers[.location] == "/")
    let records = try await house.engine.checkIns(of: person)
    #expect(records.count == before + 1)
    #expect(records.first?.timestamp == house.clock.now)
  }

  @Test func `the same form sent again is the same check-in`() async throws {
    let person = try await house.member()
    let (_, token) = try await house.browser()
    house.clock.advance(by: 60)
    let json = "application/json"
    let first = try await post(#"{"key": "one"}"#, token, type: json)
    house.clock.advance(by: 60)
    let second = try await post(#"{"key": "one"}"#, token, type: json)
    #expect(first.status == .ok)
    #expect(first.body == second.body)
    let count = try await house.engine.checkIns(of: person).count
    _ = try await post(#"{"key": "two"}"#, token, type: json)
    let records = try await house.engine.checkIns(of: person)
    #expect(records.count == count + 1)
  }

  @Test func `a check-in that waited for a connection counts from when it was made`() async throws {
    let person = try await house.member()
    let (_, token) = try await house.browser()
    house.clock.advance(by: 600)
    let made = house.clock.now.addingTimeInterval(-120)
    let body = #"{"key": "queued", "at": \#(Int64(made.timeIntervalSince1970 * 1000))}"#
    let response = try await post(body, token, type: "application/json")
    #expect(response.status == .ok)
    #expect(try await house.engine.user(person).lastCheckedIn == made)
  }

  @Test func `a signed-out browser is redirected to the page, a program gets 401`() async throws {
    #expect(try await post("key=one", nil).status == .seeOther)
    #expect(try await post("key=one", SessionToken()).headers[.location] == "/")
    let json = try await post(#"{"key": "one"}"#, nil, type: "application/json")
    #expect(json.status == .unauthorized)
  }

  @Test func `another site cannot check a person in`() async throws {
    let person = try await house.member()
    let (_, token) = try await house.browser()
    let before = try await house.engine.checkIns(of: person).count
    #expect(try await post("key=one", token, site: "cross-site").status == .forbidden)
    #expect(try await house.engine.checkIns(of: person).count == before)
  }

  @Test(arguments: ["", "key=", "other=1", "key=" + String(repeating: "x", count: 65)])
  func `without a key there is no check-in`(body: String) async throws {
    _ = try await house.member()
    let (_, token) = try await house.browser()
    #expect(try await post(body, token).status == .badRequest)
  }

  @Test func `more than a form is refused`() async throws {
    _ = try await house.member()
    let (_, token) = try await house.browser()
    let body = "key=one&x=" + String(repeating: "x", count: BodyLimit.form)
    #expect(try await post(body, token).status == .contentTooLarge)
  }

  @Test func `too many requests wait, and another session is not held up`() async throws {
    _ = try await house.member()
    let (_, token) = try await house.browser()
    let (_, other) = try await house.browser()
    for number in 0..<RequestLimits.checkIn.burst {
      #expect(try await post("key=\(number)", token).status == .seeOther)
    }
    let refused = try await post("key=more", token)
    #expect(refused.status == .tooManyRequests)
    #expect(refused.headers[.retryAfter] == "2")
    #expect(try await post("key=other", other).status == .seeOther)
    limits.advance(by: .seconds(2))
    #expect(try await post("key=more", token).status == .seeOther)
  }

  @Test func `a session ended elsewhere ends here with its next request`() async throws {
    let person = try await house.member()
    let (session, token) = try await house.browser()
    guard case .member(_, let id) = session.identity else { throw UnexpectedOutcome() }
    try await house.engine.perform(EndSession(id: id), by: .person(person))
    let json = try await post(#"{"key": "one"}"#, token, type: "application/json")
    #expect(json.status == .unauthorized)
  }
}

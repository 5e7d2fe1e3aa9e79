import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import LifeSignalEngine
import LifeSignalWeb
import Testing

@Suite struct `Who is counted by address` {
  /// Statuses of as many requests as fit at once and one more, each from its own last proxy entry.
  private func last(isBehindProxy: Bool, _ forwarded: @Sendable (Int) -> String) async throws
    -> HTTPResponse.Status
  {
    let house = try TestHouse()
    let room = try WebRoom(
      engine: house.engine,
      settings: WebRoom.Settings(isReachedOverTLS: isBehindProxy, isBehindProxy: isBehindProxy),
      readiness: { .ready }, now: TestInstants().now)
    return try await Application(router: room.router()).test(.router) { client in
      var status = HTTPResponse.Status.ok
      for number in 0...RequestLimits.address.burst {
        status = try await client.execute(
          uri: "/", method: .get,
          headers: [HTTPField.Name("X-Forwarded-For")!: forwarded(number)]
        ).status
      }
      return status
    }
  }

  @Test func `behind our proxy each of its visitors has room of their own`() async throws {
    let status = try await last(isBehindProxy: true) { "203.0.113.9, 10.0.\($0 / 250).\($0 % 250)" }
    #expect(status == .ok)
  }

  @Test func `a forged entry before the proxy's own is ignored`() async throws {
    let status = try await last(isBehindProxy: true) { "10.0.0.\($0), 203.0.113.9" }
    #expect(status == .tooManyRequests)
  }

  @Test func `a fresh cookie gives a visitor no room of their own`() async throws {
    let web = try TestWeb()
    var cookies: [String] = []
    for _ in 1...4 { cookies.append(try await web.visitor()) }
    var statuses: [HTTPResponse.Status] = []
    for number in 0...RequestLimits.visitor.burst {
      let cookie = cookies[number % cookies.count]
      statuses.append(try await web.request(.get, "/", cookie: cookie).status)
    }
    #expect(statuses.dropLast().allSatisfy { $0 == .ok })
    #expect(statuses.last == .tooManyRequests)
  }

  @Test func `a member has room of their own where visitors have used up theirs`() async throws {
    let web = try TestWeb()
    _ = try await web.house.member()
    let (_, token) = try await web.house.browser()
    for _ in 0...RequestLimits.address.burst { _ = try await web.request(.get, "/") }
    #expect(try await web.request(.get, "/").status == .tooManyRequests)
    let mine = try await web.request(.get, "/", cookie: "lifesignal=\(token.text)")
    #expect(mine.status == .ok)
  }

  @Test func `without a proxy the header is not believed at all`() async throws {
    let status = try await last(isBehindProxy: false) { "10.0.0.\($0)" }
    #expect(status == .tooManyRequests)
  }
}

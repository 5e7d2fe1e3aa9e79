import Composable
import ComposableHTML
import ComposableHTMLTesting
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import LifeSignalEngine
import LifeSignalFeatures
import LifeSignalModel
import LifeSignalWeb
import NIOCore
import Testing

/// Tabs that were open before the server was: what they show goes along with what they ask.
@Suite(.timeLimit(.minutes(1))) struct `A server that was started after the tab` {
  private let web: TestWeb
  private let cookie: String

  init() async throws {
    let before = try TestWeb()
    _ = try await before.house.member()
    let (_, token) = try await before.house.browser()
    cookie = "lifesignal=\(token.text)"
    _ = try await before.request(.get, "/responders", cookie: cookie)
    web = try TestWeb(house: before.house)
  }

  private func place() async throws -> String? {
    try await web.page(of: cookie).store.state.deepLink?.path
  }

  @Test(arguments: ["/responders/scan", "/check-in", "/notifications", "/profile"])
  func `begins a stream at what the tab shows`(place: String) async throws {
    let asked = place.replacing("/", with: "%2F")
    try await web.application.test(.live) { client in
      let tab = try RawTab(
        port: client.port!, cookie: cookie, path: "/live?after=1.1&at=\(asked)")
      _ = try await tab.read(until: #"data-path="\#(place)""#)
    }
    #expect(try await self.place() == place)
  }

  @Test func `hears the first event where the tab is`() async throws {
    let answer = try await web.event(
      "scanner-by-id", "click", #", "at": "/responders/scan", "down": true"#, cookie: cookie)
    let text = String(buffer: answer.body)
    #expect(text.contains(#"data-path="/responders/scan""#))
    #expect(text.contains(#"id="manual-code""#), "the event was not heard by the place's sheet")
  }

  @Test func `leaves an open page where it is, whatever another tab shows`() async throws {
    _ = try await web.event("tab-check-in", "click", cookie: cookie)
    _ = try await web.event("tab-check-in", "click", #", "at": "/profile""#, cookie: cookie)
    #expect(try await place() == "/check-in")
  }

  @Test(arguments: ["/", "", "/nowhere", "//", "%", "https://example.org"])
  func `begins at the check-in when the tab reports no valid place`(told: String) async throws {
    _ = try await web.event("x", "click", #", "at": "\#(told)""#, cookie: cookie)
    #expect(try await place() == "/check-in")
  }

  @Test func `a page without a snapshot opens there, too`() async throws {
    _ = try await web.event("x", "click", cookie: cookie)
    #expect(try await place() == "/check-in")
    web.room.pages.close(try await web.session(of: cookie))
    _ = try await web.event("x", "click", #", "at": "/share""#, cookie: cookie)
    #expect(try await place() == "/share")
  }

  @Test func `a place that an open page ignored does not come back later`() async throws {
    let session = try await web.session(of: cookie)
    async let one = web.room.pages.page(of: session, at: URL(string: "/profile"))
    async let other = web.room.pages.page(of: session, at: URL(string: "/profile"))
    _ = try await (one, other)
    web.room.pages.close(session)
    _ = try await web.room.pages.page(of: session)
    #expect(try await place() == "/check-in")
  }

  @Test func `a visitor's link waits on as well`() async throws {
    let visitor = try await web.visitor()
    _ = try await web.page(of: visitor)
    web.room.pages.close(try await web.session(of: visitor))
    _ = try await web.event("x", "click", #", "at": "/check-in""#, cookie: visitor)
    #expect(try await web.page(of: visitor).store.state.pendingDeepLink?.path == "/check-in")
  }
}

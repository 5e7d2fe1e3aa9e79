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

@Suite struct `From visitor to member` {
  private let web: TestWeb

  init() throws { web = try TestWeb() }

  @Test func `a browser that has just come gets a cookie, a complete page, and no store yet`()
    async throws
  {
    let response = try await web.request(.get, "/")
    #expect(response.status == .ok)
    let cookie = try #require(response.headers[.setCookie])
    #expect(cookie.hasPrefix("lifesignal="))
    #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"))
    #expect(!cookie.contains("Max-Age"))
    let page = String(buffer: response.body)
    #expect(page.contains("phone-form"))
    #expect(page.contains(#"data-live="/live""#))
    #expect(web.room.pages.openCount == 0)
  }

  @Test func `without a script only a member is offered a check-in`() async throws {
    let words = "You can still check in here"
    let welcome = String(buffer: try await web.request(.get, "/").body)
    #expect(welcome.contains("<noscript>") && !welcome.contains(words))
    _ = try await web.house.member()
    let response = try await web.signIn(cookie: try await web.visitor())
    let cookie = try #require(web.cookie(of: response))
    let page = String(buffer: try await web.request(.get, "/", cookie: cookie).body)
    #expect(page.contains(words))
  }

  @Test func `over TLS the cookie is bound to the host`() async throws {
    let web = try TestWeb(overTLS: true)
    let response = try await web.request(.get, "/")
    let cookie = try #require(response.headers[.setCookie])
    #expect(cookie.hasPrefix("__Host-lifesignal="))
    #expect(cookie.contains("; Secure") && !cookie.contains("Domain"))
    #expect(response.headers[.strictTransportSecurity] != nil)
  }

  @Test func `the right code answers with the page and a new cookie; the old one is worth nothing`()
    async throws
  {
    let person = try await web.house.member()
    let visitor = try await web.visitor()
    let response = try await web.signIn(cookie: visitor)
    #expect(response.status == .ok)
    let cookie = try #require(web.cookie(of: response))
    #expect(cookie != visitor)
    #expect(response.headers[.setCookie]?.contains("Max-Age=34560000") == true)
    #expect(String(buffer: response.body).contains("tab-check-in"))
    #expect(try await web.session(of: cookie).identity.person == person)

    #expect(try await web.event("tab-check-in", "click", cookie: visitor).status == .unauthorized)
    #expect(try await web.request(.get, "/live", cookie: visitor).status == .unauthorized)
    #expect(try await web.event("tab-profile", "click", cookie: cookie).status == .noContent)
  }

  @Test func `an event of a member renews the cookie, once an hour`() async throws {
    _ = try await web.house.member()
    let (_, token) = try await web.house.browser()
    let cookie = "lifesignal=\(token.text)"
    for _ in 0..<2 {
      let first = try await web.event("tab-profile", "click", cookie: cookie)
      #expect(web.cookie(of: first) == cookie)
      #expect(first.headers[.setCookie]?.contains("Max-Age=34560000") == true)
      #expect(try await web.event("tab-home", "click", cookie: cookie).headers[.setCookie] == nil)
      web.house.clock.advance(by: 3_600)
    }
  }

  @Test func `a wrong code says so and changes no cookie`() async throws {
    _ = try await web.house.member()
    let visitor = try await web.visitor()
    let response = try await web.signIn(cookie: visitor, code: "000000")
    #expect(response.headers[.setCookie] == nil)
    let page = try await web.page(of: visitor)
    for await isLoading in page.store.changes(of: \.auth.isLoading) where !isLoading { break }
    let text = page.currentFrame().html
    #expect(String(decoding: text, as: UTF8.self).contains("That code is not right."))
  }

  @Test func `the first document of a member is complete`() async throws {
    _ = try await web.house.member()
    let (_, token) = try await web.house.browser()
    // Another process: nothing is known of the browser but its token.
    let page = try await web.request(.get, "/", cookie: "lifesignal=\(token.text)")
    let html = String(buffer: page.body)
    #expect(html.contains("check-in-button"))
    #expect(!html.contains("Opening LifeSignal"))
    #expect(web.cookie(of: page) == "lifesignal=\(token.text)")
  }

  @Test func `a page opened after a sign-out shows nothing of the person who left`() async throws {
    let visitor = try await web.visitor()
    let session = try await web.session(of: visitor)
    // Another tab read it before the sign-out, and came too late to open the page.
    let opening = try await Opening(of: web.house.member(), from: web.house.engine)
    session.prepare(opening)
    #expect(session.takeOpening() == nil)
    session.prepare(opening)
    web.room.pages.close(session)
    let state = try await web.page(of: visitor).store.state
    #expect(state.user.userData == nil && state.mainTab == nil && !state.isInitializing)
  }

  @Test func `a page whose person signs out while it opens shows nothing of them`() async throws {
    let person = try await web.house.member()
    let (session, _) = try await web.house.browser()
    session.prepare(try await Opening(of: person, from: web.house.engine))
    let opening = try #require(session.takeOpening())
    session.become(.visitor)
    let store = StoreOf<AppFeature>(initialState: AppFeature.State()) {
      AppFeature()
    } withDependencies: {
      $0.context = .live
      $0.deriveSessionClients()
      $0.sessionClients = SessionClients(
        engine: web.house.engine, session: session, sessions: web.room.visits.sessions)
    }
    LivePages.begin(store, with: opening)
    let state = store.state
    #expect(state.user.userData == nil && state.mainTab == nil && !state.isInitializing)
  }

  @Test func `tabs of one browser share a store, two browsers do not`() async throws {
    _ = try await web.house.member()
    let first = try #require(
      web.cookie(of: await web.signIn(cookie: web.visitor())))
    let second = try #require(
      web.cookie(of: await web.signIn(cookie: web.visitor())))
    let page = try await web.page(of: first)
    #expect(try await web.page(of: first) === page)
    #expect(try await web.page(of: second) !== page)
    _ = try await web.event("tab-profile", "click", cookie: first)
    #expect(try await web.page(of: first).store.state.mainTab?.selectedTab == .profile)
    #expect(try await web.page(of: second).store.state.mainTab?.selectedTab == .checkIn)
  }

  @Test func `signing out by form ends the session, the page and the cookie`() async throws {
    _ = try await web.house.member()
    let cookie = try #require(web.cookie(of: await web.signIn(cookie: web.visitor())))
    let response = try await web.request(.post, "/sign-out", cookie: cookie)
    #expect(response.status == .seeOther)
    #expect(response.headers[.location] == "/", "no other host")
    #expect(response.headers[.setCookie]?.contains("Max-Age=0") == true)
    // What the browser has kept of the pages goes with it.
    let kept = try #require(HTTPField.Name("Clear-Site-Data"))
    #expect(response.headers[kept] == #""cache""#)
    #expect(try await web.event("tab-check-in", "click", cookie: cookie).status == .unauthorized)
    #expect(web.room.pages.openCount == 0)
  }

  @Test func `a session ended from another device leaves its page at once`() async throws {
    let person = try await web.house.member()
    let cookie = try #require(web.cookie(of: await web.signIn(cookie: web.visitor())))
    let page = try await web.page(of: cookie)
    guard case .member(_, let id) = try await web.session(of: cookie).identity else {
      throw UnexpectedOutcome()
    }
    try await web.house.engine.perform(EndSession(id: id), by: .person(person))
    for await isSignedIn in page.store.changes(of: \.isAuthenticated) where !isSignedIn { break }
    #expect(page.store.state.mainTab == nil)
  }
}

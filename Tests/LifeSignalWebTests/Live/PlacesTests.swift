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

@Suite(.timeLimit(.minutes(1))) struct `Places and their addresses` {
  private let web: TestWeb

  init() throws { web = try TestWeb() }

  private func member() async throws -> (Person.ID, cookie: String) {
    let person = try await web.house.member()
    let (_, token) = try await web.house.browser()
    return (person, "lifesignal=\(token.text)")
  }

  private func text(_ response: TestResponse) -> String { String(buffer: response.body) }

  @Test(arguments: ["/responders", "/check-in", "/dependents/scan", "/notifications", "/share"])
  func `an address answers with its place, also when it is loaded again`(path: String) async throws
  {
    let (_, cookie) = try await member()
    for _ in 1...2 {
      let response = try await web.request(.get, path, cookie: cookie)
      #expect(response.status == .ok)
      #expect(text(response).contains(#"data-path="\#(path)""#))
    }
    #expect(try await web.page(of: cookie).store.state.deepLink?.path == path)
    // The bare address is wherever one was.
    #expect(
      text(try await web.request(.get, "/", cookie: cookie)).contains(#"data-path="\#(path)""#))
  }

  @Test func `the app opens on the check-in, where the former first page leads too`() async throws {
    let (_, cookie) = try await member()
    #expect(
      text(try await web.request(.get, "/", cookie: cookie)).contains(#"data-path="/check-in""#))
    for (former, place) in [("/home", "/"), ("/home/interval", "/"), ("/home/code", "/share")] {
      let answer = try await web.request(.get, former, cookie: cookie)
      #expect(answer.status == .seeOther)
      #expect(answer.headers[.location] == place)
    }
  }

  @Test func `a page knows the address at which it is read, for the links in its pictures`()
    async throws
  {
    let (person, cookie) = try await member()
    _ = try await web.request(.get, "/share", cookie: cookie)
    let address = try await web.page(of: cookie).store.state.address
    let host = try #require(URL(string: address))
    #expect(host.scheme == "http" && host.host() != nil && host.path().isEmpty)
    let code = try await web.engine.user(person).qrCodeID
    #expect(DeepLink(try #require(URL(string: code.link(at: address))))?.path == "/add/\(code)")
  }

  @Test func `a sheet above a tab is marked in the page`() async throws {
    let (_, cookie) = try await member()
    let tab = text(try await web.request(.get, "/responders", cookie: cookie))
    #expect(!tab.contains("data-above"))
    let sheet = text(try await web.request(.get, "/responders/scan", cookie: cookie))
    #expect(sheet.contains(" data-above"))
  }

  @Test func `back and forward lead the page`() async throws {
    let (_, cookie) = try await member()
    let page = try await web.page(of: cookie)
    _ = try await web.event("tab-responders", "click", cookie: cookie)
    _ = try await web.event("add-responder", "click", cookie: cookie)
    #expect(page.store.state.deepLink?.path == "/responders/scan")
    _ = try await web.event("app", "navigate", #", "value": "/responders""#, cookie: cookie)
    #expect(page.store.state.mainTab?.responders.qrScanner == nil)
    _ = try await web.event("app", "navigate", #", "value": "/dependents""#, cookie: cookie)
    #expect(page.store.state.mainTab?.selectedTab == .dependents)
  }

  @Test func `an unknown place answers kindly`() async throws {
    let (_, cookie) = try await member()
    let html: HTTPFields = [.accept: "text/html"]
    let nowhere = try await web.request(.get, "/nowhere", cookie: cookie, headers: html)
    #expect(nowhere.status == .notFound)
    #expect(text(nowhere).contains("Back to LifeSignal"))
    let gone = try await web.request(.get, "/dependents/999", cookie: cookie)
    #expect(text(gone).contains("The requested item no longer exists."))
    #expect(text(gone).contains(#"data-path="/dependents""#))
  }

  @Test func `a link opened by a visitor waits until they have signed in`() async throws {
    _ = try await web.house.member()
    let friend = try await web.house.member("+12125550177", name: "Dana")
    let code = try await web.house.engine.user(friend).qrCodeID
    let first = try await web.request(.get, "/add/\(code)")
    #expect(text(first).contains("phone-form"))
    let visitor = try #require(web.cookie(of: first))
    let answer = try await web.signIn(cookie: visitor)
    let cookie = try #require(web.cookie(of: answer))
    let page = try await web.page(of: cookie)
    #expect(page.store.state.mainTab?.home.addContact?.qrCode == code)
    for await name in page.store.changes(of: { $0.mainTab?.home.addContact?.name })
    where name == "Dana Hale" { break }
  }

  @Test func `an invitation opens an account, and looking at it changes nothing`() async throws {
    let made = try await web.house.engine.perform(InviteAsOperator(), by: System())
    for _ in 1...2 {
      let preview = try await web.request(.get, "/join/\(made.token)")
      #expect(text(preview).contains("You are invited to LifeSignal"))
      #expect(text(preview).contains(#"data-path="/join/\#(made.token)""#))
    }
    let first = try await web.request(.get, "/join/\(made.token)")
    let visitor = try #require(web.cookie(of: first))
    let page = try await web.page(of: visitor)
    for await offer in page.store.changes(of: { $0.auth.join?.offer })
    where offer?.isFromOperator == true { break }
    _ = try await web.event("join", "click", cookie: visitor)
    let cookie = try #require(
      web.cookie(of: try await web.signIn("212-555-0188", cookie: visitor)))
    #expect(try await web.page(of: cookie).store.state.needsOnboarding)
    await #expect(throws: Refusal.invitationUsed) {
      try await web.house.engine.perform(
        ReadInvitation(invitation: made.token), by: Visitor(from: .unknown))
    }
  }

  @Test func `a visitor with a page keeps the link too`() async throws {
    _ = try await web.house.member()
    let visitor = try await web.visitor()
    _ = try await web.page(of: visitor)
    _ = try await web.request(.get, "/check-in", cookie: visitor)
    let cookie = try #require(web.cookie(of: await web.signIn(cookie: visitor)))
    #expect(try await web.page(of: cookie).store.state.mainTab?.selectedTab == .checkIn)
  }
}

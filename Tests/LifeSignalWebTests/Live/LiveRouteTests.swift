import Composable
import ComposableHTML
import Foundation
import Hummingbird
import HummingbirdTesting
import LifeSignalWeb
import Logging
import Testing

@Suite(.timeLimit(.minutes(1))) struct `The stream of a tab` {
  private let web: TestWeb

  init() throws { web = try TestWeb() }

  @Test func `it tells the time, then the page, then what changes`() async throws {
    let cookie = try await web.visitor()
    try await web.application.test(.live) { client in
      let tab = try RawTab(port: client.port!, cookie: cookie)
      let head = try await tab.read(until: "\r\n\r\n")
      #expect(head.contains("200 OK"))
      #expect(head.contains("text/event-stream"))
      #expect(head.contains("no-store"))
      let first = try await tab.read(until: "phone-form")
      #expect(first.contains("event: beat"))
      _ = try await web.event("phone-number", "input", #", "value": "212""#, cookie: cookie)
      _ = try await tab.read(until: #"value="212""#)
    }
  }

  @Test func `a ninth tab takes the place of the first`() async throws {
    let cookie = try await web.visitor()
    try await web.application.test(.live) { client in
      let first = try RawTab(port: client.port!, cookie: cookie)
      _ = try await first.read(until: "phone-form")
      var others: [RawTab] = []
      for _ in 1...8 {
        let tab = try RawTab(port: client.port!, cookie: cookie)
        _ = try await tab.read(until: "event: beat")
        others.append(tab)
      }
      _ = try await first.readToEnd()
      #expect(try await web.page(of: cookie).tabCount == 8)
      withExtendedLifetime(others) {}
    }
  }

  @Test func `visitors' pages are only so many, and the oldest is closed`() async throws {
    let sessions = web.house.sessions
    let pages = LivePages(
      engine: web.house.engine, sessions: sessions, visitorLimit: 2, logger: Logger(label: "test"))
    _ = try await web.house.member()
    let (member, _) = try await web.house.browser()
    let mine = try await pages.page(of: member)
    let visitors = (1...4).map { _ in sessions.makeVisitor().0 }
    for visitor in visitors { _ = try await pages.page(of: visitor) }
    #expect(pages.openCount == 3)
    #expect(try await pages.page(of: member) === mine)
    await pages.shutdown()
  }

  @Test func `when the browser leaves, the session forgets the tab`() async throws {
    let cookie = try await web.visitor()
    try await web.application.test(.live) { client in
      let tab = try RawTab(port: client.port!, cookie: cookie)
      _ = try await tab.read(until: "phone-form")
      let page = try await web.page(of: cookie)
      #expect(page.tabCount == 1)
      tab.close()
      // The news of a closed socket comes through the network stack; nothing but time tells when,
      // and the limit of the suite how long it may take.
      while page.tabCount > 0 { try await Task.sleep(for: .milliseconds(2)) }
      #expect(page.tabCount == 0)
    }
  }

  @Test func `a stream opened before the sign-in ends with the old cookie`() async throws {
    _ = try await web.house.member()
    let cookie = try await web.visitor()
    try await web.application.test(.live) { client in
      let tab = try RawTab(port: client.port!, cookie: cookie)
      _ = try await tab.read(until: "phone-form")
      let answer = try await web.signIn(cookie: cookie)
      #expect(web.cookie(of: answer) != nil)
      let rest = try await tab.readToEnd()
      #expect(!rest.contains("tab-check-in"))
    }
  }

  @Test func `stopping ends every stream and refuses new ones an endless one`() async throws {
    let cookie = try await web.visitor()
    try await web.application.test(.live) { client in
      let tab = try RawTab(port: client.port!, cookie: cookie)
      _ = try await tab.read(until: "phone-form")
      await web.room.pages.shutdown()
      _ = try await tab.readToEnd()
      let late = try RawTab(port: client.port!, cookie: cookie)
      _ = try await late.readToEnd()
    }
  }
}

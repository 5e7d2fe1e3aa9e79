import Foundation
import LifeSignalTestSupport
import LifeSignalTestTraits
import NIOHTTP1
import Testing

/// The real binary on a database of its own, driven over HTTP as browsers drive it.
@Suite(.temporaryFolder) struct `A missed check-in reaches the responder` {
  private let folder: URL

  init() throws {
    folder = try TemporaryFolder.make()
  }

  private var database: URL { folder.appending(path: "data/network.sqlite") }

  /// Runs the body with a server, which is stopped, and its database removed, at the end.
  private func withServer(_ body: (ServerProcess) async throws -> Void) async throws {
    let server = try await ServerProcess.start(database: database)
    do {
      try await body(server)
    } catch {
      await server.kill()
      throw error
    }
    if server.isRunning { await server.kill() }
  }

  /// Dana becomes Margaret's responder: she enters the code, Margaret accepts.
  private func relate(_ margaret: Browser, _ dana: Browser) async throws {
    try await margaret.tap("tab-responders")
    let code = try #require(
      try await margaret.shown { $0.has("qr-code-id") }.text(of: "qr-code-id"))
    try await dana.tap("tab-dependents")
    _ = try await dana.shown { $0.has("scan-code") }
    try await dana.tap("scan-code")
    _ = try await dana.shown { $0.has("scanner-by-id") }
    try await dana.tap("scanner-by-id")
    _ = try await dana.shown { $0.has("manual-code") }
    try await dana.type(code, into: "manual-code")
    try await dana.submit("scanner-form")
    let sheet = try await dana.shown { $0.has("add-contact-add") }
    #expect(sheet.text.contains("Margaret"))
    #expect(!sheet.text.contains("555"), "a stranger is shown no number")
    try await dana.tap("add-contact-dependent")
    try await dana.tap("add-contact-add")

    try await margaret.tap("tab-responders")
    let asked = try await margaret.shown { $0.id("accept-") != nil }
    #expect(asked.text.contains("Dana Weiss"))
    try await dana.tap("tab-dependents")
    let before = try await dana.shown { $0.has("page-dependents") }
    #expect(before.id("ping-") == nil, "nothing is visible before Margaret has accepted")
    try await margaret.tap(try #require(asked.id("accept-")))
    _ = try await dana.shown { $0.id("ping-") != nil }
  }

  private func checkIn(_ margaret: Browser) async throws {
    try await margaret.tap("tab-check-in")
    _ = try await margaret.shown { $0.has("check-in-form") }
    try await margaret.submit("check-in-form")
    _ = try await margaret.shown { $0.text.contains("Last:") && !$0.text.contains("Overdue until") }
  }

  @Test func `all seven steps, over HTTP`() async throws {
    try await withServer { server in
      let margaret = Browser(port: server.port)
      let dana = Browser(port: server.port)
      let oskar = Browser(port: server.port)
      try await margaret.signIn(ServerProcess.margaret, on: server)
      try await dana.signIn(ServerProcess.dana, on: server)
      try await oskar.signIn(ServerProcess.oskar, on: server)
      try await relate(margaret, dana)

      try await margaret.tap("tab-check-in")
      _ = try await margaret.shown { $0.has("check-in-form") }
      try await margaret.submit("check-in-form")
      try await server.until { !$0.messages("Contact request accepted").isEmpty }

      // A day passes: reminders first, then the grace, then the responders.
      try await server.advance(by: 86_400 - 7_200 + 5)
      try await server.until { !$0.messages("Check-in reminder").isEmpty }
      try await server.advance(by: 7_200)
      try await server.until { !$0.messages("Check-in due").isEmpty }
      #expect(server.messages("Margaret Hale missed a check-in").isEmpty)
      #expect(!dana.page.text.contains("Not responsive"))
      try await server.advance(by: 601)
      let alarmed = try await dana.shown(within: .seconds(1)) {
        $0.text.contains("Not responsive")
      }
      #expect(alarmed.text.contains("Margaret Hale"))
      try await server.until { $0.messages("Margaret Hale missed a check-in").count == 2 }
      try await dana.tap("notifications-button")
      _ = try await dana.shown { $0.text.contains("Missed check-in") }
      try await dana.tap("notifications-back")

      // Dana asks, Margaret answers with one tap.
      let list = try await dana.shown { $0.id("ping-") != nil }
      try await dana.tap(try #require(list.id("ping-")))
      _ = try await dana.shown { $0.has("ping-question-confirm") }
      try await dana.tap("ping-question-confirm")
      try await margaret.tap("tab-responders")
      let asked = try await margaret.shown { $0.id("respond-") != nil }
      try await margaret.tap(try #require(asked.id("respond-")))
      _ = try await dana.shown { !$0.text.contains("Pinged") }
      _ = try await margaret.shown { $0.id("respond-") == nil }

      // Margaret raises an alert by hand; both responders see it at once, and its end.
      try await oskar.tap("tab-dependents")
      try await margaret.tap("tab-check-in")
      _ = try await margaret.shown { $0.has("alert-button") }
      for _ in 1...4 { try await margaret.tap("alert-button") }
      _ = try await dana.shown(within: .seconds(1)) { $0.text.contains("Alert active") }
      _ = try await oskar.shown(within: .seconds(1)) { $0.text.contains("Alert active") }
      _ = try await margaret.shown { $0.text.contains("Hold to deactivate") }
      try await margaret.hold("alert-button")
      _ = try await dana.shown { !$0.text.contains("Alert active") }
    }
  }

  @Test func `a kill between the deadline and the delivery loses no alert and makes no second`()
    async throws
  {
    let first = try await ServerProcess.start(database: database)
    let margaret = Browser(port: first.port)
    let oskar = Browser(port: first.port)
    try await margaret.signIn(ServerProcess.margaret, on: first)
    try await oskar.signIn(ServerProcess.oskar, on: first)
    try await oskar.tap("tab-dependents")
    try await first.advance(by: 86_400)
    try await first.until { !$0.messages("Check-in due").isEmpty }
    // The answer comes when the clock has moved; the loops have not finished, or not begun.
    try await first.advance(by: 601)
    await first.kill()

    let second = try await ServerProcess.start(database: database)
    // The demo's clock goes on from the last heartbeat, which may be one from before the step; and
    // what the dead process had leased is free only after the lease.
    try await second.advance(by: 601)
    oskar.reconnect(port: second.port)
    // The page comes back by itself; which tab it was on, only the dead process knew.
    _ = try await oskar.shown { $0.text.contains("1 late or alerting") }
    if first.messages("Margaret Hale missed a check-in").isEmpty {
      try await second.until { !$0.messages("Margaret Hale missed a check-in").isEmpty }
    }
    let status = await second.terminate().status
    #expect(status == 0)
    let keys = Set(
      (first.messages("Margaret Hale missed a check-in")
        + second.messages("Margaret Hale missed a check-in"))
        // The first call: where the first process had made it, the second has called again by now.
        .filter { $0.contains("missed a check-in, due") }
        .compactMap { $0.firstMatch(of: /key=(\S+)/).map { String($0.1) } })
    #expect(keys.count == 1, "one responder, one channel: one message, however often it was sent")
  }

  @Test func `stopping ends open streams and the process within a second`() async throws {
    try await withServer { server in
      let browsers = (1...5).map { _ in Browser(port: server.port) }
      for browser in browsers { try await browser.open() }
      _ = try await browsers[4].shown { $0.html.contains("page-sign-in") }
      let (status, duration) = await server.terminate()
      #expect(status == 0)
      #expect(duration < .seconds(1))
    }
  }

  @Test func `a check-in works without script`() async throws {
    try await withServer { server in
      let margaret = Browser(port: server.port)
      try await margaret.signIn(ServerProcess.margaret, on: server)
      let document = try await margaret.request(.GET, "/").body
      let key = try #require(document.firstMatch(of: /name="key" value="([^"]+)"/)?.1)
      try await server.advance(by: 3600)
      for _ in 1...2 {
        let answer = try await margaret.request(
          .POST, "/check-in",
          headers: [("Content-Type", "application/x-www-form-urlencoded")], body: "key=\(key)")
        #expect(answer.status == 303)
        #expect(answer.headers.first(name: "Location") == "/")
      }
      try await margaret.tap("notifications-button")
      let list = try await margaret.shown { $0.text.contains("Check-in completed") }
      #expect(list.text.ranges(of: "Check-in completed").count == 1)
    }
  }

  @Test func `two browsers of one person are two sessions, and tabs share one`() async throws {
    try await withServer { server in
      let first = Browser(port: server.port)
      let second = Browser(port: server.port)
      try await first.signIn(ServerProcess.margaret, on: server)
      try await second.signIn(ServerProcess.margaret, on: server)
      try await first.tap("tab-profile")
      _ = try await first.shown { $0.has("page-profile") }
      #expect(second.page.has("page-check-in"))
      #expect(try await first.request(.GET, "/").body.contains("page-profile"))
      #expect(try await second.request(.GET, "/").body.contains("page-check-in"))
    }
  }

  @Test func `an event from an unknown browser is refused`() async throws {
    try await withServer { server in
      let answer = try await Browser(port: server.port).request(.POST, "/event", body: "{}")
      #expect(answer.status == 401)
      #expect(try await Browser(port: server.port).request(.GET, "/live").status == 401)
    }
  }
}

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
import LifeSignalTestSupport
import LifeSignalWeb
import NIOCore
import Testing

@Suite struct `Acts that waited on a device` {
  private let web: TestWeb
  private let cookie: String
  private let person: Person.ID

  init() async throws {
    web = try TestWeb()
    person = try await web.house.member()
    cookie = "lifesignal=\(try await web.house.browser().1.text)"
  }

  private var now: Int64 { Int64(web.house.clock.now.timeIntervalSince1970 * 1000) }

  private func post(
    _ path: String, key: String, at: Int64?, sentAt: Int64? = nil, person: String? = nil,
    cookie: String? = ""
  ) async throws -> TestResponse {
    var fields = ["\"key\": \"\(key)\""]
    if let at { fields.append("\"at\": \(at)") }
    if let sentAt { fields.append("\"sentAt\": \(sentAt)") }
    if let person { fields.append("\"person\": \"\(person)\"") }
    return try await web.request(
      .post, path, cookie: cookie == "" ? self.cookie : cookie,
      body: "{\(fields.joined(separator: ", "))}", headers: [.contentType: "application/json"])
  }

  private func alerts() async throws -> [AlertRecord] {
    try await web.house.engine.alerts(of: person)
  }

  @Test func `an alert counts from when it was raised, and is one however often it is sent`()
    async throws
  {
    let at = now
    web.house.clock.advance(by: 600)
    #expect(try await post("/alert", key: "a", at: at).status == .ok)
    #expect(try await post("/alert", key: "a", at: at).status == .ok)
    let alerts = try await alerts()
    #expect(alerts.count == 1)
    #expect(alerts.first?.isActive == true)
    #expect(Int64((alerts.first?.startTime.timeIntervalSince1970 ?? 0) * 1000) == at)
  }

  @Test func `an alert sent again after its end does not start again, a later one does`()
    async throws
  {
    let at = now
    _ = try await post("/alert", key: "a", at: at)
    web.house.clock.advance(by: 60)
    try await web.house.engine.perform(DeactivateAlert(), by: .person(person))
    web.house.clock.advance(by: 60)
    #expect(try await post("/alert", key: "a", at: at).status == .ok)
    #expect(try await alerts().allSatisfy { !$0.isActive })
    #expect(try await post("/alert", key: "b", at: now).status == .ok)
    #expect(try await alerts().contains { $0.isActive })
  }

  /// The device's clock stood at 1970 when the alert was raised, and was set before it was sent.
  @Test func `an alert from before the clock jumped forward calls for help now`() async throws {
    try await web.house.engine.perform(ActivateAlert(), by: .person(person))
    try await web.house.engine.perform(DeactivateAlert(), by: .person(person))
    web.house.clock.advance(by: 60)
    #expect(try await post("/alert", key: "a", at: 5_000, sentAt: now).status == .ok)
    let open = try #require(try await alerts().first { $0.isActive })
    #expect(open.startTime == web.house.clock.now)
    let words = try await web.house.engine.notifications(of: person)
      .map(\.message)
    #expect(words.contains { "\($0)".contains("so it starts now") })
  }

  @Test func `an alert that joined another one is not raised again when both are over`()
    async throws
  {
    try await web.house.engine.perform(ActivateAlert(), by: .person(person))
    web.house.clock.advance(by: 60)
    let at = now
    #expect(try await post("/alert", key: "a", at: at).status == .ok)
    try await web.house.engine.perform(DeactivateAlert(), by: .person(person))
    web.house.clock.advance(by: 60)
    #expect(try await post("/alert", key: "a", at: at).status == .ok)
    #expect(try await alerts().map(\.isActive) == [false])
  }

  @Test func `a storm of check-ins holds up no alert that waited`() async throws {
    for number in 0..<RequestLimits.checkIn.burst {
      #expect(try await post("/check-in", key: "c\(number)", at: now).status == .ok)
    }
    #expect(try await post("/check-in", key: "more", at: now).status == .tooManyRequests)
    #expect(try await post("/alert", key: "a", at: now).status == .ok)
  }

  @Test func `an alert is never from the future`() async throws {
    #expect(try await post("/alert", key: "a", at: now + 3_600_000).status == .ok)
    #expect(try await alerts().first?.startTime == web.house.clock.now)
  }

  @Test(arguments: ["/alert", "/check-in"])
  func `another person's act is refused and changes nothing`(path: String) async throws {
    let count = try await web.house.engine.checkIns(of: person).count
    #expect(try await post(path, key: "a", at: now, person: "somebody").status == .conflict)
    #expect(try await post(path, key: "a", at: now, person: "\(person)").status == .ok)
    #expect(
      try await web.house.engine.checkIns(of: person).count == count + (path == "/alert" ? 0 : 1))
  }

  @Test(arguments: ["/alert", "/check-in"])
  func `without a session it has to wait`(path: String) async throws {
    #expect(try await post(path, key: "a", at: now, cookie: nil).status == .unauthorized)
  }

  @Test(arguments: [#"{"at": 1}"#, "{", "", #"{"key": ""}"#, #"{"key": 1}"#])
  func `an act that cannot be parsed is refused`(body: String) async throws {
    let answer = try await web.request(
      .post, "/alert", cookie: cookie, body: body, headers: [.contentType: "application/json"])
    #expect(answer.status == .badRequest)
    #expect(try await alerts().isEmpty)
  }

  /// The device is five hours fast; the check-in waited for ten minutes.
  @Test func `a device's wrong clock does not move a check-in`() async throws {
    let fast: Int64 = 5 * 3_600_000
    web.house.clock.advance(by: 3_600)
    let at = now + fast
    web.house.clock.advance(by: 600)
    #expect(try await post("/check-in", key: "a", at: at, sentAt: now + fast).status == .ok)
    let newest = try #require(try await web.house.engine.checkIns(of: person).first)
    #expect(newest.timestamp == web.house.clock.now - 600)
  }

  /// Numbers as a device with a broken clock, or a stranger, writes them.
  private static let impossibleTimes = [
    (#"-9223372036854775808"#, #"9223372036854775807"#), ("9223372036854775807", "null"),
    ("-9223372036854775808", "null"), ("1e30", "-1e30"), ("1e308", "1"), ("1e999", "1"),
    ("99999999999999999999999", "0"), ("-9000000000000000", "0"), (#""noon""#, "0"), ("[[]]", "{}"),
    ("true", "false"),
  ]

  @Test(arguments: impossibleTimes)
  func `an impossible time loses no check-in and makes none look new`(
    at: String, sentAt: String
  ) async throws {
    web.house.clock.advance(by: 600)
    let before = try await web.house.engine.checkIns(of: person)
    let deadline = try await web.house.engine.user(person).deadline
    let answer = try await web.request(
      .post, "/check-in", cookie: cookie,
      body: #"{"key": "k", "at": \#(at), "sentAt": \#(sentAt)}"#,
      headers: [.contentType: "application/json"])
    #expect(answer.status == .ok)
    let after = try await web.house.engine.checkIns(of: person)
    #expect(after.count == before.count + 1)
    #expect(after.allSatisfy { $0.timestamp >= web.house.clock.now - CheckIn.longestWait })
    #expect(try await web.house.engine.user(person).deadline == deadline)
  }

  @Test(arguments: impossibleTimes)
  func `an impossible time loses no call for help`(at: String, sentAt: String) async throws {
    let answer = try await web.request(
      .post, "/alert", cookie: cookie, body: #"{"key": "k", "at": \#(at), "sentAt": \#(sentAt)}"#,
      headers: [.contentType: "application/json"])
    #expect(answer.status == .ok)
    let alert = try #require(try await alerts().first)
    #expect(alert.isActive && alert.startTime >= web.house.clock.now - CheckIn.longestWait)
  }

  @Test func `a form with impossible times is a check-in too`() async throws {
    let answer = try await web.request(
      .post, "/check-in", cookie: cookie,
      body: "key=k&at=-9000000000000000000&sentAt=9000000000000000000",
      headers: [.contentType: "application/x-www-form-urlencoded"])
    #expect(answer.status == .seeOther || answer.status == .found)
    #expect(try await web.house.engine.checkIns(of: person).count > 1)
  }

  @Test func `a tap of the page and the device's copy of it are one check-in`() async throws {
    let before = try await web.house.engine.checkIns(of: person).count
    _ = try await web.request(.get, "/", cookie: cookie)
    _ = try await web.event("tab-check-in", "click", cookie: cookie)
    let id = UUID()
    web.house.clock.advance(by: 60)
    #expect(
      try await web.event(
        "check-in-form", "submit", #", "fields": {}"#, cookie: cookie, id: id
      ).status.code < 300)
    let store = try await web.page(of: cookie).store
    for await isBusy in store.changes(of: \.mainTab?.checkIn.isCheckingIn) where isBusy != true {
      break
    }
    for _ in 0..<2 {
      let key = id.uuidString
      #expect(try await post("/check-in", key: key, at: now).status == .ok)
    }
    #expect(try await web.house.engine.checkIns(of: person).count == before + 1)
  }
}

@Suite struct `The offline page` {
  @Test func `is the same for everybody and sets no cookie`() async throws {
    let web = try TestWeb()
    let answer = try await web.request(.get, "/offline")
    #expect(answer.status == .ok)
    #expect(answer.headers[.setCookie] == nil)
    let markup = String(buffer: answer.body)
    #expect(markup.contains(#"id="offline-page""#) && markup.contains(#"id="check-in-button""#))
    #expect(markup.contains("/assets/offline.js?v=") && !markup.contains("/assets/client.js"))
    #expect(markup.contains(#"id="waiting""#))
  }

  @Test func `is kept by the worker with all that it needs`() async throws {
    let web = try TestWeb()
    let worker = String(buffer: try await web.request(.get, "/sw.js").body)
    #expect(!worker.contains("/* assets */"))
    for name in ["app.css", "offline.js", "outbox.js", "clock.js", "client.js", "icon.svg"] {
      #expect(worker.contains("/assets/\(name)?v="), "\(name)")
    }
    #expect(!worker.contains("look/") && !worker.contains("sw.js?v="))
  }
}

import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalWeb
import Testing

/// Margaret raises an alert; Oskar is her responder, and has a phone that shows notifications.
@Suite struct `What a device says of a message` {
  private let web: TestWeb
  private let margaret: Person.ID
  private let oskar: Person.ID
  private let cookie: String

  init() async throws {
    web = try TestWeb()
    margaret = try await web.house.member()
    oskar = try await web.house.member("+12125550103", name: "Oskar")
    cookie = "lifesignal=\(try await web.house.browser("+12125550103").1.text)"
    let id = oskar
    let code = try await web.house.ledger.read { tx in try tx.person(id)?.qrCode }
    let engine = web.house.engine
    try await engine.perform(
      AddContact(qrCode: try #require(code), isResponder: true, isDependent: false),
      by: .person(margaret))
    try await engine.perform(AcceptContact(id: margaret), by: .person(oskar))
  }

  private func raised() async throws -> (AlertRecord.ID, Delivery) {
    let alert = try await web.house.engine.raiseAlert(of: margaret)
    return (alert.id, try await delivery(alert.id))
  }

  private func delivery(_ alert: AlertRecord.ID) async throws -> Delivery {
    let id = oskar
    let all = try await web.house.ledger.read { tx in try tx.deliveries(about: alert) }
    return try #require(all.first { $0.person == id })
  }

  @Test func `is noted without a session`() async throws {
    let (alert, delivery) = try await raised()
    let token = try #require(delivery.receiptToken)
    #expect(try await web.request(.post, "/receipt/\(token)/shown").status == .noContent)
    #expect(try await self.delivery(alert).rung == .shown)
    #expect(try await web.request(.post, "/receipt/\(token)/opened").status == .noContent)
    #expect(try await self.delivery(alert).rung == .opened)
  }

  @Test func `is answered the same whether or not there is such a message`() async throws {
    let (_, delivery) = try await raised()
    let token = try #require(delivery.receiptToken)
    let known = try await web.request(.post, "/receipt/\(token)/shown")
    let repeated = try await web.request(.post, "/receipt/\(token)/shown")
    for other in ["x", String(token.reversed()), String(repeating: "a", count: 65), "a%00b"] {
      let unknown = try await web.request(.post, "/receipt/\(other)/shown")
      #expect(unknown.status == known.status && unknown.answered == known.answered)
      #expect(unknown.body == known.body && repeated.body == known.body)
    }
  }

  @Test func `can only be said from our own worker, and not by following a link`() async throws {
    let (alert, delivery) = try await raised()
    let token = try #require(delivery.receiptToken)
    let foreign = try await web.request(
      .post, "/receipt/\(token)/opened", headers: [HTTPField.Name("Sec-Fetch-Site")!: "cross-site"])
    #expect(foreign.status == .forbidden)
    #expect(try await web.request(.get, "/receipt/\(token)/opened").status != .noContent)
    #expect(try await web.request(.post, "/receipt/\(token)/accepted").status == .notFound)
    #expect(try await self.delivery(alert).rung == .queued)
  }

  @Test func `has limits of its own`() async throws {
    for _ in 0..<RequestLimits.receipt.burst {
      #expect(try await web.request(.post, "/receipt/x/shown").status == .noContent)
    }
    #expect(try await web.request(.post, "/receipt/x/shown").status == .tooManyRequests)
    // A person who signs in from the same address does not have to wait.
    #expect(try await web.request(.get, "/").status == .ok)
    web.limits.advance(by: .seconds(1))
    #expect(try await web.request(.post, "/receipt/x/shown").status == .noContent)
  }

  @Test func `a notification leads its person to the alarm, and everybody else to the beginning`()
    async throws
  {
    let (alert, delivery) = try await raised()
    let token = try #require(delivery.receiptToken)
    let mine = try await web.request(.get, "/open/\(token)", cookie: cookie)
    #expect(mine.headers[.location] == "/alarms/\(alert)")
    let hers = "lifesignal=\(try await web.house.browser().1.text)"
    for other in [hers, nil] {
      let answer = try await web.request(.get, "/open/\(token)", cookie: other)
      #expect(answer.headers[.location] == "/")
    }
    #expect(
      try await web.request(.get, "/open/unknown", cookie: cookie).headers[.location] == "/")
    // A link that a preview follows has opened nothing.
    #expect(try await self.delivery(alert).rung == .queued)
  }

  @Test func `one's own reminder is answered with a check-in, once`() async throws {
    let token = try await remindedMargaret()
    let hers = "lifesignal=\(try await web.house.browser().1.text)"
    let before = try await web.house.engine.checkIns(of: margaret).count
    web.house.clock.advance(by: 30)
    for _ in 0..<2 {
      let answer = try await web.request(.post, "/open/\(token)/check-in", cookie: hers)
      #expect(answer.status == .noContent)
    }
    let checkIns = try await web.house.engine.checkIns(of: margaret)
    #expect(checkIns.count == before + 1)
    #expect(checkIns.first?.timestamp == web.house.clock.now)
    #expect(
      try await web.request(.get, "/open/\(token)", cookie: hers).headers[.location]
        == "/check-in")
  }

  @Test func `no one checks in with another's reminder, or with a message about others`()
    async throws
  {
    let token = try await remindedMargaret()
    let (_, delivery) = try await raised()
    let alarm = try #require(delivery.receiptToken)
    func post(_ token: String, _ cookie: String?) async throws -> HTTPResponse.Status {
      try await web.request(.post, "/open/\(token)/check-in", cookie: cookie).status
    }
    let before = try await web.house.engine.checkIns(of: oskar).count
    #expect(try await post(token, cookie) == .conflict)
    #expect(try await post(alarm, cookie) == .conflict)
    #expect(try await post("unknown", cookie) == .conflict)
    #expect(try await post(token, nil) == .unauthorized)
    #expect(try await web.house.engine.checkIns(of: oskar).count == before)
  }

  /// The token of the reminder she is sent when half an hour is left.
  private func remindedMargaret() async throws -> String {
    let id = margaret
    let notice = Notice(
      .checkInReminder30Minutes, "Check-in reminder", "Please check in within 30 minutes.",
      push: .unlessMuted(.reminder), subject: "\(id):1")
    let (now, token) = (web.house.clock.now, "reminder-token")
    try await web.house.ledger.write { tx in
      guard let person = try tx.person(id) else { throw UnexpectedOutcome() }
      var last: Int64 = 900_000
      var decision = Decision()
      decision.tell(
        Recipient(person: person, channels: try tx.channels(of: id)), notice,
        at: Moment(now: now) {
          last += 1
          return last
        })
      for entry in decision.notifications { _ = try tx.insert(entry) }
      for var delivery in decision.deliveries {
        delivery.receiptToken = token
        _ = try tx.insert(delivery)
      }
    }
    return token
  }
}

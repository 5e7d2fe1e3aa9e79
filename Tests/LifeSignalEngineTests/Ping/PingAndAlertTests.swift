import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct PingAndAlertTests {
  private func ping(_ world: SmallWorld, by sender: Person.ID) async throws -> PingData {
    try await world.perform(PingDependent(dependent: world.p), by: sender)
  }

  @Test func `a ping is shown, answered with one tap, and seen answered`() async throws {
    let world = try await SmallWorld()
    let ping = try await ping(world, by: world.r1)
    #expect(try await world.engine.answer(GetPings(), to: Member(world.p)).pending == [ping])
    #expect(try await world.engine.contact(world.r1, of: world.p).incomingPingID == ping.id)
    #expect(try await world.engine.contact(world.p, of: world.r1).outgoingPingID == ping.id)
    try await world.services.dispatch.turn()
    #expect(world.courier.messages.map(\.title) == ["Are you OK?"])

    try await world.perform(RespondToPing(id: ping.id), by: world.p)
    #expect(try await world.engine.answer(GetPings(), to: Member(world.p)).pending.isEmpty)
    let seen = try await world.engine.answer(GetPings(), to: Member(world.r1)).history.first
    #expect(seen?.status == .responded)
    #expect(try await world.engine.contact(world.p, of: world.r1).hasOutgoingPing == false)
    #expect(
      try await world.engine.notifications(of: world.r1).first?.message.english
        == "Mara Lindqvist answered “I’m OK” and is checked in.")
  }

  @Test(arguments: [false, true])
  func `I'm OK to a ping or to all is a check-in that the responder sees`(toAll: Bool) async throws
  {
    let world = try await SmallWorld()
    try await world.advance(by: 86_400)
    try await world.advance(by: 600)
    #expect(try await world.engine.contact(world.p, of: world.r1).isNonResponsive)
    let ping = try await ping(world, by: world.r1)
    if toAll {
      try await world.perform(RespondToAllPings(), by: world.p)
    } else {
      try await world.perform(RespondToPing(id: ping.id), by: world.p)
    }
    let seen = try await world.engine.contact(world.p, of: world.r1)
    #expect(!seen.isNonResponsive && seen.alarms.isEmpty && !seen.hasOutgoingPing)
    #expect(seen.status == .active)
    #expect(try await world.engine.user(world.p).lastCheckedIn == world.clock.now)
  }

  @Test func `an answer leaves a manual alert on, and the responder reads that`() async throws {
    let world = try await SmallWorld()
    try await world.perform(ActivateAlert(), by: world.p)
    world.clock.advance(by: 60)
    let ping = try await ping(world, by: world.r1)
    try await world.perform(RespondToPing(id: ping.id), by: world.p)
    #expect(try await world.engine.contact(world.p, of: world.r1).status == .alertActive)
    #expect(try await world.engine.user(world.p).lastCheckedIn == world.clock.now)
    let words = try await world.engine.notifications(of: world.r1)
      .first { $0.event == .pingResponded }?.message.english
    #expect(
      words
        == "Mara Lindqvist answered “I’m OK” and is checked in. Their alert is still on.")
  }

  @Test func `an answer during a duress alert warns only the responders who know of it`()
    async throws
  {
    let world = try await SmallWorld()
    let sheet = try await world.printCodes(telling: [world.r1])
    try await world.engine.useCheckInCode(sheet.silent[0], from: "n")
    try await world.settle()
    world.clock.advance(by: 60)
    for sender in [world.r1, world.r2] { _ = try await ping(world, by: sender) }
    try await world.perform(RespondToAllPings(), by: world.p)
    func words(_ person: Person.ID) async throws -> String? {
      try await world.engine.notifications(of: person)
        .first { $0.event == .pingResponded }?.message.english
    }
    let plain = "Mara Lindqvist answered “I’m OK” and is checked in."
    #expect(
      try await words(world.r1)
        == "\(plain) Their duress alert is still on. Do not call or text them.")
    #expect(try await words(world.r2) == plain)
    #expect(try await world.engine.contact(world.p, of: world.r1).alarms.count == 1)
    #expect(try await world.engine.user(world.p).alarms.isEmpty)
  }

  @Test func `the sender clears a pending ping`() async throws {
    let world = try await SmallWorld()
    let ping = try await ping(world, by: world.r1)
    await #expect(throws: Refusal.notYourPing) {
      try await world.perform(ClearPing(id: ping.id), by: world.r2)
    }
    try await world.perform(ClearPing(id: ping.id), by: world.r1)
    #expect(try await world.engine.contact(world.r1, of: world.p).hasIncomingPing == false)
    await #expect(throws: Refusal.pingNoLongerPending) {
      try await world.perform(RespondToPing(id: ping.id), by: world.p)
    }
  }

  @Test func `answering all clears every sender's side`() async throws {
    let world = try await SmallWorld()
    let one = try await ping(world, by: world.r1)
    let two = try await ping(world, by: world.r2)
    try await world.perform(RespondToAllPings(), by: world.p)
    let answered = try await world.engine.answer(GetPings(), to: Member(world.p)).history
      .filter { $0.status == .responded }
    #expect(Set(answered.map(\.id)) == [one.id, two.id])
    #expect(try await world.engine.contact(world.p, of: world.r2).hasOutgoingPing == false)
  }

  @Test(arguments: ["sent_at", "pushed_at", "expires_at", "closed_at"])
  func `the next ping takes the place of a damaged one that waits`(column: String) async throws {
    let ledger = TestLedger()
    let world = try await SmallWorld(ledger: ledger)
    let first = try await ping(world, by: world.r1)
    try ledger.execute("UPDATE pings SET \(column) = 9223372036854775807")
    #expect(try await world.engine.answer(GetPings(), to: Member(world.p)).pending.isEmpty)
    #expect(ledger.unreadableRows == ["pings": 1])
    let second = try await ping(world, by: world.r1)
    #expect(second.id == first.id && second.timestamp == world.clock.now)
    #expect(try await world.engine.answer(GetPings(), to: Member(world.p)).pending == [second])
    #expect(ledger.unreadableRows == [:])
    try await world.perform(RespondToPing(id: second.id), by: world.p)
    #expect(try await world.engine.answer(GetPings(), to: Member(world.p)).pending.isEmpty)
  }

  @Test(arguments: ["sent_at", "pushed_at", "expires_at", "closed_at"])
  func `the end of their relation closes a damaged ping that waits`(column: String) async throws {
    let ledger = TestLedger()
    let world = try await SmallWorld(ledger: ledger)
    let ping = try await ping(world, by: world.r1)
    try ledger.execute("UPDATE pings SET \(column) = 9223372036854775807")
    try await world.perform(RemoveContact(id: world.p), by: world.r1)
    let closed = try #require(try await ledger.read { try $0.ping(ping.id) })
    #expect(closed.status == .cleared && closed.closedAt == world.clock.now.storable)
    #expect(ledger.unreadableRows == [:])
  }

  @Test func `an unanswered ping expires after a day`() async throws {
    let world = try await SmallWorld()
    let ping = try await ping(world, by: world.r1)
    try await world.advance(by: 86_399)
    #expect(try await world.engine.answer(GetPings(), to: Member(world.p)).pending.count == 1)
    try await world.advance(by: 1)
    #expect(try await world.engine.answer(GetPings(), to: Member(world.p)).pending.isEmpty)
    #expect(
      try await world.engine.answer(GetPings(), to: Member(world.r1)).history.first?.status
        == .expired)
    #expect(
      try await world.engine.notifications(of: world.r1)
        .contains { $0.event == .pingExpired && $0.relatedPingID == ping.id })
  }

  @Test func `an alert is seen by both responders at once and ended by its owner`() async throws {
    let world = try await SmallWorld()
    try await world.perform(ActivateAlert(), by: world.p)
    for responder in [world.r1, world.r2] {
      #expect(try await world.engine.contact(world.p, of: responder).status == .alertActive)
    }
    #expect(try await world.engine.alerts(of: world.p).first?.isActive == true)
    await #expect(throws: Refusal.alertNotFound) {
      try await world.perform(DeactivateAlert(), by: world.r1)
    }
    try await world.perform(CheckInNow(), by: world.p)
    #expect(try await world.engine.user(world.p).manualAlertActive)

    try await world.perform(ActivateAlert(), by: world.p)
    try await world.perform(DeactivateAlert(), by: world.p)
    try await world.services.dispatch.turn()
    #expect(world.courier.messages.count { $0.priority == .alert } == 2)
    #expect(world.courier.messages.count { $0.title == "Mara Lindqvist is safe" } == 2)
    #expect(try await world.engine.contact(world.p, of: world.r1).status == .active)
  }

  @Test func `a repeated check-in is one check-in`() async throws {
    let world = try await SmallWorld()
    world.clock.advance(by: 60)
    let one = try await world.checkIn(key: "k", by: world.p)
    world.clock.advance(by: 60)
    let two = try await world.checkIn(key: "k", by: world.p)
    #expect(one == two)
    #expect(try await world.engine.checkIns(of: world.p).count == 2)
  }

  @Test func `a person reads, clears and sets only what is theirs`() async throws {
    let world = try await SmallWorld()
    _ = try await ping(world, by: world.r1)
    let mine = try await world.engine.notifications(of: world.p)
    let newest = try #require(mine.first)
    try await world.perform(MarkAsRead(id: newest.id), by: world.r2)
    #expect(try await world.engine.notifications(of: world.p).first?.isRead == false)
    try await world.perform(MarkAsRead(id: newest.id), by: world.p)
    #expect(try await world.engine.notifications(of: world.p).first?.isRead == true)
    try await world.perform(MarkAllAsRead(), by: world.p)
    #expect(try await world.engine.notifications(of: world.p).allSatisfy(\.isRead))
    try await world.perform(ClearAllNotifications(), by: world.p)
    #expect(try await world.engine.notifications(of: world.p).isEmpty)
    #expect(try await !world.engine.notifications(of: world.r1).isEmpty)

    try await world.perform(SetPreference(key: "Sort", value: "Name"), by: world.p)
    #expect(
      try await world.engine.answer(
        GetPreference(key: "Sort"), to: Member(world.p)
      ).value == "Name")
    #expect(
      try await world.engine.answer(
        GetPreference(key: "Sort"), to: Member(world.r1)
      ).value == nil)
  }

  @Test func `a ping that waits is seen, however many newer ones there are`() async throws {
    let world = try await SmallWorld()
    let waiting = try await ping(world, by: world.r1)
    let second = try await ping(world, by: world.r2)
    try await world.perform(RespondToPing(id: second.id), by: world.p)
    world.clock.advance(by: 60)
    let newer = try await ping(world, by: world.r2)
    try await world.perform(RespondToPing(id: newer.id), by: world.p)
    let lists = try await world.ledger.read { [p = world.p] in try $0.pingLists(of: p, limit: 2) }
    #expect(lists.pending == [waiting])
    #expect(lists.history.map(\.id) == [newer.id, second.id])
  }

  @Test func `the active alert is the first, also after the clock was set back`() async throws {
    let world = try await SmallWorld()
    world.clock.advance(by: 86_400)
    try await world.perform(ActivateAlert(), by: world.p)
    try await world.perform(DeactivateAlert(), by: world.p)
    world.clock.advance(by: -80_000)
    try await world.perform(ActivateAlert(), by: world.p)
    let newest = try await world.engine.answer(GetAlertHistory(limit: 1), to: Member(world.p))
    #expect(newest.items.map(\.isActive) == [true])
    #expect(try await world.engine.alerts(of: world.p).map(\.isActive) == [true, false])
  }
}

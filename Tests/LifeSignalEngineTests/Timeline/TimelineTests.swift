import Foundation
import LifeSignalModel
import LifeSignalTestSupport
import Testing

@testable import LifeSignalEngine

/// From the door to what each may read.
@Suite(.timeLimit(.minutes(1))) struct TimelineTests {
  private func kinds(_ world: SmallWorld, since: Int64 = 0) async throws -> [String] {
    try await world.engine.timeline(of: world.p, limit: 100).entries
      .filter { $0.sequence > since }.reversed().map(\.kind.rawValue)
  }

  private func last(_ world: SmallWorld) async throws -> Int64 {
    try await world.engine.timeline(of: world.p, limit: 1).entries.first?.sequence ?? 0
  }

  @Test func `joining, two responders: numbered from one, in order`() async throws {
    let world = try await SmallWorld()
    #expect(try await kinds(world) == ["checkedIn", "responderAdded", "responderAdded"])
    let page = try await world.engine.timeline(of: world.p)
    #expect(page.entries.map(\.sequence) == [3, 2, 1])
    #expect(page.entries.first?.otherName == "Ines Castellano")
    #expect(page.entries.last?.previousHash == String(repeating: "0", count: 64))
    #expect(page.entries[0].previousHash == page.entries[1].hash)
    let verdict = try await world.engine.verifyTimeline(of: world.p)
    #expect(verdict.isIntact)
    #expect(verdict.count == 3)
    #expect(verdict.headHash == page.entries[0].hash)
  }

  @Test func `a part before the first entry is refused, also where the end is spoilt`()
    async throws
  {
    let ledger = TestLedger()
    let world = try await SmallWorld(ledger: ledger)
    try ledger.execute("UPDATE watches SET timeline_sequence = -5 WHERE person_id = \(world.p)")
    for before: Int64 in [-9, 0, 1, .max] {
      await #expect(throws: Refusal.timelineNotFound) {
        try await world.engine.timeline(of: world.p, before: before)
      }
    }
  }

  @Test func `a missed check-in: what was promised, and what the carrier took`() async throws {
    let world = try await SmallWorld()
    let before = try await last(world)
    try await world.advance(by: 87_000)
    let entries = try await world.engine.timeline(of: world.p, limit: 100).entries.reversed()
      .filter { $0.sequence > before }
    #expect(
      entries.map(\.kind.rawValue).prefix(6) == [
        "deadlineMissed", "stepCalled", "told", "told", "told", "accepted",
      ])
    let accepted = entries.filter { $0.kind == .accepted }
    #expect(Set(accepted.compactMap(\.other)) == [world.p, world.r1, world.r2])
    #expect(accepted.allSatisfy { $0.details.channel == .sms && $0.alert != nil })
    #expect(try await world.engine.verifyTimeline(of: world.p).isIntact)

    try await world.perform(CheckInNow(), by: world.p)
    try await world.settle()
    let after = try await kinds(world, since: entries.last?.sequence ?? 0)
    #expect(after.prefix(2) == ["checkedIn", "alarmEnded"])
    #expect(after.count { $0 == "accepted" } == 2)
    #expect(try await world.engine.verifyTimeline(of: world.p).isIntact)
  }

  /// A new name can be a new life, which a former contact must not find out about.
  @Test func `a former contact's new name is not in the timeline`() async throws {
    let world = try await SmallWorld()
    try await world.perform(ActivateAlert(), by: world.p)
    try await world.settle()
    func names() async throws -> [String] {
      try await world.engine.timeline(of: world.p, limit: 100).entries
        .filter { $0.other == world.r1 }.compactMap(\.otherName)
    }
    #expect(try await !names().isEmpty)
    try await world.perform(RemoveContact(id: world.p), by: world.r1)
    try await world.perform(
      UpdateProfile(Profile(firstName: "Secret", lastName: "Name")), by: world.r1)
    #expect(try await names().isEmpty)
    let export = try await world.engine.exportTimeline(of: world.p)
    #expect(export.entries.allSatisfy { $0.other != world.r1 || $0.otherName == nil })
  }

  @Test func `sending that fails, and is given up`() async throws {
    let world = try await SmallWorld()
    let before = try await last(world)
    world.courier.fail(.transient("busy"), .rejected("not now"))
    try await world.perform(ActivateAlert(), by: world.p)
    try await world.settle()
    let failed = try await world.engine.timeline(of: world.p, limit: 100).entries
      .filter { $0.sequence > before && $0.kind == .sendingFailed }
    #expect(Set(failed.compactMap(\.details.reason)) == ["busy", "not now"])
    #expect(failed.first { $0.details.reason == "busy" }?.details.until != nil)
    #expect(failed.first { $0.details.reason == "not now" }?.details.until == nil)
    // Neither number nor words of a message are ever entered.
    let text = try await world.engine.timeline(of: world.p, limit: 100).entries
      .map { "\($0.details.fields)" }.joined()
    #expect(!text.contains("+1555"))
    #expect(!text.contains("Mara"))
  }

  @Test func `a process that dies before it records a message may leave it sent twice`()
    async throws
  {
    let world = try await SmallWorld()
    let before = try await last(world)
    try await world.perform(ActivateAlert(), by: world.p)
    let claimed = try await world.services.dispatch.claim().parcels
    #expect(claimed.flatMap(\.deliveries).count == 2)
    let next = world.restarted()
    try await next.advance(by: 31)
    let kinds = try await kinds(next, since: before)
    #expect(kinds.count { $0 == "possiblySentTwice" } == 2)
    #expect(kinds.count { $0 == "accepted" } == 2)
    #expect(try await next.engine.verifyTimeline(of: world.p).isIntact)
  }

  @Test func `a message that is no longer owed is withdrawn`() async throws {
    let world = try await SmallWorld()
    let before = try await last(world)
    try await world.perform(ActivateAlert(), by: world.p)
    try await world.perform(RemoveContact(id: world.r2), by: world.p)
    try await world.settle()
    let entries = try await world.engine.timeline(of: world.p, limit: 100).entries
      .filter { $0.sequence > before }
    #expect(entries.filter { $0.kind == .withdrawn }.map(\.other) == [world.r2])
    #expect(entries.filter { $0.kind == .accepted }.map(\.other) == [world.r1])
  }

  @Test func `a change that is refused, or happens twice, is not entered`() async throws {
    let world = try await SmallWorld()
    try await world.checkIn(key: "k", by: world.p)
    let before = try await last(world)
    try await world.checkIn(key: "k", by: world.p)
    await #expect(throws: Refusal.invalidInterval) {
      try await world.perform(SetCheckInInterval(seconds: 1), by: world.p)
    }
    #expect(try await last(world) == before)
  }

  @Test func `pages follow one another, and one past the end is refused`() async throws {
    let world = try await SmallWorld()
    let first = try await world.engine.timeline(of: world.p, limit: 2)
    #expect(first.hasMore)
    let second = try await world.engine.timeline(of: world.p, before: 2, limit: 2)
    #expect(second.entries.map(\.sequence) == [1])
    #expect(!second.hasMore)
    #expect(try await world.engine.timeline(of: world.p, before: 1).entries == [])
    for number: Int64 in [5, 0, -1, .max] {
      await #expect(throws: Refusal.timelineNotFound) {
        try await world.engine.timeline(of: world.p, before: number)
      }
    }
  }

  @Test func `only its owner and their responders see an alert`() async throws {
    let world = try await SmallWorld()
    let alert = try await world.engine.raiseAlert(of: world.p)
    for viewer in [world.p, world.r1, world.r2] {
      let timeline = try await world.engine.alarmTimeline(alert.id, for: viewer)
      #expect(
        timeline.entries.map(\.kind.rawValue) == ["alarmRaised", "stepCalled", "told", "told"])
      #expect(timeline.entries.allSatisfy { $0.alert == alert.id })
    }
    #expect(
      try await world.engine.alarmTimelines(of: world.p, for: world.r1).map(\.id) == [alert.id])

    let other = try await world.engine.perform(
      Enrol(phoneNumber: "+15550109999", region: .unitedStates), by: .system)
    await #expect(throws: Refusal.timelineNotFound) {
      try await world.engine.alarmTimeline(alert.id, for: other)
    }
    await #expect(throws: Refusal.timelineNotFound) {
      try await world.engine.alarmTimeline("4711", for: world.p)
    }
    await #expect(throws: Refusal.contactNotFound) {
      try await world.engine.alarmTimelines(of: world.p, for: other)
    }
    // The other way round: whom I respond for does not see my alarms by that.
    await #expect(throws: Refusal.alertsNotShown) {
      try await world.engine.alarmTimelines(of: world.r1, for: world.p)
    }
  }

  @Test func `an alarm that is over is seen by those who were told, while they respond`()
    async throws
  {
    let world = try await SmallWorld()
    try await world.perform(RemoveContact(id: world.r2), by: world.p)
    let alert = try await world.engine.raiseAlert(of: world.p)
    try await world.perform(DeactivateAlert(), by: world.p)
    let code = try await world.engine.user(world.p).qrCodeID
    try await world.perform(
      AddContact(qrCode: code, isResponder: false, isDependent: true), by: world.r2)
    try await world.perform(AcceptContact(id: world.r2), by: world.p)

    #expect(
      try await world.engine.alarmTimelines(of: world.p, for: world.r1).first?.isOpen == false)
    #expect(try await world.engine.alarmTimelines(of: world.p, for: world.r2) == [])
    await #expect(throws: Refusal.timelineNotFound) {
      try await world.engine.alarmTimeline(alert.id, for: world.r2)
    }
    try await world.perform(RemoveContact(id: world.r1), by: world.p)
    await #expect(throws: Refusal.timelineNotFound) {
      try await world.engine.alarmTimeline(alert.id, for: world.r1)
    }
    try await world.advance(by: 8 * 86_400)
  }

  @Test func `after ninety days entries go, and what is left is still in order`() async throws {
    let ledger = TestLedger()
    let world = try await SmallWorld(ledger: ledger)
    try await world.perform(Pause(until: world.clock.now + 29 * 86_400), by: world.p)
    let before = try await last(world)
    world.clock.advance(by: 60 * 86_400)
    try await world.perform(
      UpdateNotificationPreferences(.init(notify2HoursBefore: false)), by: world.p)
    world.clock.advance(by: 31 * 86_400)
    try await world.services.sweep.turn()
    let left = try await world.engine.timeline(of: world.p, limit: 100).entries
    #expect(left.map(\.sequence) == [before + 1])
    let verdict = try await world.engine.verifyTimeline(of: world.p)
    #expect(verdict.isIntact)
    #expect(verdict.count == 1)
    let export = try await world.engine.exportTimeline(of: world.p)
    #expect(export.anchor.sequence == before)
    #expect(export.anchor.hash == left.first?.previousHash)

    world.clock.advance(by: 91 * 86_400)
    try await world.services.sweep.turn()
    #expect(try await world.engine.timeline(of: world.p).entries == [])
    #expect(try await world.engine.verifyTimeline(of: world.p).isIntact)
    try await world.perform(SetGracePeriod(seconds: 0), by: world.r1)
    #expect(try await world.engine.verifyTimeline(of: world.r1).isIntact)
  }

  @Test func `an open page is notified of a new entry`() async throws {
    let world = try await SmallWorld()
    var changes = world.engine.changes(for: world.p).makeAsyncIterator()
    try await world.perform(SetGracePeriod(seconds: 0), by: world.p)
    #expect(await changes.next()?.contains(.timeline) == true)
  }
}

import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import Testing

/// What a code of the silent group does, and what of it can be seen by whom.
@Suite(.timeLimit(.minutes(1))) struct `A call in silence` {
  private func alarm(_ world: SmallWorld) async throws -> AlertRecord.ID {
    try #require(try await world.engine.contact(world.p, of: world.r1).alarms.first?.id)
  }

  private func called(in world: SmallWorld) async throws -> AlertRecord.ID {
    let sheet = try await world.printCodes(telling: [world.r1])
    try await world.engine.useCheckInCode(sheet.silent[0], from: "n")
    try await world.settle()
    return try await alarm(world)
  }

  // MARK: The answer

  @Test func `the answer and what is written are the same as for every other code`() async throws {
    let pair = try await TwoWorlds()
    let commits = (pair.plainLedger.commits, pair.silentLedger.commits)
    let answers = try await pair.use()
    #expect(answers.plain == answers.silent)
    #expect(pair.plainLedger.commits - commits.0 == 1)
    #expect(pair.silentLedger.commits - commits.1 == 1)
    // All but which row of the codes was used is the same, in every table.
    let (plain, silent) = (pair.plainLedger.rows, pair.silentLedger.rows)
    #expect(plain.checkIns.map(\.at) == silent.checkIns.map(\.at))
    #expect(plain.watches == silent.watches)
    #expect(plain.notifications == silent.notifications)
    #expect(plain.deliveries.map(\.dedupeKey) == silent.deliveries.map(\.dedupeKey))
    #expect(plain.alerts.isEmpty && silent.alerts.isEmpty)
    #expect(plain.escalations.isEmpty && silent.escalations.isEmpty)
    #expect(plain.timelines == silent.timelines)
    #expect(plain.checkInCodes.count { $0.dueAt != nil } == 1)
    #expect(silent.checkInCodes.count { $0.dueAt != nil } == 1)
  }

  @Test func `nothing its person can read differs, nor what their phone is sent`() async throws {
    let pair = try await TwoWorlds()
    _ = try await pair.use()
    try await pair.plain.settle()
    try await pair.silent.settle()
    let id = try await alarm(pair.silent)
    // The alarm lives: it is looked at, answered and given back.
    try await pair.bounce(id)
    try await pair.advance(by: 400)
    try await pair.confirm(id)
    try await pair.silent.perform(OpenAlarm(id: id), by: pair.silent.r1)
    try await pair.silent.perform(AcknowledgeAlarm(id: id), by: pair.silent.r1)
    try await pair.silent.perform(GetContact(id: pair.silent.p), by: pair.silent.r1)
    try await pair.silent.perform(ReleaseAlarm(id: id), by: pair.silent.r1)
    try await pair.silent.settle()
    for person in [pair.plain.p, pair.plain.r2] {
      #expect(try await Seen(by: person, in: pair.plain) == Seen(by: person, in: pair.silent))
    }
    let phone = "+15550100001"
    #expect(
      pair.plain.courier.messages.filter { $0.address == phone }.map(\.body)
        == pair.silent.courier.messages.filter { $0.address == phone }.map(\.body))
    #expect(pair.silent.courier.messages.contains { $0.body.contains("under duress") })
  }

  @Test func `their open pages get the same changes`() async throws {
    let pair = try await TwoWorlds()
    let plain = pair.plain.engine.changes(for: pair.plain.p)
    let silent = pair.silent.engine.changes(for: pair.silent.p)
    _ = try await pair.use()
    try await pair.plain.settle()
    try await pair.silent.settle()
    let id = try await alarm(pair.silent)
    // It is brought, comes back, is brought again, read, and answered.
    try await pair.bounce(id)
    try await pair.advance(by: 400)
    try await pair.confirm(id)
    try await pair.silent.perform(AcknowledgeAlarm(id: id), by: pair.silent.r1)
    var (first, second) = (plain.makeAsyncIterator(), silent.makeAsyncIterator())
    let topics = await first.next()
    #expect(topics == (await second.next()))
    #expect(topics?.contains(.alert) == false)
  }

  // MARK: Who knows

  @Test func `the chosen responder is called, and sees the alarm and the note`() async throws {
    let world = try await SmallWorld()
    let id = try await called(in: world)
    let details = try await world.engine.alarm(id, for: world.r1)
    #expect(details.alarm.kind == .duress && details.personID == world.p)
    #expect(details.emergencyNote?.isEmpty == false)
    #expect(details.recipients.map(\.id) == [world.r1] && details.waiting.isEmpty)
    let timeline = try await world.engine.alarmTimeline(id, for: world.r1)
    #expect(timeline.entries.map(\.kind).contains(.calledInSilence))
    #expect(timeline.entries.map(\.kind).contains(.told))
    #expect(timeline.entries.map(\.kind).contains(.accepted))
  }

  @Test func `a responder who was left out can find it nowhere`() async throws {
    let world = try await SmallWorld()
    let id = try await called(in: world)
    #expect(try await world.engine.contact(world.p, of: world.r2).alarms.isEmpty)
    #expect(try await world.engine.alarmTimelines(of: world.p, for: world.r2).isEmpty)
    for viewer in [world.r2, world.p] {
      await #expect(throws: Refusal.alarmNotFound) {
        try await world.engine.alarm(id, for: viewer)
      }
      await #expect(throws: Refusal.timelineNotFound) {
        try await world.engine.alarmTimeline(id, for: viewer)
      }
      await #expect(throws: Refusal.alarmNotFound) {
        try await world.perform(AcknowledgeAlarm(id: id), by: viewer)
      }
      await #expect(throws: Refusal.alarmNotFound) {
        try await world.perform(OpenAlarm(id: id), by: viewer)
      }
    }
    #expect(
      !world.courier.messages.contains {
        $0.address == "+15550100003" && $0.body.contains("duress")
      })
  }

  @Test func `it is called again until a responder answers`() async throws {
    let world = try await SmallWorld()
    _ = try await called(in: world)
    func calls() -> Int {
      world.courier.messages.count {
        $0.address == "+15550100002" && $0.body.contains("Do not call")
      }
    }
    let first = calls()
    try await world.advance(by: 3_600)
    #expect(first >= 1 && calls() > first)
    #expect(world.courier.messages.allSatisfy { $0.address != "+15550100003" })
  }

  @Test func `A second code calls the responder who has it, and leaves it with them`()
    async throws
  {
    let world = try await SmallWorld()
    let sheet = try await world.printCodes(telling: [world.r1])
    try await world.engine.useCheckInCode(sheet.silent[0], from: "n")
    try await world.settle()
    let id = try await alarm(world)
    try await world.perform(AcknowledgeAlarm(id: id), by: world.r1)
    try await world.advance(by: 60)
    world.courier.forget()
    try await world.engine.useCheckInCode(sheet.silent[1], from: "n")
    try await world.settle()
    let text = """
      DURESS ALERT: Mara Lindqvist | Mara Lindqvist has checked in under duress again, \
      with another code. Do not call or text them. Get help.
      """
    #expect(messages(world, to: "+15550100002") == [text])
    #expect(messages(world, to: "+15550100003").isEmpty)
    #expect(try await world.engine.alarm(id, for: world.r1).alarm.holder == world.r1)
  }

  // MARK: The end of another alert

  private func messages(_ world: SmallWorld, to address: String) -> [String] {
    world.courier.messages.filter { $0.address == address }.map { "\($0.title) | \($0.body)" }
  }

  private let stillOn = """
    DURESS ALERT: Mara Lindqvist | Mara Lindqvist has deactivated their alert. \
    Their duress alert is still on. Do not call or text them.
    """
  private let allClear = "Mara Lindqvist is safe | Mara Lindqvist has deactivated their alert."

  @Test func `Only a responder who knows of it does not read that its person is safe`()
    async throws
  {
    let world = try await SmallWorld()
    let id = try await called(in: world)
    try await world.perform(ActivateAlert(), by: world.p)
    try await world.settle()
    world.courier.forget()
    try await world.perform(DeactivateAlert(), by: world.p)
    try await world.settle()
    #expect(messages(world, to: "+15550100002") == [stillOn])
    #expect(messages(world, to: "+15550100003") == [allClear])
    // After its end the next all-clear claims it again.
    try await world.perform(AcknowledgeAlarm(id: id), by: world.r1)
    try await world.perform(EndSilentAlarm(id: id), by: world.r1)
    try await world.advance(by: 60)
    try await world.perform(ActivateAlert(), by: world.p)
    try await world.settle()
    world.courier.forget()
    try await world.perform(DeactivateAlert(), by: world.p)
    try await world.settle()
    #expect(messages(world, to: "+15550100002") == [allClear])
  }

  @Test func `Messages about another alert say not to call, to those who know of it`() async throws
  {
    let world = try await SmallWorld()
    _ = try await called(in: world)
    world.courier.forget()
    let alert = try await world.engine.raiseAlert(of: world.p)
    try await world.settle()
    try await world.perform(AcknowledgeAlarm(id: alert.id), by: world.r2)
    try await world.settle()
    let careful = "Do not call or text Mara Lindqvist."
    let known = messages(world, to: "+15550100002")
    #expect(known.count == 2 && known.allSatisfy { $0.hasSuffix(careful) }, "\(known)")
    #expect(known.allSatisfy { !$0.contains("+1555") }, "\(known)")
    let unknowing = messages(world, to: "+15550100003")
    #expect(unknowing.allSatisfy { !$0.contains("Do not call") })
    #expect(unknowing.first?.hasSuffix("Call: +15550100001.") == true)
  }

  @Test func `An all-clear that waits while a duress alert begins is sent in the true words`()
    async throws
  {
    let world = try await SmallWorld()
    let sheet = try await world.printCodes(telling: [world.r1])
    try await world.perform(ActivateAlert(), by: world.p)
    try await world.settle()
    try await world.perform(DeactivateAlert(), by: world.p)
    let busy = CourierFailure.transient("busy", retryAfter: .seconds(60))
    world.courier.fail(busy, busy)
    try await world.settle()
    try await world.engine.useCheckInCode(sheet.silent[0], from: "n")
    try await world.settle()
    world.courier.forget()
    try await world.advance(by: 120)
    #expect(messages(world, to: "+15550100002") == [stillOn])
    #expect(messages(world, to: "+15550100003") == [allClear])
  }

  @Test func `Its person reads the same about the end of another alert`() async throws {
    let pair = try await TwoWorlds()
    _ = try await pair.use()
    try await pair.advance(by: 60)
    let commands: [any Endpoint] = [ActivateAlert(), DeactivateAlert()]
    for command in commands {
      // Rows of one millisecond are numbered in turn, also those of the duress alert.
      try await pair.advance(by: 1)
      for world in [pair.plain, pair.silent] { _ = try await world.perform(command, by: world.p) }
      try await pair.advance(by: 60)
    }
    for person in [pair.plain.p, pair.plain.r2] {
      #expect(try await Seen(by: person, in: pair.plain) == Seen(by: person, in: pair.silent))
    }
    #expect(
      messages(pair.plain, to: "+15550100003") == messages(pair.silent, to: "+15550100003"))
  }

  // MARK: Crashes and haste

  @Test func `a server that stops after the answer raises it when it is back`() async throws {
    let world = try await SmallWorld()
    let sheet = try await world.printCodes(telling: [world.r1])
    try await world.engine.useCheckInCode(sheet.silent[0], from: "n")
    let next = world.restarted()
    try await next.settle()
    _ = try await alarm(next)
  }

  @Test func `codes that are revoked a moment later have called all the same`() async throws {
    let world = try await SmallWorld()
    let sheet = try await world.printCodes(telling: [world.r1])
    try await world.engine.useCheckInCode(sheet.silent[0], from: "n")
    try await world.perform(RevokeCheckInCodes(), by: world.p)
    try await world.settle()
    _ = try await alarm(world)
  }

  @Test func `the auditor tells its person nothing`() async throws {
    let world = try await SmallWorld()
    let id = try #require(try await called(in: world).int64)
    let before = try await world.engine.notifications(of: world.p)
    try await world.engine.perform(Repair(finding: AuditFinding(.alarmUntold, id)), by: .system)
    try await world.settle()
    #expect(try await world.engine.notifications(of: world.p) == before)
  }

  // MARK: Its end

  @Test func `when its holder has ended it, it is in the person's own timeline, unbroken`()
    async throws
  {
    let world = try await SmallWorld()
    let id = try await called(in: world)
    await #expect(throws: Refusal.alarmNotYours) {
      try await world.perform(EndSilentAlarm(id: id), by: world.r1)
    }
    try await world.perform(AcknowledgeAlarm(id: id), by: world.r1)
    try await world.advance(by: 60)
    try await world.perform(EndSilentAlarm(id: id), by: world.r1)
    try await world.settle()
    #expect(try await world.engine.contact(world.p, of: world.r1).alarms.isEmpty)
    let timeline = try await world.engine.alarmTimeline(id, for: world.p)
    #expect(timeline.entries.first?.kind == .calledInSilence)
    #expect(timeline.entries.first?.details.madeAt != nil)
    #expect(timeline.entries.contains { $0.kind == .alarmEnded && $0.other == world.r1 })
    #expect(try await world.engine.verifyTimeline(of: world.p).isIntact)
    #expect(
      try await world.ledger.read { try $0.sealedEntries(of: id) }.isEmpty)
  }
}

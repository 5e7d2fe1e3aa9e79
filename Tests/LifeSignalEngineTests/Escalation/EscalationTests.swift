import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Calling until a responder answers` {
  /// `r1` first, `r2` after five minutes, twice; `p` has missed their check-in.
  private func missed(_ plan: Bool = true) async throws -> (SmallWorld, AlertRecord.ID) {
    let world = try await SmallWorld()
    if plan {
      try await world.perform(
        SetEscalationPlan(
          plan: EscalationPlan(
            steps: [.init(responders: [world.r1]), .init(responders: [world.r2])], rounds: 2)),
        by: world.p)
    }
    try await world.advance(by: 86_400)
    world.courier.forget()
    try await world.advance(by: 600)
    let alarm = try #require(try await world.engine.user(world.p).alarms.first)
    return (world, alarm.id)
  }

  private func called(_ world: SmallWorld) async throws -> [Person.ID] {
    let numbers = world.courier.messages.filter { $0.title == "Mara Lindqvist missed a check-in" }
      .map(\.address)
    world.courier.forget()
    var people: [Person.ID] = []
    for number in numbers {
      for id in [world.r1, world.r2] where try await world.engine.user(id).phoneNumber == number {
        people.append(id)
      }
    }
    return people.sorted()
  }

  @Test func `the order is kept, and every responder is called at the end`() async throws {
    let (world, _) = try await missed()
    #expect(try await called(world) == [world.r1])
    for expected in [[world.r2], [world.r1], [world.r2], [world.r1, world.r2], []] {
      try await world.advance(by: 300)
      #expect(try await called(world) == expected.sorted())
    }
    #expect(try await world.engine.user(world.p).alarms.first?.isUnanswered == true)
    // 15 minutes after everybody was called they are called again, and so on.
    try await world.advance(by: 600)
    #expect(try await called(world).count == 2)
    try await world.advance(by: 1_800)
    #expect(try await called(world).count == 2)
  }

  @Test func `the first responder to answer stops it, and all responders see who has it`()
    async throws
  {
    let (world, id) = try await missed()
    try await world.perform(AcknowledgeAlarm(id: id), by: world.r2)
    world.courier.forget()
    try await world.advance(by: 1_800)
    #expect(try await called(world).isEmpty)
    for viewer in [world.r1, world.r2] {
      let alarm = try #require(
        try await world.engine.contact(world.p, of: viewer).alarms.first)
      #expect(alarm.holder == world.r2 && alarm.nextCallAt == nil)
    }
    let details = try await world.engine.alarm(id, for: world.p)
    #expect(details.alarm.holder == world.r2)
    #expect(details.recipients.map(\.id).sorted() == [world.r1, world.r2])
  }

  @Test func `the rehearsal of a missed check-in names the responder who is on it`() async throws {
    let (world, id) = try await missed()
    let called = try await world.engine.rehearsal(of: world.p)
    #expect(called.holes.contains(.missed(isContacting: true, holder: nil)))
    try await world.perform(AcknowledgeAlarm(id: id), by: world.r2)
    let holder = try #require(try await world.engine.alarm(id, for: world.p).alarm.holderName)
    let held = try await world.engine.rehearsal(of: world.p)
    #expect(held.holes.contains(.missed(isContacting: false, holder: holder)))
  }

  @Test func `two who answer at once: one of them has it, and the other one joins`() async throws {
    let (world, id) = try await missed(false)
    await withTaskGroup(of: Void.self) { group in
      for responder in [world.r1, world.r2] {
        group.addTask { _ = try? await world.perform(AcknowledgeAlarm(id: id), by: responder) }
      }
    }
    let details = try await world.engine.alarm(id, for: world.p)
    let others = details.recipients.filter(\.isComing).map(\.id)
    #expect(Set(others + [try #require(details.alarm.holder)]) == [world.r1, world.r2])
    #expect(others.count == 1 && details.reachedCount == 2)
  }

  @Test func `given back, the others are called at once`() async throws {
    let (world, id) = try await missed()
    try await world.perform(AcknowledgeAlarm(id: id), by: world.r1)
    try await world.settle()
    world.courier.forget()
    try await world.perform(ReleaseAlarm(id: id), by: world.r1)
    try await world.settle()
    #expect(try await called(world) == [world.r2])
  }

  @Test func `a responder who has it for an hour without a word loses it`() async throws {
    let (world, id) = try await missed()
    try await world.perform(AcknowledgeAlarm(id: id), by: world.r1)
    try await world.advance(by: 3_600)
    #expect(world.courier.messages.contains { $0.title == "Are you still on it?" })
    world.courier.forget()
    try await world.advance(by: 900)
    #expect(try await called(world) == [world.r2])
    #expect(try await world.engine.alarm(id, for: world.r1).alarm.holder == nil)
  }

  @Test func `a responder who deletes their account leaves their alert to the others`() async throws
  {
    let (world, id) = try await missed()
    try await world.perform(AcknowledgeAlarm(id: id), by: world.r1)
    try await world.settle()
    let code = try await world.perform(RequestDeletionCode(), by: world.r1).verificationID
    let typed = String(try #require(world.courier.messages.last).body.prefix(7))
    world.courier.forget()
    try await world.perform(DeleteAccount(code: typed, verificationID: code), by: world.r1)
    try await world.settle()
    #expect(world.courier.messages.count { $0.title == "Mara Lindqvist missed a check-in" } == 1)
    #expect(try await world.engine.alarm(id, for: world.r2).alarm.holder == nil)
  }

  @Test func `an offer to a responder who leaves is gone, also when they come back`() async throws {
    let (world, id) = try await missed()
    try await world.perform(AcknowledgeAlarm(id: id), by: world.r1)
    try await world.perform(HandOverAlarm(id: id, to: world.r2), by: world.r1)
    try await world.perform(RemoveContact(id: world.p), by: world.r2)
    #expect(try await world.engine.alarm(id, for: world.r1).alarm.offeredTo == nil)
    let code = try await world.engine.user(world.p).qrCodeID
    try await world.perform(
      AddContact(qrCode: code, isResponder: false, isDependent: true), by: world.r2)
    try await world.perform(AcceptContact(id: world.r2), by: world.p)
    try await world.perform(AcknowledgeAlarm(id: id), by: world.r2)
    #expect(try await world.engine.alarm(id, for: world.r1).alarm.holder == world.r1)
  }

  @Test func `a responder who joins an alert that reached no one is contacted at once`()
    async throws
  {
    let world = try await SmallWorld(related: false)
    try await world.perform(ActivateAlert(), by: world.p)
    try await world.advance(by: 60)
    let code = try await world.engine.user(world.p).qrCodeID
    try await world.perform(
      AddContact(qrCode: code, isResponder: false, isDependent: true), by: world.r1)
    try await world.settle()
    world.courier.forget()
    try await world.perform(AcceptContact(id: world.r1), by: world.p)
    try await world.settle()
    let calls = world.courier.messages.filter { $0.title == "ALERT: Mara Lindqvist needs help!" }
    #expect(calls.map(\.address) == ["+15550100002"])
    let alarm = try #require(try await world.engine.user(world.p).alarms.first)
    #expect(alarm.reach() == .contacted(1))
  }

  @Test func `a check-in ends it for everyone who was called, and notifies no one else`()
    async throws
  {
    let (world, id) = try await missed()
    world.courier.forget()
    try await world.perform(CheckInNow(), by: world.p)
    try await world.settle()
    let told = world.courier.messages.filter { $0.title == "Checked in" }
    #expect(told.count == 1)
    try await world.advance(by: 7_200)
    #expect(world.courier.messages.count { $0.title == "Mara Lindqvist missed a check-in" } == 0)
    await #expect(throws: Refusal.alarmOver) {
      try await world.perform(AcknowledgeAlarm(id: id), by: world.r1)
    }
    await #expect(throws: Refusal.alarmOver) { try await world.engine.alarm(id, for: world.p) }
  }

  @Test func `a responder who reached the person ends it, and it comes again without a check-in`()
    async throws
  {
    let (world, id) = try await missed(false)
    let before = try await world.engine.user(world.p).lastCheckedIn
    world.courier.forget()
    try await world.perform(ReportReached(id: id), by: world.r1)
    try await world.settle()
    let titles = world.courier.messages.map(\.title)
    #expect(titles.count { $0.hasSuffix("reached you") } == 1)
    #expect(titles.count { $0.hasSuffix("reached Mara Lindqvist") } == 1)
    let user = try await world.engine.user(world.p)
    #expect(user.alarms.isEmpty && user.lastCheckedIn == before)
    await #expect(throws: Refusal.alarmOver) {
      try await world.perform(ReportReached(id: id), by: world.r2)
    }
    try await world.advance(by: 86_400)
    #expect(try await world.engine.user(world.p).alarms.isEmpty)
    try await world.advance(by: 600)
    #expect(try await world.engine.user(world.p).alarms.count == 1)
  }

  @Test func `all see who has reached a person who raised the alert, and it stays on`() async throws
  {
    let world = try await SmallWorld()
    let id = try await world.engine.raiseAlert(of: world.p).id
    try await world.perform(ReportReached(id: id), by: world.r1)
    for viewer in [world.p, world.r1, world.r2] {
      let details = try await world.engine.alarm(id, for: viewer)
      #expect(details.recipients.filter { $0.metAt != nil }.map(\.id) == [world.r1])
      #expect(details.alarm.holder == world.r1)
    }
  }

  @Test func `a call that waits in the outbox is withdrawn when a responder has answered`()
    async throws
  {
    let (world, id) = try await missed()
    try await world.perform(AcknowledgeAlarm(id: id), by: world.r2)
    try await world.settle()
    // The rival's call is due at the same time as the release of the row: it is not owed any more.
    let dead = try await world.ledger.read { try $0.deliveries(about: id) }
    #expect(dead.allSatisfy { $0.state == .done || $0.isWithdrawn })
  }

  @Test func `the plan in force when the alarm began is kept`() async throws {
    let (world, _) = try await missed()
    try await world.perform(SetEscalationPlan(plan: nil), by: world.p)
    _ = try await called(world)
    try await world.advance(by: 300)
    #expect(try await called(world) == [world.r2])
    let kept = try await world.engine.answer(GetEscalationPlan(), to: Member(world.p))
    #expect(kept.plan == nil)
  }

  @Test func `strangers neither see nor answer an alarm, and cannot tell that there is one`()
    async throws
  {
    let (world, id) = try await missed()
    let other = try await world.engine.perform(
      Enrol(phoneNumber: "+12125550177", region: .unitedStates), by: .system)
    for unknown in [id, "999"] {
      await #expect(throws: Refusal.alarmNotFound) {
        try await world.engine.alarm(unknown, for: other)
      }
      let commands: [any Command] = [
        AcknowledgeAlarm(id: unknown), ReleaseAlarm(id: unknown), OpenAlarm(id: unknown),
        HandOverAlarm(id: unknown, to: world.r1), EndSilentAlarm(id: unknown),
        ReportReached(id: unknown),
      ]
      for command in commands {
        await #expect(throws: Refusal.alarmNotFound) {
          _ = try await world.perform(command, by: other)
        }
      }
    }
    await #expect(throws: Refusal.ownAlarm) {
      try await world.perform(AcknowledgeAlarm(id: id), by: world.p)
    }
  }

  @Test func `its owner cannot hold it, and its responders can`() async throws {
    let (world, id) = try await missed()
    #expect(try await world.engine.alarm(id, for: world.p).mayHold == false)
    #expect(try await world.engine.alarm(id, for: world.r1).mayHold)
  }

  @Test func `a restart calls on where it had stopped`() async throws {
    let (world, _) = try await missed()
    _ = try await called(world)
    let again = world.restarted()
    try await again.advance(by: 300)
    #expect(try await called(again) == [world.r2])
    try await again.advance(by: 300)
    #expect(try await called(again) == [world.r1])
  }
}

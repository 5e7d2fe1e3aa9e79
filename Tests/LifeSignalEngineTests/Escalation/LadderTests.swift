import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import Testing

/// `r1` can be reached in two ways; `p` raises an alert.
@Suite(.timeLimit(.minutes(1))) struct `From channel to channel` {
  private func raised() async throws -> (SmallWorld, AlertRecord.ID) {
    let world = try await SmallWorld()
    let r1 = world.r1
    try await world.ledger.write { tx in
      _ = try tx.insert(
        Channel(
          id: "900", person: r1, kind: .sms, address: "+15550999", createdAt: .distantFuture))
    }
    let alert = try await world.engine.raiseAlert(of: world.p)
    return (world, alert.id)
  }

  private func second(_ world: SmallWorld) -> Int {
    world.courier.messages.count { $0.address == "+15550999" }
  }

  private func calls(_ world: SmallWorld, to address: String) -> Int {
    world.courier.messages.count { $0.address == address && $0.priority == .alert }
  }

  private func recipient(
    _ world: SmallWorld, _ id: AlertRecord.ID
  ) async throws -> AlarmDetails.Recipient {
    let details = try await world.engine.alarm(id, for: world.p)
    return try #require(details.recipients.first { $0.id == world.r1 })
  }

  @Test func `silence for half a minute brings the next channel`() async throws {
    let (world, id) = try await raised()
    #expect(try await recipient(world, id).rung == .queued)
    try await world.settle()
    #expect(try await recipient(world, id).rung == .accepted)
    try await world.advance(by: 29)
    #expect(second(world) == 0)
    try await world.advance(by: 1)
    #expect(second(world) == 1)
  }

  @Test func `a device that has shown it keeps the next channel back for two minutes`() async throws
  {
    let (world, id) = try await raised()
    try await world.settle()
    let token = try #require(
      world.courier.messages.first { $0.address != "+15550999" && $0.receiptToken != nil }?
        .receiptToken)
    let mine = try await world.ledger.read { [r1 = world.r1] tx in
      try tx.deliveries(about: id).first { $0.person == r1 && $0.rank == 0 }?.receiptToken
    }
    #expect(token.count >= 16)
    try await world.engine.perform(
      ConfirmReceipt(token: try #require(mine), rung: .shown), by: .visitor)
    #expect(try await recipient(world, id).rung == .shown)
    try await world.advance(by: 119)
    #expect(second(world) == 0)
    try await world.advance(by: 1)
    #expect(second(world) == 1)
  }

  @Test func `a responder who opened the alert has five minutes to answer`() async throws {
    let (world, id) = try await raised()
    try await world.settle()
    try await world.perform(OpenAlarm(id: id), by: world.r1)
    #expect(try await recipient(world, id).rung == .opened)
    try await world.advance(by: 299)
    #expect(second(world) == 0)
  }

  @Test func `a look at an alert that is over withdraws no message`() async throws {
    let (world, id) = try await raised()
    try await world.settle()
    try await world.perform(DeactivateAlert(), by: world.p)
    func messages() async throws -> [Delivery] {
      try await world.ledger.read { [r1 = world.r1] tx in
        try tx.deliveries(about: id).filter { $0.person == r1 }
      }
    }
    let before = try await messages()
    try await world.perform(OpenAlarm(id: id), by: world.r1)
    #expect(try await messages() == before)
    world.courier.forget()
    try await world.settle()
    #expect(world.courier.messages.contains { $0.title == "Mara Lindqvist is safe" })
  }

  @Test func `reading the entry is opening it`() async throws {
    let (world, id) = try await raised()
    try await world.settle()
    let entry = try #require(
      try await world.engine.notifications(of: world.r1).first { $0.relatedAlertID == id })
    try await world.perform(MarkAsRead(id: entry.id), by: world.r1)
    #expect(try await recipient(world, id).rung == .opened)
  }

  @Test func `a channel that fails for good gives way at once`() async throws {
    let (world, id) = try await raised()
    world.courier.fail(.rejected("no"), .rejected("no"))
    try await world.settle()
    #expect(second(world) == 1)
    #expect(try await recipient(world, id).isUnreachable == false)
  }

  @Test func `a channel that must wait for an hour gives way at once, and has its turn later`()
    async throws
  {
    let (world, id) = try await raised()
    let wait = CourierFailure.transient("used up", retryAfter: .seconds(3_600))
    world.courier.fail(wait, wait)
    try await world.settle()
    let found = try await world.ledger.read { [r1 = world.r1] tx in
      try tx.deliveries(about: id).first { $0.person == r1 && $0.rank == 0 }?.id
    }
    let row = try #require(found)
    func first() async throws -> Delivery? {
      try await world.ledger.read { tx in try tx.deliveries(about: id).first { $0.id == row } }
    }
    #expect(second(world) == 1)
    // Nothing is given up: what had to wait goes out when its time has come.
    #expect(try await first()?.state == .ready)
    try await world.advance(by: 3_600)
    #expect(try await first()?.state == .done)
  }

  @Test
  func `when every message is given up, both pages of the owner say that no one can be reached`()
    async throws
  {
    let world = try await SmallWorld()
    world.courier.fail(.rejected("no"), .rejected("no"))
    try await world.perform(ActivateAlert(), by: world.p)
    let before = try #require(try await world.engine.user(world.p).alarms.first)
    #expect(before.reach() == .contacted(2))
    try await world.settle()
    let card = try #require(try await world.engine.user(world.p).alarms.first)
    #expect(card.reach() == .unreachable && card.toldCount == 0)
    let details = try await world.engine.alarm(card.id, for: world.p)
    #expect(details.recipients.count == 2 && details.recipients.allSatisfy(\.isUnreachable))
    #expect(details.reach == .unreachable && details.alarm == card)
    // A responder who answers on their open page was reached.
    try await world.perform(AcknowledgeAlarm(id: card.id), by: world.r1)
    #expect(try await world.engine.alarm(card.id, for: world.p).reach != .unreachable)
  }

  @Test func `a responder whom the owner overruled gets no more of the first message`() async throws
  {
    let (world, id) = try await raised()
    try await world.settle()
    try await world.perform(AcknowledgeAlarm(id: id), by: world.r1)
    try await world.perform(ReleaseAlarm(id: id), by: world.p)
    try await world.advance(by: 60)
    #expect(second(world) == 0)
    #expect(calls(world, to: "+15550100003") == 2, "the other one is contacted again")
    let (mine, other) = (
      try await world.engine.alarm(id, for: world.r1),
      try await world.engine.alarm(id, for: world.r2)
    )
    #expect(!mine.mayHold && other.mayHold && other.reach == .contacted(2))
  }

  @Test func `one that is tried again within half a minute keeps its turn`() async throws {
    let (world, _) = try await raised()
    let wait = CourierFailure.transient("busy", retryAfter: .seconds(20))
    world.courier.fail(wait, wait)
    try await world.settle()
    #expect(second(world) == 0)
    try await world.advance(by: 20)
    #expect(second(world) == 0)
    try await world.advance(by: 10)
    #expect(second(world) == 1)
  }

  @Test func `answering makes the other channels needless`() async throws {
    let (world, id) = try await raised()
    try await world.settle()
    try await world.perform(AcknowledgeAlarm(id: id), by: world.r1)
    try await world.advance(by: 600)
    #expect(second(world) == 0)
  }

  @Test func `an answer lets the first message to each other responder find its way`() async throws
  {
    let (world, id) = try await raised()
    try await world.settle()
    try await world.perform(AcknowledgeAlarm(id: id), by: world.r2)
    try await world.advance(by: 30)
    #expect(calls(world, to: "+15550999") == 1, "no device of theirs has shown the first message")
    world.courier.forget()
    try await world.advance(by: 1_800)
    #expect(world.courier.messages.allSatisfy { $0.priority != .alert })
  }

  @Test func `after an answer a message that a device has shown goes no further`() async throws {
    let (world, id) = try await raised()
    try await world.settle()
    let mine = try await world.ledger.read { [r1 = world.r1] tx in
      try tx.deliveries(about: id).first { $0.person == r1 && $0.rank == 0 }?.receiptToken
    }
    try await world.engine.perform(
      ConfirmReceipt(token: try #require(mine), rung: .shown), by: .visitor)
    try await world.perform(AcknowledgeAlarm(id: id), by: world.r2)
    try await world.advance(by: 600)
    #expect(calls(world, to: "+15550999") == 0)
  }

  @Test func `a message other than an alert stops at the first channel that takes it`() async throws
  {
    let (world, _) = try await raised()
    try await world.advance(by: 3)
    let alarm = try #require(try await world.engine.user(world.p).alarms.first)
    try await world.perform(AcknowledgeAlarm(id: alarm.id), by: world.r2)
    world.courier.forget()
    try await world.settle()
    try await world.advance(by: 600)
    // The notice that another responder has answered reached the first responder once, and did not
    // come again on their second channel.
    #expect(world.courier.messages.count { $0.title == "Alert answered" } == 1)
  }

  @Test func `the record says who was shown it, who opened it, and which way came next`()
    async throws
  {
    let (world, id) = try await raised()
    try await world.settle()
    let mine = try await world.ledger.read { [r1 = world.r1] tx in
      try tx.deliveries(about: id).first { $0.person == r1 && $0.rank == 0 }?.receiptToken
    }
    for _ in 0..<2 {
      try await world.engine.perform(
        ConfirmReceipt(token: try #require(mine), rung: .shown), by: .visitor)
    }
    try await world.advance(by: 120)
    for _ in 0..<2 { try await world.perform(OpenAlarm(id: id), by: world.r1) }
    let record = try await world.engine.alarmTimeline(id, for: world.p).entries
      .filter { $0.other == world.r1 }.map(\.kind)
    #expect(
      record.filter { [.shown, .nextChannelTried, .opened].contains($0) }.map(\.rawValue)
        == ["shown", "nextChannelTried", "opened"])
    #expect(try await world.engine.verifyTimeline(of: world.p).isIntact)
  }

  @Test func `an unknown receipt is refused and changes nothing`() async throws {
    let (world, id) = try await raised()
    try await world.settle()
    await #expect(throws: Refusal.receiptUnknown) {
      try await world.engine.perform(ConfirmReceipt(token: "x", rung: .opened), by: .visitor)
    }
    #expect(try await recipient(world, id).rung == .accepted)
  }
}

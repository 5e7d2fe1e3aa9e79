import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Weekly drills` {
  private let hook = RecordingCourier()

  /// The small world, in which `p` has a program that is notified, too.
  private func makeWorld() async throws -> SmallWorld {
    let world = try await SmallWorld(
      configuration: EngineConfiguration(
        codeKey: Data("test".utf8), offeredChannels: [.sms, .webhook]),
      couriers: [.webhook: hook])
    let channel = Channel(
      id: "900", person: world.p, kind: .webhook, address: "https://hook.example.org",
      createdAt: world.clock.now)
    _ = try await world.ledger.write { try $0.insert(channel) }
    try await world.advance(by: 7_200)
    try await world.services.drills.turn()
    return world
  }

  private func drill(_ world: SmallWorld) async throws -> Drill {
    let drill = try await world.ledger.read { [p = world.p] in try $0.drill(of: p) }
    return try #require(drill)
  }

  /// Passes the time until the row of `p` is due; everybody checks in meanwhile.
  private func pass(_ world: SmallWorld) async throws {
    let due = try await drill(world).nextFireAt
    while world.clock.now < due {
      try await world.advance(by: min(43_200, due.timeIntervalSince(world.clock.now)))
      for person in [world.p, world.r1, world.r2] {
        try await world.perform(CheckInNow(), by: person)
      }
    }
    hook.forget()
  }

  private func turn(_ world: SmallWorld) async throws {
    try await world.services.drills.turn()
    try await world.settle()
  }

  @Test func `every person has one planned drill`() async throws {
    let world = try await makeWorld()
    let before = try await drill(world)
    for person in [world.p, world.r1, world.r2] {
      #expect(try await world.ledger.read { try $0.drill(of: person) } != nil)
    }
    #expect(before.nextFireAt > world.clock.now)
    try await world.services.drills.turn()
    #expect(try await drill(world) == before)
  }

  @Test func `a drill goes out in silence, and what came of it is kept`() async throws {
    let world = try await makeWorld()
    try await pass(world)
    world.courier.forget()
    try await turn(world)
    #expect(hook.messages.map(\.isDrill) == [true])
    #expect(world.courier.messages.isEmpty)
    try await pass(world)
    try await turn(world)
    let ended = try await drill(world)
    #expect(ended.endedAt == world.clock.now && ended.stage == .waiting)
    let link = try #require(ended.links.first { $0.channel == "900" })
    #expect(link.isDrilled && link.lastSuccess != nil)
    // In its place in the next week.
    let wait = ended.nextFireAt.timeIntervalSince(world.clock.now)
    #expect(wait > 6 * 86_400 && wait < 8 * 86_400)
  }

  @Test func `a sender that is broken is found before it is needed`() async throws {
    let world = try await makeWorld()
    #expect(
      try await world.engine.answer(GetChannels(), to: Member(world.p)).readiness.weakest
        != .oneFailed)
    try await pass(world)
    hook.fail(.rejected("webhook: answered 500"))
    try await turn(world)
    try await pass(world)
    try await turn(world)
    let readiness = try await world.engine.answer(GetChannels(), to: Member(world.p)).readiness
    #expect(readiness.weakest == .oneFailed && readiness.kind == .webhook)
    #expect(readiness.drilledAt == world.clock.now)
  }

  @Test func `no drill runs while an alert is on, one's own or a dependent's`() async throws {
    let world = try await makeWorld()
    try await pass(world)
    try await world.perform(ActivateAlert(), by: world.p)
    try await turn(world)
    #expect(hook.messages.allSatisfy { !$0.isDrill })
    #expect(try await drill(world).nextFireAt == world.clock.now + 3_600)
    let theirs = try await world.ledger.read { [r1 = world.r1] in try $0.drill(of: r1) }
    let watching = try #require(theirs)
    world.clock.advance(by: max(0, watching.nextFireAt.timeIntervalSince(world.clock.now)))
    try await world.services.drills.turn()
    let later = try await world.ledger.read { [r1 = world.r1] tx throws in try tx.drill(of: r1) }
    #expect(later?.nextFireAt == world.clock.now + 3_600 && later?.endedAt == nil)
  }

  @Test func `a person is warned of low readiness once a month`() async throws {
    let world = try await makeWorld()
    try await world.ledger.write { [r1 = world.r1, r2 = world.r2, now = world.clock.now] tx in
      for channel in try [r1, r2].flatMap({ try tx.channels(of: $0) }) {
        _ = try tx.apply(.disableChannel(channel.id, at: now))
      }
      _ = try tx.delete(Channel.self, "900")
    }
    var warnings: [Int] = []
    for _ in 0..<6 {
      try await pass(world)
      try await turn(world)
      let told = try await world.engine.notifications(of: world.p, limit: 1_000)
      warnings.append(told.count { $0.title == "Your safety net has a gap" })
    }
    #expect(warnings == [1, 1, 1, 1, 1, 2])
  }

  @Test func `a row that cannot be written delays no other`() async throws {
    let ledger = TestLedger()
    let world = try await SmallWorld(ledger: ledger)
    try await world.advance(by: 7_200)
    try await world.services.drills.turn()
    world.clock.advance(by: 8 * 86_400)
    let due = try #require(ledger.rows.drills[world.p])
    // All that works is to push it forward.
    ledger.refuseWrites { [p = world.p] tx in
      guard var drill = try tx.drill(of: p) else { return false }
      (drill.nextFireAt, drill.gen) = (due.nextFireAt, due.gen)
      return drill != due
    }
    try await world.services.drills.turn()
    for person in [world.r1, world.r2] {
      let drill = try await ledger.read { try $0.drill(of: person) }
      #expect(try #require(drill).nextFireAt > world.clock.now)
    }
    let late = try await ledger.read { [p = world.p] tx throws in try tx.drill(of: p) }
    #expect(late?.nextFireAt == world.clock.now + 3_600)
  }
}

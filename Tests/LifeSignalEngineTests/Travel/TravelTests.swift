import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct TravelTests {
  private func start(
    _ world: SmallWorld, _ seconds: TimeInterval = 7_200
  ) async throws -> TravelData {
    try await world.perform(
      StartTravel(due: world.clock.now + seconds, note: "Bus 42"), by: world.p)
  }

  @Test func `not arriving tells every responder, with the note, once`() async throws {
    let ledger = TestLedger()
    let world = try await SmallWorld(ledger: ledger)
    _ = try await start(world)
    #expect(try await world.engine.contact(world.p, of: world.r1).travelAlarm == nil)
    try await world.advance(by: 6_300)
    #expect(world.courier.messages.map(\.title) == ["Have you arrived?"])
    try await world.advance(by: 900)
    #expect(world.courier.messages.count == 2)
    // A check-in on the way ends no journey.
    try await world.perform(CheckInNow(), by: world.p)
    try await world.advance(by: 600)
    #expect(world.courier.messages.count == 5)
    #expect(world.courier.messages.contains { $0.body.contains("“Bus 42”") })
    #expect(try await world.engine.contact(world.p, of: world.r1).travelAlarm?.note == "Bus 42")
    #expect(try await world.engine.contact(world.p, of: world.r1).needsAttention)
    #expect(try await world.engine.user(world.p).travel?.status == .overdue)
    #expect(ledger.rows.alerts.map(\.kind) == [.travel])
    try await world.advance(by: 7_200)
    #expect(ledger.rows.alerts.count == 1)
  }

  @Test func `arriving notifies no one, and arriving late notifies those who were called`()
    async throws
  {
    let ledger = TestLedger()
    let world = try await SmallWorld(ledger: ledger)
    let first = try await start(world, 600)
    try await world.perform(Arrive(id: first.id), by: world.p)
    try await world.advance(by: 3_600)
    #expect(world.courier.messages.isEmpty)

    let second = try await start(world, 600)
    try await world.advance(by: 1_200)
    world.courier.forget()
    try await world.perform(Arrive(id: second.id), by: world.p)
    try await world.settle()
    #expect(world.courier.messages.map(\.title) == ["Arrived", "Arrived"])
    #expect(ledger.rows.alerts.last?.endReason == .arrived)
    #expect(try await world.engine.contact(world.p, of: world.r1).travelAlarm == nil)
    let ended = try await ledger.read { try $0.travels(of: world.p, limit: 9) }
    #expect(ended.map(\.end) == [.arrived, .arrived])
  }

  @Test func `two processes and a restart fire each step once`() async throws {
    let ledger = TestLedger()
    let world = try await SmallWorld(ledger: ledger)
    _ = try await start(world)
    let second = world.restarted()
    world.clock.advance(by: 7_800)
    try await second.services.heartbeat.turn()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for services in [world.services, second.services] {
        group.addTask { try await services.watch.turn() }
      }
      try await group.waitForAll()
    }
    #expect(ledger.rows.notifications.count { $0.event == .dependentTravelOverdue } <= 2)
    try await second.advance(by: 600)
    #expect(ledger.rows.notifications.count { $0.event == .dependentTravelOverdue } == 2)
    #expect(ledger.rows.alerts.count == 1)
  }

  @Test func `a person cannot extend, end or see another person's trip`() async throws {
    let world = try await SmallWorld()
    let travel = try await start(world)
    let (id, due) = (travel.id, world.clock.now + 9_000)
    let commands: [any Endpoint] = [
      ExtendTravel(id: id, due: due), Arrive(id: id), CancelTravel(id: id),
    ]
    for command in commands {
      await #expect(throws: Refusal.travelNotFound, "\(command)") {
        _ = try await world.perform(command, by: world.r1)
      }
    }
    #expect(try await world.engine.answer(GetTravel(), to: Member(world.r1)).travel == nil)
    await #expect(throws: Refusal.notAllowed) {
      try await world.perform(
        FireTravel(
          claimed: Travel(
            id: travel.id, person: world.p, note: "", startedAt: world.clock.now,
            dueAt: world.clock.now)), by: world.r1)
    }
  }

  private static let beyond = "9223372036854775807"

  @Test(arguments: ["due_at", "grace_ms", "stage", "next_fire_at", "gen", "overdue_at"])
  func `a damaged trip is shown, and its person can end it`(column: String) async throws {
    let ledger = TestLedger()
    let world = try await SmallWorld(ledger: ledger)
    let travel = try await start(world)
    try ledger.execute("UPDATE travels SET \(column) = \(Self.beyond)")
    #expect(try await world.engine.user(world.p).travel?.id == travel.id)
    let shown = try await world.engine.answer(GetTravel(), to: Member(world.p)).travel
    #expect(shown?.note == "Bus 42")
    #expect(ledger.unreadableRows == ["travels": 1])
    await #expect(throws: Refusal.travelUnderWay) { _ = try await start(world, 3_600) }

    try await world.perform(Arrive(id: travel.id), by: world.p)
    #expect(try await world.engine.user(world.p).travel == nil)
    let ended = try await ledger.read { try $0.travels(of: world.p, limit: 9) }
    #expect(ended.map(\.end) == [.arrived])
    #expect(ledger.unreadableRows == [:])
    try await world.advance(by: 10_800)
    #expect(world.courier.messages.isEmpty)
    #expect(try await start(world).status == .underWay)
  }

  @Test(arguments: ["stage", "gen", "overdue_at"])
  func `arriving from a damaged trip ends its alert`(column: String) async throws {
    let ledger = TestLedger()
    let world = try await SmallWorld(ledger: ledger)
    let travel = try await start(world, 600)
    try await world.advance(by: 1_200)
    world.courier.forget()
    try ledger.execute("UPDATE travels SET \(column) = \(Self.beyond)")
    #expect(try await world.engine.user(world.p).travel?.status == .overdue)
    await #expect(throws: Refusal.travelOverdue) {
      try await world.perform(CancelTravel(id: travel.id), by: world.p)
    }
    try await world.perform(Arrive(id: travel.id), by: world.p)
    try await world.settle()
    #expect(world.courier.messages.map(\.title) == ["Arrived", "Arrived"])
    #expect(ledger.rows.alerts.map(\.endReason) == [.arrived])
  }

  @Test func `an extension replaces a damaged end, and its alert comes then`() async throws {
    let ledger = TestLedger()
    let world = try await SmallWorld(ledger: ledger)
    let travel = try await start(world)
    try ledger.execute("UPDATE travels SET due_at = \(Self.beyond)")
    let due = world.clock.now + 9_000
    try await world.perform(ExtendTravel(id: travel.id, due: due), by: world.p)
    #expect(try await world.engine.user(world.p).travel?.dueAt == due)
    try await world.advance(by: 9_600)
    #expect(ledger.rows.alerts.map(\.kind) == [.travel])
  }

  @Test(arguments: ["gen", "grace_ms"])
  func `an extended trip is reminded of again after its row was damaged`(column: String)
    async throws
  {
    let ledger = TestLedger()
    let world = try await SmallWorld(ledger: ledger)
    let travel = try await start(world)
    let due = travel.dueAt + 3_600
    try await world.perform(ExtendTravel(id: travel.id, due: due), by: world.p)
    try await world.advance(by: 9_900)
    try await world.advance(by: 900)
    let titles = ["Have you arrived?", "Travel timer ended"]
    #expect(world.courier.messages.map(\.title) == titles)
    world.courier.forget()
    try ledger.execute("UPDATE travels SET \(column) = \(Self.beyond)")
    try await world.perform(ExtendTravel(id: travel.id, due: due + 3_600), by: world.p)
    try await world.advance(by: 2_700)
    try await world.advance(by: 900)
    #expect(world.courier.messages.map(\.title) == titles)
    #expect(ledger.unreadableRows == [:])
  }

  @Test(arguments: ["due_at", "gen", "started_at"])
  func `an extension of a damaged trip to the end that is shown is stored`(column: String)
    async throws
  {
    let ledger = TestLedger()
    let world = try await SmallWorld(ledger: ledger)
    let travel = try await start(world)
    try ledger.execute("UPDATE travels SET \(column) = \(Self.beyond)")
    let shown = try #require(try await world.engine.user(world.p).travel)
    #expect(ledger.unreadableRows == ["travels": 1])
    try await world.perform(ExtendTravel(id: travel.id, due: shown.dueAt), by: world.p)
    #expect(try await world.engine.user(world.p).travel?.dueAt == shown.dueAt)
    #expect(ledger.unreadableRows == [:])
  }

  @Test func `an extension after the reminder is reminded of again`() async throws {
    let world = try await SmallWorld()
    let travel = try await start(world)
    try await world.advance(by: 6_300)
    try await world.perform(ExtendTravel(id: travel.id, due: travel.dueAt + 3_600), by: world.p)
    world.courier.forget()
    try await world.advance(by: 3_600)
    #expect(world.courier.messages.map(\.title) == ["Have you arrived?"])
    try await world.perform(CancelTravel(id: travel.id), by: world.p)
    world.courier.forget()
    try await world.advance(by: 9_000)
    #expect(world.courier.messages.isEmpty)
  }
}

import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import Testing

/// Many people at once.
@Suite(.timeLimit(.minutes(1))) struct CrowdTests {
  private func enrol(_ count: Int, in world: SmallWorld) async throws -> [Person.ID] {
    var ids: [Person.ID] = []
    for number in 0..<count {
      let id = try await world.engine.perform(
        Enrol(phoneNumber: "+1555\(1_000_000 + number)", region: .unitedStates), by: .system)
      try await world.perform(CheckInNow(), by: id)
      ids.append(id)
    }
    return ids
  }

  @Test func `two loops and late check-ins at the same time give at most one alarm each`()
    async throws
  {
    let ledger = TestLedger()
    let world = try await SmallWorld(ledger: ledger)
    let other = world.restarted()
    let people = try await enrol(200, in: world)
    try await other.services.heartbeat.turn()
    world.clock.advance(by: 87_000)

    async let one = world.services.watch.turn()
    async let two = other.services.watch.turn()
    let late = people.prefix(100)
    async let checkIns: Void = withThrowingTaskGroup(of: Void.self) { group in
      for person in late {
        group.addTask { try await world.checkIn(key: "late", by: person) }
      }
      try await group.waitForAll()
    }
    _ = try await (one, two, checkIns)

    let (stored, watches) = (ledger.rows.alerts, ledger.rows.watches)
    for person in people {
      let alerts = stored.filter { $0.person == person }
      #expect(alerts.count <= 1)
      #expect(alerts.contains(where: \.isOpen) == (watches[person]?.stage == .missed))
    }
    for person in people.suffix(100) {
      #expect(watches[person]?.stage == .missed)
    }
    for person in late {
      #expect(watches[person]?.lastCheckIn == world.clock.now)
    }
  }

  @Test func `more people than one batch are fired in one turn`() async throws {
    let ledger = TestLedger()
    let world = try await SmallWorld(ledger: ledger)
    let people = try await enrol(60, in: world)
    world.clock.advance(by: 87_000)
    try await WatchLoop(engine: world.engine, batch: 7).turn()
    let watches = ledger.rows.watches
    #expect(people.allSatisfy { watches[$0]?.stage == .missed })
  }
}

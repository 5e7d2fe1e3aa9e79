import Foundation
import GRDB
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalTestTraits
import Synchronization
import Testing

@testable import LifeSignalStorage

/// The whole engine on a disk that is full or read-only: every write is stored whole or refused
/// with an error, and the operator only has to free the disk.
@Suite(.timeLimit(.minutes(1)), .temporaryFolder) struct RefusingDiskTests {
  @Test(arguments: DiskFault.allCases)
  func `acknowledged writes stay, refused ones can be repeated`(fault: DiskFault)
    async throws
  {
    let path = try temporaryPath()
    let world = try await DiskWorld(path)
    var acknowledged: [String] = []
    var refused: [String] = []
    for number in 1...20 {
      try await world.checkIn("before \(number)")
      acknowledged.append("before \(number)")
    }

    try await fault.begin(on: world.ledger)
    // A full database still takes what fits into the pages it has.
    for number in 1...20_000 where refused.count < 3 {
      let key = "during \(number)"
      do {
        try await world.checkIn(key)
        acknowledged.append(key)
      } catch LedgerError.unavailable(let reason) {
        #expect(reason.contains(fault.words))
        refused.append(key)
      }
    }
    #expect(refused.count == 3)
    #expect(try await world.stored(acknowledged) == acknowledged)
    #expect(try await world.stored(refused) == [])

    try await fault.end(on: world.ledger)
    for key in refused { try await world.checkIn(key) }
    #expect(try await world.stored(refused) == refused)
    #expect(try await world.engine.verifyTimeline(of: world.member).isIntact)
    try await world.ledger.close()

    let again = try await DiskWorld(path)
    #expect(try await again.stored(acknowledged + refused) == acknowledged + refused)
    #expect(try await again.ledger.integrityProblems() == [])
  }

  @Test(arguments: DiskFault.allCases)
  func `an alert that comes due meanwhile is raised and sent once, when the disk works again`(
    fault: DiskFault
  ) async throws {
    let world = try await DiskWorld(temporaryPath())
    try await world.watchSleeper()
    let services = world.engine.services()
    try await services.heartbeat.turn()

    try await fault.begin(on: world.ledger)
    try await world.fill()
    world.clock.advance(by: 61)
    for _ in 1...3 {
      _ = try? await services.watch.turn()
      _ = try? await services.dispatch.turn()
      world.clock.advance(by: 1)
    }
    if fault == .readOnly {
      #expect(try await world.alarms() == 0)
      #expect(world.courier.count == 0)
    }

    try await fault.end(on: world.ledger)
    for _ in 1...2 {
      try await services.watch.turn()
      try await services.dispatch.turn()
      world.clock.advance(by: 1)
    }
    #expect(try await world.alarms() == 1)
    #expect(world.courier.count == 1)
  }

  @Test func `health says that the ledger refuses, and by itself that it does no more`()
    async throws
  {
    let world = try await DiskWorld(temporaryPath())
    let services = world.engine.services()
    for _ in 1...2 {
      try await services.watch.turn()
      try await services.dispatch.turn()
      try await services.heartbeat.turn()
      try await services.auditor.turn()
    }
    #expect(services.health().isReady)
    try await DiskFault.readOnly.begin(on: world.ledger)
    await #expect(throws: LedgerError.self) { try await services.heartbeat.turn() }
    #expect(services.health().causes.map(\.code) == ["ledger-refuses"])
    try await DiskFault.readOnly.end(on: world.ledger)
    try await services.heartbeat.turn()
    #expect(services.health().isReady)
  }
}

enum DiskFault: CaseIterable, CustomTestStringConvertible {
  case full, readOnly

  var testDescription: String { self == .full ? "full" : "read-only" }

  /// What the error says.
  var words: String { self == .full ? "full" : "may not be written" }

  /// SQLite's own refusal, on the way that a full disk and a read-only one take.
  func begin(on ledger: SQLiteLedger) async throws {
    try await ledger.pool.writeWithoutTransaction { database in
      switch self {
      case .full:
        let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
        try database.execute(sql: "PRAGMA max_page_count = \(pages)")
      case .readOnly:
        try database.execute(sql: "PRAGMA query_only = 1")
      }
    }
  }

  func end(on ledger: SQLiteLedger) async throws {
    try await ledger.pool.writeWithoutTransaction { database in
      switch self {
      case .full: try database.execute(sql: "PRAGMA max_page_count = 1000000")
      case .readOnly: try database.execute(sql: "PRAGMA query_only = 0")
      }
    }
  }
}

/// A member who checks in, and whom a sleeper has as responder.
private struct DiskWorld {
  let member = Person.ID(1)
  let sleeper = Person.ID(2)
  let clock = SteppedClock()
  let courier = CountingCourier()
  let ledger: SQLiteLedger
  let engine: Engine

  init(_ path: String) async throws {
    ledger = try SQLiteLedger.open(at: path, clock: clock)
    engine = Engine(ledger: ledger, couriers: [.sms: courier], clock: clock)
    try await ledger.write { tx in
      _ = try tx.insert(Sample.person(1))
      _ = try tx.insert(Sample.watch(1, fires: Sample.now + 86_400))
    }
  }

  func watchSleeper() async throws {
    try await ledger.write { tx in
      _ = try tx.insert(Sample.person(2))
      _ = try tx.insert(
        Channel(
          id: "1", person: "1", kind: .sms, address: "+15550000001", createdAt: Sample.now))
      _ = try tx.insert(
        Sample.relation(2, 1, isResponder: true), mirror: Sample.relation(1, 2, isDependent: true))
      _ = try tx.insert(Sample.watch(2, fires: Sample.now + 60))
    }
  }

  func checkIn(_ key: String) async throws {
    try await engine.perform(CheckInNow(), by: Member(member, from: Origin(key: key)))
  }

  /// Checks in until nothing more fits.
  func fill() async throws {
    for number in 1...20_000 {
      do {
        try await checkIn("fill \(number)")
      } catch LedgerError.unavailable {
        return
      }
    }
    Issue.record("the disk takes everything")
  }

  /// Those of the keys whose check-in is stored.
  func stored(_ keys: [String]) async throws -> [String] {
    try await ledger.read { [member] tx in
      try keys.filter { try tx.checkIn(of: member, clientKey: $0) != nil }
    }
  }

  func alarms() async throws -> Int {
    try await ledger.read { [sleeper] tx in
      try tx.alerts(of: sleeper, kind: .missedCheckIn, limit: 10).count
    }
  }
}

private final class SteppedClock: ServerClock {
  private let time = Mutex(Sample.now)

  var now: Date { time.withLock { $0 } }

  func advance(by seconds: TimeInterval) { time.withLock { $0 += seconds } }

  func sleep(until deadline: Date) async throws {
    // Tasks here only wait for their cancellation.
    try await Task.sleep(for: .seconds(3_600))
  }
}

private final class CountingCourier: Courier {
  private let taken = Mutex(0)

  var count: Int { taken.withLock { $0 } }

  func deliver(_ message: CourierMessage) async throws { taken.withLock { $0 += 1 } }
}

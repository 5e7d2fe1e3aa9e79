import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

@Suite(.timeLimit(.minutes(1)), .temporaryFolder) struct `Old check-ins of things` {
  /// The beginning of a day, in UTC.
  private static let day = Date(timeIntervalSince1970: 1_699_920_000)

  private func checkIn(
    _ id: Int64, _ hours: Double, _ source: CheckInSource = .automatic, person: Int64 = 1
  ) -> CheckIn {
    let at = Self.day + hours * 3_600
    return CheckIn(
      id: CheckInRecord.ID(id), person: Person.ID(person), at: at, recordedAt: at, source: source)
  }

  @Test(arguments: LedgerFactory.all)
  func `are deleted, except the first and last of a day and those that people made`(
    factory: LedgerFactory
  ) async throws {
    let ledger = try await factory.makeSmallWorld()
    let rows =
      [
        checkIn(1, 1), checkIn(2, 2), checkIn(3, 3, .manual), checkIn(4, 4), checkIn(5, 5),
        checkIn(6, 6, person: 2), checkIn(7, 24), checkIn(8, 30), checkIn(9, 31),
      ] + (10...40).map { checkIn($0, 48 + Double($0) / 2) }
    try await ledger.write { tx in for row in rows { _ = try tx.insert(row) } }
    let before = Self.day + 48 * 3_600
    while try await ledger.write({ try $0.sweep(.automaticCheckIns, before: before, limit: 2) }) > 0
    {}
    let left = try await ledger.read { try $0.checkIns(of: "1", limit: 100) }.compactMap(\.id.int64)
    #expect(left.reversed() == [1, 3, 5, 7, 9] + Array(10...40))
    #expect(try await ledger.read { try $0.checkIns(of: "2", limit: 9) }.count == 1)
  }

  @Test(arguments: LedgerFactory.all)
  func `are looked at once, and no more at a time than was asked for`(
    factory: LedgerFactory
  ) async throws {
    let ledger = try await factory.makeSmallWorld()
    let rows = (1...5).map { checkIn($0, Double($0)) } + [checkIn(6, 30)]
    try await ledger.write { tx in for row in rows { _ = try tx.insert(row) } }
    let before = Self.day + 24 * 3_600
    var seen: [Int] = []
    var left: [Int] = []
    for _ in 0..<4 {
      seen.append(
        try await ledger.write { try $0.sweep(.automaticCheckIns, before: before, limit: 2) })
      left.append(try await ledger.read { try $0.checkIns(of: "1", limit: 9) }.count)
    }
    #expect(seen == [2, 2, 1, 0])
    #expect(left == [5, 3, 3, 3])
  }

  @Test(arguments: LedgerFactory.all)
  func `go with the sweeper, ninety days after they were made`(
    factory: LedgerFactory
  ) async throws {
    let world = try await SmallWorld(ledger: try factory.make())
    let start = Zone.utc.date(at: world.clock.now)
    let midnight = Zone.utc.instant(of: TimeOfDay(minutes: 0)!, on: start.advanced(by: 1))
    let rows = (0..<24).map { hour in
      CheckIn(
        id: CheckInRecord.ID(Int64.max - 100 + Int64(hour)), person: world.p,
        at: midnight + Double(hour) * 3_600, recordedAt: midnight + Double(hour) * 3_600,
        source: .automatic)
    }
    try await world.ledger.write { tx in for row in rows { _ = try tx.insert(row) } }
    func count() async throws -> Int {
      try await world.ledger.read { try $0.checkIns(of: world.p, limit: 100) }
        .count { $0.at >= midnight }
    }
    world.clock.advance(by: CheckIn.automaticRetention)
    try await world.services.sweep.turn()
    #expect(try await count() == 24)
    world.clock.advance(by: 2 * 86_400)
    try await world.services.sweep.turn()
    #expect(try await count() == 2)
  }

  @Test(arguments: LedgerFactory.all)
  func `of people are deleted after a year, except the first and last of a day`(
    factory: LedgerFactory
  ) async throws {
    let ledger = try await factory.makeSmallWorld()
    let rows =
      (1...4).map { checkIn($0, Double($0), .manual) } + [checkIn(5, 30, .manual)]
      + (6...8).map { checkIn($0, 48 + Double($0), .manual) }
    try await ledger.write { tx in for row in rows { _ = try tx.insert(row) } }
    let before = Self.day + 48 * 3_600
    while try await ledger.write({ try $0.sweep(.automaticCheckIns, before: before, limit: 2) }) > 0
    {}
    #expect(try await ledger.read { try $0.checkIns(of: "1", limit: 99) }.count == 8)
    while try await ledger.write({ try $0.sweep(.checkIns, before: before, limit: 2) }) > 0 {}
    let left = try await ledger.read { try $0.checkIns(of: "1", limit: 99) }.compactMap(\.id.int64)
    #expect(left.reversed() == [1, 4, 5, 6, 7, 8])
  }
}

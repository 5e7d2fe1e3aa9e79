import Foundation
import GRDB
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

@testable import LifeSignalStorage

/// An attacker has the database file, and knows enough to drop its triggers.
@Suite(.timeLimit(.minutes(1)), .temporaryFolder) struct TimelineTamperTests {
  /// Eight entries of one person.
  private func world() async throws -> (world: World, ledger: SQLiteLedger) {
    let ledger = try SQLiteLedger.open(at: temporaryPath(), clock: StoppedClock())
    let world = try await World(ledger)
    for _ in 0..<6 { try await world.perform(CheckInNow(), by: world.p) }
    #expect(try await world.engine.verifyTimeline(of: world.p).count == 8)
    try await ledger.pool.write { database in
      try database.execute(sql: "DROP TRIGGER timeline_never_changes")
      try database.execute(sql: "DROP TRIGGER timeline_never_forgets")
    }
    return (world, ledger)
  }

  private func found(
    _ change: @escaping @Sendable (Database, Int64) throws -> Void
  ) async throws -> TimelineVerdict.Break? {
    let (world, ledger) = try await world()
    let person = try #require(world.p.int64)
    try await ledger.pool.write { try change($0, person) }
    return try await world.engine.verifyTimeline(of: world.p).firstBreak
  }

  @Test func `every byte of every column counts`() async throws {
    let (world, ledger) = try await world()
    let person = try #require(world.p.int64)
    // A number has its digits flipped, a text and a hash each of their bytes.
    for column in ["at", "other_id", "sequence"] {
      let sequence = column == "other_id" ? 2 : 4
      try await ledger.pool.write { database in
        try database.execute(
          sql:
            "UPDATE timeline SET \(column) = \(column) + 100 WHERE person_id = ? AND sequence = ?",
          arguments: [person, sequence])
      }
      #expect(
        try await world.engine.verifyTimeline(of: world.p).firstBreak?.sequence == Int64(sequence),
        "\(column)")
      try await ledger.pool.write { database in
        let where_ = column == "sequence" ? sequence + 100 : sequence
        try database.execute(
          sql:
            "UPDATE timeline SET \(column) = \(column) - 100 WHERE person_id = ? AND sequence = ?",
          arguments: [person, where_])
      }
      #expect(try await world.engine.verifyTimeline(of: world.p).isIntact)
    }
    for column in ["kind", "details", "previous_hash", "hash"] {
      let old = try await ledger.pool.read { database in
        try Data.fetchOne(
          database,
          sql: "SELECT CAST(\(column) AS BLOB) FROM timeline WHERE person_id = ? AND sequence = 4",
          arguments: [person])
      }
      let bytes = try #require(old)
      for place in bytes.indices {
        var changed = bytes
        changed[place] ^= 1
        try await set(column, to: changed, of: person, in: ledger)
        let verdict = try await world.engine.verifyTimeline(of: world.p)
        #expect(verdict.firstBreak?.sequence == 4, "\(column) \(place)")
      }
      try await set(column, to: bytes, of: person, in: ledger)
      #expect(try await world.engine.verifyTimeline(of: world.p).isIntact)
    }
  }

  private func set(
    _ column: String, to bytes: Data, of person: Int64, in ledger: SQLiteLedger
  ) async throws {
    let type = column.hasSuffix("hash") ? "BLOB" : "TEXT"
    try await ledger.pool.write { database in
      try database.execute(
        sql: """
          UPDATE timeline SET \(column) = CAST(? AS \(type)) WHERE person_id = ? AND sequence = 4
          """,
        arguments: [bytes, person])
    }
  }

  @Test func `a row that is gone`() async throws {
    let fault = try await found { database, person in
      try database.execute(
        sql: "DELETE FROM timeline WHERE person_id = ? AND sequence = 5", arguments: [person])
    }
    #expect(fault == .init(sequence: 5, fault: .gap))
  }

  @Test func `two rows that changed places`() async throws {
    let fault = try await found { database, person in
      for (from, to) in [(4, 100), (5, 4), (100, 5)] {
        try database.execute(
          sql: "UPDATE timeline SET sequence = ? WHERE person_id = ? AND sequence = ?",
          arguments: [to, person, from])
      }
    }
    #expect(fault == .init(sequence: 4, fault: .order))
  }

  @Test func `a tail that was cut`() async throws {
    let fault = try await found { database, person in
      try database.execute(
        sql: "DELETE FROM timeline WHERE person_id = ? AND sequence > 6", arguments: [person])
    }
    #expect(fault == .init(sequence: 7, fault: .truncated))
  }

  @Test func `a beginning that was cut, with and without a false anchor`() async throws {
    let cut = try await found { database, person in
      try database.execute(
        sql: "DELETE FROM timeline WHERE person_id = ? AND sequence < 3", arguments: [person])
    }
    #expect(cut == .init(sequence: 1, fault: .gap))
    let anchored = try await found { database, person in
      try database.execute(
        sql: "UPDATE watches SET timeline_anchor_sequence = 2 WHERE person_id = ?",
        arguments: [person])
      try database.execute(
        sql: "DELETE FROM timeline WHERE person_id = ? AND sequence < 3", arguments: [person])
    }
    #expect(anchored == .init(sequence: 3, fault: .anchor))
  }

  @Test func `a missing or different end of the chain`() async throws {
    let forgotten = try await found { database, person in
      try database.execute(
        sql: """
          UPDATE watches SET timeline_sequence = NULL, timeline_anchor_sequence = NULL
          WHERE person_id = ?
          """, arguments: [person])
    }
    #expect(forgotten == .init(sequence: 8, fault: .head))
    let behind = try await found { database, person in
      try database.execute(
        sql: "UPDATE watches SET timeline_sequence = 6 WHERE person_id = ?", arguments: [person])
    }
    #expect(behind == .init(sequence: 7, fault: .head))
    let other = try await found { database, person in
      try database.execute(
        sql: "UPDATE watches SET timeline_hash = x'00' WHERE person_id = ?", arguments: [person])
    }
    #expect(other?.fault == .head)
  }

  @Test func `a broken chain keeps no check-in and no alarm back`() async throws {
    for statement in [
      "UPDATE watches SET timeline_sequence = NULL", "UPDATE watches SET timeline_sequence = 3",
      "DELETE FROM timeline WHERE sequence > 4",
    ] {
      let (world, ledger) = try await world()
      try await ledger.pool.write { try $0.execute(sql: statement) }
      try await world.perform(CheckInNow(), by: world.p)
      try await world.perform(ActivateAlert(), by: world.p)
      let promised = try await ledger.read { try $0.deliveries(of: world.r1, limit: 9) }
      #expect(promised.contains { $0.priority == .alert }, "\(statement)")
      #expect(
        try await world.engine.timeline(of: world.p, limit: 100).entries
          .contains { $0.kind == .alarmRaised })
    }
  }

  @Test func `entries of everybody are written and examined at once`() async throws {
    let (world, _) = try await world()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<60 {
        group.addTask {
          try await world.checkIn(key: "k\(number)", by: number % 2 == 0 ? world.p : world.r1)
        }
      }
      try await group.waitForAll()
    }
    var counts: [Int] = []
    try await world.engine.verifyTimelines { verdict in
      #expect(verdict.isIntact)
      counts.append(verdict.count)
    }
    #expect(counts.count == 2)
    #expect(counts.max() == 38)
  }
}

/// One who checks in and one who responds for them.
private struct World {
  let engine: Engine
  let p: Person.ID
  let r1: Person.ID

  init(_ ledger: SQLiteLedger) async throws {
    engine = Engine(ledger: ledger, clock: StoppedClock())
    var members: [Person.ID] = []
    for number in 1...2 {
      let id = try await engine.perform(
        Enrol(phoneNumber: "+1555010000\(number)", region: .unitedStates), by: .system)
      try await engine.perform(
        UpdateProfile(Profile(firstName: "Mara", lastName: "Lindqvist")),
        by: .person(id))
      try await engine.perform(
        CheckInNow(), by: Member(id, from: Origin(scopes: [.checkIn])))
      members.append(id)
    }
    (p, r1) = (members[0], members[1])
    let code = try await engine.user(p).qrCodeID
    try await engine.perform(
      AddContact(qrCode: code, isResponder: false, isDependent: true), by: .person(r1))
    try await engine.perform(AcceptContact(id: r1), by: .person(p))
  }

  @discardableResult
  func perform<C: Command>(_ command: C, by person: Person.ID) async throws -> C.Answer {
    try await engine.perform(command, by: .person(person))
  }

  @discardableResult
  func checkIn(key: String, by person: Person.ID) async throws -> InstantAnswer {
    try await engine.perform(CheckInNow(), by: Member(person, from: Origin(key: key)))
  }
}

import Foundation
import GRDB
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

@testable import LifeSignalStorage

/// One row that a bug or a bad disk has garbled must cost no other person an alert.
@Suite(.temporaryFolder) struct UnreadableRowTests {
  private static let dead = "SELECT id FROM deliveries WHERE state = 'dead' ORDER BY id"

  @Test func `a watch that cannot be read keeps no other from firing`() async throws {
    let ledger = try await Self.smallWorld()
    let good = [Sample.watch(2, fires: Sample.now - 2), Sample.watch(3, fires: Sample.now - 1)]
    try await ledger.write {
      _ = try $0.insert(Sample.watch(1, fires: Sample.now - 3))
      for watch in good { _ = try $0.insert(watch) }
    }
    try await ledger.damage("UPDATE watches SET stage = 9 WHERE person_id = 1")
    #expect(try await ledger.read { try $0.dueWatches(at: Sample.now, limit: 9) } == good)
    // Nor does it take a place among the first few.
    #expect(try await ledger.read { try $0.dueWatches(at: Sample.now, limit: 1) } == [good[0]])
  }

  @Test func `a check-in code that cannot be read keeps no other from being looked at`()
    async throws
  {
    let ledger = try await Self.smallWorld()
    let sheet = CheckInSheet(
      id: "6", person: "1", createdAt: Sample.now, silentGroup: 3, told: ["2"])
    let codes = (1...3 as ClosedRange<Int64>).map {
      CheckInCode(
        id: CheckInCode.ID($0), sheet: "6", person: "1", hash: Data([UInt8($0)]), group: 3,
        usedAt: Sample.now, dueAt: Sample.now + Double($0))
    }
    #expect(try await ledger.write { try $0.apply(.insertCheckInSheet(sheet, codes)) > 0 })
    try await ledger.damage(
      """
      CREATE TABLE damaged AS SELECT * FROM check_in_codes;
      DROP TABLE check_in_codes;
      ALTER TABLE damaged RENAME TO check_in_codes;
      UPDATE check_in_codes SET code_group = 'once' WHERE id = 1;
      """)
    let later = Sample.now + 60
    #expect(
      try await ledger.read { try $0.due(at: later, limit: 9) as [CheckInCode] }
        == Array(codes.dropFirst()))
    // Nor does it take a place among the first few, or make the watch look again at once for ever.
    #expect(
      try await ledger.read { try $0.due(at: later, limit: 1) as [CheckInCode] } == [codes[1]])
    #expect(try await ledger.read { try $0.earliest(CheckInCode.self) } == codes[1].dueAt)
    try await ledger.damage("UPDATE check_in_codes SET code_group = 'once'")
    #expect(try await ledger.read { try $0.earliest(CheckInCode.self) } == nil)
  }

  @Test func `an order of calls that cannot be read is counted, page by page`()
    async throws
  {
    let ledger = try await Self.smallWorld()
    try await ledger.damage("INSERT INTO escalation_plans SELECT id, '[[[' FROM people")
    let look = { @Sendable (last: Int64) in
      try await ledger.read { try $0.examineEscalationPlans(after: last, limit: 2) }
    }
    #expect(try await look(.min) == 2)
    #expect(ledger.unreadableRows == ["escalation_plans": 2])
    #expect(try await look(2) == nil)
    #expect(ledger.unreadableRows == ["escalation_plans": 3])
    try await ledger.damage("DELETE FROM escalation_plans WHERE person_id <> 2")
    try await ledger.read { try $0.readDamagedRowsAgain() }
    #expect(ledger.unreadableRows == ["escalation_plans": 1])
  }

  @Test func `unreadable own reminders do not make the account unreadable`() async throws {
    let ledger = try await Self.smallWorld()
    try await ledger.damage("UPDATE people SET own_reminders = '480 soon 15' WHERE id = 1")
    let person = try #require(try await ledger.read { try $0.person("1") })
    #expect(person.notifications.ownReminders == [480, 15])
  }

  @Test func `no loop wakes up for a watch that cannot be read`() async throws {
    let ledger = try await Self.smallWorld()
    let later = Sample.now + 60
    try await ledger.write {
      _ = try $0.insert(Sample.watch(1, fires: Sample.now - 3))
      _ = try $0.insert(Sample.watch(2, fires: later))
    }
    try await ledger.damage("UPDATE watches SET stage = 9 WHERE person_id = 1")
    #expect(try await ledger.read { try $0.earliestWatch() } == later)
    try await ledger.damage("UPDATE watches SET stage = -1 WHERE person_id = 2")
    #expect(try await ledger.read { try $0.earliestWatch() } == nil)
  }

  @Test func `damaged values of a device silence neither it nor the others`() async throws {
    let ledger = try await Self.smallWorld()
    try await ledger.write {
      for id in 1...3 as ClosedRange<Int64> {
        let thing = Thing(
          id: Thing.ID(id), person: "1", name: "Kettle", kind: .plug,
          tokenHash: Data([UInt8(id)]), createdAt: Sample.now)
        _ = try $0.insert(thing)
      }
    }
    let most = "9223372036854775807"
    try await ledger.damage(
      "UPDATE things SET created_at = \(most), succeeded_at = \(most) WHERE id = 1")
    // Whether this one is switched off is not known, so it is not heard.
    try await ledger.damage("UPDATE things SET off_at = \(most) WHERE id = 2")
    #expect(try await ledger.read { try $0.things(of: "1") }.map(\.id) == ["1", "3"])
    #expect(try await ledger.read { try $0.thing(tokenHash: Data([1]))?.id } == "1")
    #expect(ledger.unreadableRows == ["things": 2])
    #expect(try await ledger.write { try $0.delete(Thing.self, "1") })
    try await ledger.damage("UPDATE things SET off_at = NULL WHERE id = 2")
    try await ledger.read { try $0.readDamagedRowsAgain() }
    #expect(ledger.unreadableRows == [:])
  }

  @Test func `a damaged pending ping keeps no other from its answer`() async throws {
    let ledger = try await Self.smallWorld()
    try await ledger.write {
      _ = try $0.insert(Sample.ping(1, from: 2, to: 1))
      _ = try $0.insert(Sample.ping(2, from: 3, to: 1))
    }
    try await ledger.damage("UPDATE pings SET pushed_at = 9223372036854775807 WHERE id = 1")
    #expect(try await ledger.read { try $0.pendingPings(to: "1") }.map(\.id) == ["2"])
    let pair = try await ledger.read { try $0.pings(from: "2", to: "1", since: Sample.now) }
    #expect(pair == [])
  }

  @Test func `the error of a damaged row names its table and the column`() async throws {
    let ledger = try await Self.smallWorld()
    try await ledger.write {
      _ = try $0.insert(Sample.ping(1))
      _ = try $0.insert(Sample.watch(1, fires: Sample.now))
    }
    try await ledger.damage(
      "UPDATE pings SET pushed_at = 9223372036854775807; UPDATE watches SET stage = 9")
    await #expect(
      throws: LedgerError.corrupt("pings: The column pushed_at contains no such value.")
    ) { try await ledger.read { try $0.ping("1") } }
    await #expect(throws: LedgerError.corrupt("watches: The column stage is not a Stage.")) {
      try await ledger.read { try $0.watch(of: "1") }
    }
  }

  @Test func `a damaged ping or preference hides none of the others`() async throws {
    let ledger = try await Self.smallWorld()
    try await ledger.write {
      _ = try $0.insert(Sample.ping(1, from: 2, to: 1))
      _ = try $0.insert(Sample.ping(2, from: 1, to: 3))
      for key in ["size", "tab"] {
        _ = try $0.insert(Preference(person: "1", key: key, value: "2"))
      }
    }
    try await ledger.damage("UPDATE pings SET expires_at = 9223372036854775807 WHERE id = 1")
    #expect(try await ledger.read { try $0.pings(of: "1", limit: 9) }.map(\.ping.id) == ["2"])
    try await ledger.damage(
      """
      CREATE TABLE damaged AS SELECT person_id, key, CAST(value AS BLOB) AS value FROM preferences;
      DROP TABLE preferences;
      ALTER TABLE damaged RENAME TO preferences;
      UPDATE preferences SET value = '2' WHERE key = 'tab'
      """)
    #expect(try await ledger.read { try $0.preferences(of: "1") } == ["tab": "2"])
    // The readable one of the same person does not end the report.
    for _ in 0..<2 {
      #expect(ledger.unreadableRows == ["pings": 1, "preferences": 1])
      try await ledger.read { try $0.readDamagedRowsAgain() }
    }
    try await ledger.damage("DELETE FROM preferences WHERE key = 'size'")
    try await ledger.read { try $0.readDamagedRowsAgain() }
    #expect(ledger.unreadableRows == ["pings": 1])
  }

  @Test func `a damaged check-in hides none of the others, and counts until it is repaired`()
    async throws
  {
    let ledger = try await Self.smallWorld()
    try await ledger.write {
      for id in 1...3 as ClosedRange<Int64> {
        let at = Sample.now + Double(id)
        _ = try $0.insert(
          CheckIn(
            id: CheckInRecord.ID(id), person: "1", at: at, recordedAt: at, source: .manual,
            clientKey: nil))
      }
    }
    let most = "9223372036854775807"
    try await ledger.damage("UPDATE check_ins SET at = \(most) WHERE id = 3")
    #expect(try await ledger.read { try $0.checkIns(of: "1", limit: 1) }.map(\.id) == ["2"])
    let times = try await ledger.read { try $0.checkInTimes(of: "1", since: Sample.now) }
    #expect(times == [Sample.now + 1, Sample.now + 2])
    let last = CheckInRecord(id: "2", userID: "1", timestamp: Sample.now + 2)
    try await ledger.damage("UPDATE check_ins SET at = -\(most) WHERE id = 3")
    let older = try await ledger.read { try $0.checkIns(of: "1", olderThan: last, limit: 9) }
    #expect(older.map(\.id) == ["1"])
    #expect(ledger.unreadableRows == ["check_ins": 1])
    try await ledger.damage("UPDATE check_ins SET at = recorded_at WHERE id = 3")
    try await ledger.read { try $0.readDamagedRowsAgain() }
    #expect(ledger.unreadableRows == [:])
  }

  @Test func `a ping that cannot be read keeps no other from expiring`() async throws {
    let ledger = try await Self.smallWorld()
    let good = Sample.ping(2, from: 3)
    try await ledger.write {
      _ = try $0.insert(Sample.ping(1))
      _ = try $0.insert(good)
    }
    // Only without its strict types does the table take what no ping can hold.
    try await ledger.damage(
      """
      CREATE TABLE damaged AS SELECT * FROM pings;
      DROP TABLE pings;
      ALTER TABLE damaged RENAME TO pings;
      UPDATE pings SET sent_at = 'once', expires_at = expires_at - 1000 WHERE id = 1;
      """)
    let due = try await ledger.read { try $0.due(at: good.expiresAt, limit: 1) as [Ping] }
    #expect(due == [good])
    #expect(try await ledger.read { try $0.earliest(Ping.self) } == good.expiresAt)
  }

  @Test func `a delivery that cannot be read is dead, and the others are carried`() async throws {
    let ledger = try await Self.smallWorld()
    try await ledger.write {
      for number in 1...4 as ClosedRange<Int64> {
        _ = try $0.insert(Sample.delivery(number, priority: .alert))
      }
    }
    #expect(try await Self.claim(ledger, at: Sample.now, limit: 2).map(\.id) == ["1", "2"])
    try await ledger.damage("UPDATE deliveries SET priority = -1 WHERE id = 1")
    let later = Sample.now + 60
    #expect(try await Self.claim(ledger, at: later, limit: 1).map(\.id) == ["2"])
    #expect(try await ledger.lines(Self.dead) == ["1"])
    let errors = try await ledger.lines("SELECT last_error FROM deliveries WHERE id = 1")
    #expect(errors == ["unreadable"])
    #expect(try await Self.claim(ledger, at: later, limit: 9).map(\.id) == ["3", "4"])
  }

  @Test func `no loop wakes up for a delivery that cannot be read`() async throws {
    let ledger = try await Self.smallWorld()
    let later = Sample.now + 60
    try await ledger.write {
      for number in 1...2 as ClosedRange<Int64> { _ = try $0.insert(Sample.delivery(number)) }
      _ = try $0.insert(Sample.delivery(3, at: later))
    }
    try await ledger.damage(
      """
      UPDATE deliveries SET priority = 9 WHERE id = 1;
      UPDATE deliveries SET priority = -1 WHERE id = 2;
      """)
    #expect(try await Self.claim(ledger, at: Sample.now, limit: 9) == [])
    #expect(try await ledger.lines(Self.dead) == ["1", "2"])
    #expect(try await ledger.read { try $0.earliestDelivery() } == later)
  }

  @Test func `a responder in a region this release does not know stays a responder`() async throws {
    let ledger = try await Self.smallWorld()
    try await ledger.damage("UPDATE people SET phone_region = 'nowhere' WHERE id = 2")
    #expect(try await ledger.read { try $0.responders(of: "1") }.map(\.person.id) == ["2", "3"])
  }

  @Test func `a responder's side that cannot be read affects no other responder`()
    async throws
  {
    let ledger = try await Self.smallWorld()
    try await ledger.damage(
      """
      UPDATE relations SET status = 'maybe' WHERE owner_id = 3;
      UPDATE relations SET status = 'maybe' WHERE peer_id = 3;
      """)
    #expect(try await ledger.read { try $0.responders(of: "1") }.map(\.person.id) == ["2"])
    // Nor do they hear of any change.
    #expect(try await ledger.read { try $0.peers(of: "1") } == ["2"])
  }

  @Test func `a peer whose side alone says that both have agreed hears of changes`() async throws {
    let ledger = try await Self.smallWorld()
    try await ledger.damage("UPDATE relations SET status = 'maybe' WHERE owner_id = 1")
    #expect(try await ledger.read { try $0.peers(of: "1") } == ["2", "3"])
    try await ledger.damage("UPDATE relations SET status = 'requestedByMe' WHERE owner_id = 3")
    #expect(try await ledger.read { try $0.peers(of: "1") } == ["2"])
  }

  @Test func `a channel that cannot be read keeps no other from being used`() async throws {
    let ledger = try await Self.smallWorld()
    let channels = (1...2 as ClosedRange<Int64>).map { number in
      Channel(
        id: Channel.ID(number), person: "2", kind: .sms, address: "a\(number)",
        createdAt: Sample.now)
    }
    try await ledger.write { for channel in channels { _ = try $0.insert(channel) } }
    try await ledger.damage(
      """
      CREATE TABLE damaged AS SELECT * FROM channels;
      DROP TABLE channels;
      ALTER TABLE damaged RENAME TO channels;
      UPDATE channels SET address = x'00' WHERE id = 1;
      """)
    let responders = try await ledger.read { try $0.responders(of: "1") }
    #expect(responders.flatMap(\.channels) == [channels[1]])
  }

  @Test(
    arguments: [
      "UPDATE watches SET stage = 6", "UPDATE watches SET stage = -1",
      "UPDATE deliveries SET priority = 6", "UPDATE deliveries SET priority = -1",
      "UPDATE deliveries SET state = 'lost'",
    ] as [SQLText])
  func `a value that cannot be read back is refused`(statement: SQLText) async throws {
    let ledger = try await Self.smallWorld()
    try await ledger.write {
      _ = try $0.insert(Sample.watch(1, fires: Sample.now))
      _ = try $0.insert(Sample.delivery(1))
    }
    let error = await #expect(throws: LedgerError.self) {
      try await ledger.write { transaction in
        _ = try (transaction as? SQLTransaction)?.session.change(statement, [])
      }
    }
    guard case .corrupt = error else {
      Issue.record("A refused row looks like \(String(describing: error)).")
      return
    }
  }

  /// Every stage, priority and state has to pass what the schema checks.
  @Test func `every value that exists is taken`() async throws {
    let ledger = try await Self.smallWorld()
    try await ledger.write { transaction in
      for (number, stage) in zip(Int64(1)..<99, Watch.Stage.allCases) {
        _ = try transaction.insert(Sample.person(number + 3))
        var watch = Sample.watch(number + 3, fires: nil)
        watch.stage = stage
        #expect(try transaction.insert(watch))
      }
      for (number, priority) in zip(Int64(1)..<99, Delivery.Priority.allCases) {
        #expect(try transaction.insert(Sample.delivery(number, priority: priority)))
      }
      for (number, state) in zip(Int64(100)..<199, Delivery.State.allCases) {
        var delivery = Sample.delivery(number)
        delivery.state = state
        delivery.leaseOwner = state == .leased ? "a" : nil
        delivery.leaseUntil = state == .leased ? Sample.now : nil
        #expect(try transaction.insert(delivery))
      }
    }
  }

  private static func smallWorld() async throws -> SQLiteLedger {
    try #require(try await LedgerFactory.sqlite.makeSmallWorld() as? SQLiteLedger)
  }

  /// Claims with a lease of ten seconds.
  private static func claim(
    _ ledger: SQLiteLedger, at now: Date, limit: Int
  ) async throws -> [Delivery] {
    try await ledger.write {
      try $0.claimDeliveries(
        of: [.sms], owner: "a", at: now, leaseUntil: now + 10, limit: limit)
    }
  }
}

extension SQLiteLedger {
  /// Runs `sql` past the checks of the schema, as a bug of another version might.
  func damage(_ sql: String) async throws {
    try await pool.writeWithoutTransaction { database in
      try database.execute(sql: "PRAGMA ignore_check_constraints = ON")
      try database.execute(sql: sql)
      try database.execute(sql: "PRAGMA ignore_check_constraints = OFF")
    }
  }

  fileprivate func lines(_ sql: String) async throws -> [String] {
    try await pool.read { try String.fetchAll($0, sql: sql) }
  }
}

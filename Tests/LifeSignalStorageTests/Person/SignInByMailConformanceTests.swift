import Foundation
import GRDB
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

@testable import LifeSignalStorage

@Suite(.temporaryFolder) struct `An account without a number` {
  private static func person(_ number: Int64) -> Person {
    var person = Sample.person(number)
    person.phoneNumber = ""
    person.email = "p\(number)@example.org"
    return person
  }

  @Test(arguments: LedgerFactory.all)
  func `comes back as stored, and is found by its e-mail address alone`(
    factory: LedgerFactory
  ) async throws {
    let ledger = try factory.make()
    let (first, second) = (Self.person(1), Self.person(2))
    #expect(try await ledger.write { try $0.insert(first) })
    #expect(try await ledger.write { try $0.insert(second) })
    let found = try await ledger.read {
      [try $0.person("1"), try $0.person(email: "p1@example.org"), try $0.person(phoneNumber: "")]
    }
    #expect(found == [first, first, nil])
    #expect(try await ledger.read { try $0.person(email: "p3@example.org") } == nil)
  }

  @Test(arguments: LedgerFactory.all)
  func `shares its address with no one`(factory: LedgerFactory) async throws {
    let ledger = try factory.make()
    let first = Self.person(1)
    var other = Sample.person(2)
    #expect(try await ledger.write { try $0.insert(first) })
    other.email = first.email
    let taking = other
    #expect(try await ledger.write { try $0.insert(taking) } == false)
    other.email = nil
    let plain = other
    #expect(try await ledger.write { try $0.insert(plain) })
    #expect(try await ledger.write { try $0.update(taking) } == false)
  }

  @Test(arguments: LedgerFactory.all)
  func `stays without one when it changes, until it gets one`(
    factory: LedgerFactory
  ) async throws {
    let ledger = try factory.make()
    let first = Self.person(1)
    #expect(try await ledger.write { try $0.insert(first) })
    var person = first
    person.profile.firstName = "Grace"
    let renamed = person
    #expect(try await ledger.write { try $0.update(renamed) })
    let stored = try await ledger.read { try $0.person("1") }
    person = try #require(stored)
    #expect(person.phoneNumber == "" && person.email == first.email)
    person.phoneNumber = "+15551000009"
    let numbered = person
    #expect(try await ledger.write { try $0.update(numbered) })
    let found = try await ledger.read { try $0.person(phoneNumber: "+15551000009") }
    #expect(found?.email == first.email)
  }

  @Test(arguments: LedgerFactory.all)
  func `takes the codes to its address with it`(factory: LedgerFactory) async throws {
    let ledger = try factory.make()
    let first = Self.person(1)
    try await ledger.write {
      _ = try $0.insert(first)
      _ = try $0.insert(Sample.code("a", phoneNumber: "p1@example.org"))
      _ = try $0.insert(Sample.code("b", phoneNumber: "p2@example.org"))
      _ = try $0.apply(.deletePerson(first))
    }
    let left = try await ledger.read { [try $0.oneTimeCode("a"), try $0.oneTimeCode("b")] }
    #expect(left.map { $0?.id } == [nil, "b"])
  }
}

@Suite(.temporaryFolder) struct `The migration to sign-in by mail` {
  private let path: String

  init() throws { path = try temporaryPath() }

  private func migrate(_ steps: Int) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.inDatabase { database in
      try MigrationRunner(migrations: Array(Migration.all.prefix(steps)))
        .run(on: database, now: Sample.now)
    }
    try queue.close()
  }

  private func change(_ sql: String) throws {
    let queue = try DatabaseQueue(path: path)
    try queue.write { try $0.execute(sql: sql) }
    try queue.close()
  }

  private func number(of person: Int) throws -> String? {
    let queue = try DatabaseQueue(path: path)
    defer { try? queue.close() }
    return try queue.read {
      try String.fetchOne($0, sql: "SELECT phone_number FROM people WHERE id = \(person)")
    }
  }

  private static let former = """
    INSERT INTO people (id, first_name, last_name, phone_number, phone_region, emergency_note, qr_code,
      profile_complete, notify, notify_30m, notify_2h, notify_alerts, notify_pings, notify_check_ins,
      notify_contacts, created_at, updated_at, last_sign_in_at, revision)
    VALUES (7, 'Ada', 'Lovelace', '+15551000007', 'US', '', 'QR-7', 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 3)
    """

  @Test func `keeps everyone's number, and gives no one an address`() async throws {
    try migrate(25)
    try change(Self.former)
    let ledger = try SQLiteLedger.open(at: path, clock: StoppedClock())
    let person = try await ledger.read { try $0.person("7") }
    #expect(person?.phoneNumber == "+15551000007" && person?.email == nil)
    try await ledger.close()
  }

  @Test func `leaves a schema on which the previous release works, and such accounts alone`()
    async throws
  {
    let ledger = try SQLiteLedger.open(at: path, clock: StoppedClock())
    var person = Sample.person(1)
    person.phoneNumber = ""
    person.email = "p1@example.org"
    let stored = person
    #expect(try await ledger.write { try $0.insert(stored) })
    // The previous release would open an account with the address as its number.
    #expect(
      try await ledger.write {
        try $0.insert(Sample.code("a", phoneNumber: "p1@example.org"))
      })
    try await ledger.close()
    #expect(try number(of: 1) == "none:1")
    let queue = try DatabaseQueue(path: path)
    try queue.inDatabase { database in
      #expect(try MigrationRunner(migrations: Array(Migration.all.prefix(25))).isReadable(database))
      let purpose = try String.fetchOne(database, sql: "SELECT purpose FROM one_time_codes")
      #expect(purpose == "signIn:email")
      // Its update of this row: the number as it read it, and no word of the address.
      try database.execute(
        sql: "UPDATE people SET phone_number = 'none:1', revision = revision + 1 WHERE id = 1")
    }
    try queue.close()
    let again = try SQLiteLedger.open(at: path, clock: StoppedClock())
    let found = try await again.read { try $0.person(email: "p1@example.org") }
    #expect(found?.phoneNumber == "")
    let code = try await again.read { try $0.oneTimeCode("a") }
    #expect(code?.purpose == .signIn)
    try await again.close()
  }
}

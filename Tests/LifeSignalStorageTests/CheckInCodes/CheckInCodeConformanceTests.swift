import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

@Suite(.timeLimit(.minutes(1)), .temporaryFolder) struct CheckInCodeConformanceTests {
  private static let now = Sample.now

  private static func sheet(_ id: Int64, of person: Int64 = 1) -> CheckInSheet {
    CheckInSheet(
      id: CheckInSheet.ID(id), person: Person.ID(person), createdAt: now, silentGroup: 3,
      told: ["2", "3"], kept: ["4"])
  }

  private static func codes(_ sheet: Int64, of person: Int64 = 1) -> [CheckInCode] {
    (0..<3).map {
      CheckInCode(
        id: CheckInCode.ID(sheet * 10 + $0), sheet: CheckInSheet.ID(sheet),
        person: Person.ID(person), hash: Data([UInt8(sheet), UInt8($0)]), group: Int($0))
    }
  }

  @Test(arguments: LedgerFactory.all)
  func `a sheet and its codes come back as they were`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    #expect(
      try await ledger.write { try $0.apply(.insertCheckInSheet(Self.sheet(6), Self.codes(6))) > 0 }
    )
    #expect(try await ledger.read { try $0.checkInSheet("6") } == Self.sheet(6))
    #expect(try await ledger.read { try $0.checkInSheet(of: "1") } == Self.sheet(6))
    #expect(try await ledger.read { try $0.checkInSheet(of: "2") } == nil)
    #expect(try await ledger.read { try $0.checkInCode("61") } == Self.codes(6)[1])
    #expect(
      try await ledger.read { try $0.checkInCode(hash: Data([6, 2])) } == Self.codes(6)[2])
    #expect(try await ledger.read { try $0.checkInCode(hash: Data([6])) } == nil)
    #expect(try await ledger.read { try $0.unusedCheckInCodes(of: "6") } == 3)
  }

  @Test(arguments: LedgerFactory.all)
  func `one sheet of a person is in force`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    #expect(
      try await ledger.write { try $0.apply(.insertCheckInSheet(Self.sheet(6), Self.codes(6))) > 0 }
    )
    #expect(
      try await ledger.write { try $0.apply(.insertCheckInSheet(Self.sheet(7), Self.codes(7))) > 0 }
        == false)
    #expect(try await ledger.write { try $0.apply(.voidCheckInSheets("1", at: Self.now)) } == 1)
    #expect(try await ledger.write { try $0.apply(.voidCheckInSheets("1", at: Self.now)) } == 0)
    #expect(
      try await ledger.write { try $0.apply(.insertCheckInSheet(Self.sheet(7), Self.codes(7))) > 0 }
    )
    #expect(try await ledger.read { try $0.checkInSheet("6") }?.voidAt == Self.now)
    #expect(try await ledger.read { try $0.checkInSheet(of: "1") }?.id == "7")
  }

  @Test(arguments: LedgerFactory.all)
  func `a code is used once, and due until it is settled`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    #expect(
      try await ledger.write { try $0.apply(.insertCheckInSheet(Self.sheet(6), Self.codes(6))) > 0 }
    )
    let (at, due) = (Self.now + 5, Self.now + 6)
    #expect(try await ledger.write { try $0.apply(.useCheckInCode("61", at: at, dueAt: due)) > 0 })
    #expect(
      try await ledger.write { try $0.apply(.useCheckInCode("61", at: at, dueAt: due)) > 0 }
        == false)
    var used = Self.codes(6)[1]
    (used.usedAt, used.dueAt) = (at, due)
    let expected = used
    #expect(try await ledger.read { try $0.checkInCode("61") } == expected)
    #expect(try await ledger.read { try $0.unusedCheckInCodes(of: "6") } == 2)
    #expect(try await ledger.read { try $0.earliest(CheckInCode.self) } == due)
    #expect(try await ledger.read { try $0.due(at: at, limit: 9) as [CheckInCode] }.isEmpty)
    #expect(try await ledger.read { try $0.due(at: due, limit: 9) as [CheckInCode] } == [expected])
    var later = expected
    later.dueAt = due + 9
    let postponed = later
    #expect(try await ledger.write { try $0.update(postponed, from: expected) })
    #expect(try await ledger.read { try $0.earliest(CheckInCode.self) } == due + 9)
    #expect(try await ledger.write { try $0.apply(.settleCheckInCode("61")) > 0 })
    #expect(try await ledger.write { try $0.apply(.settleCheckInCode("61")) > 0 } == false)
    #expect(try await ledger.write { try $0.update(expected, from: postponed) } == false)
    #expect(try await ledger.read { try $0.earliest(CheckInCode.self) } == nil)
  }

  @Test(arguments: LedgerFactory.all)
  func `a void sheet goes in time, but not while one of its codes is due`(
    factory: LedgerFactory
  ) async throws {
    let ledger = try await factory.makeSmallWorld()
    #expect(
      try await ledger.write { try $0.apply(.insertCheckInSheet(Self.sheet(6), Self.codes(6))) > 0 }
    )
    #expect(
      try await ledger.write {
        try $0.apply(.useCheckInCode("60", at: Self.now, dueAt: Self.now)) > 0
      })
    _ = try await ledger.write { try $0.apply(.voidCheckInSheets("1", at: Self.now)) }
    _ = try await ledger.write { try $0.sweep(.leftovers, before: Self.now + 1, limit: 99) }
    #expect(try await ledger.read { try $0.checkInSheet("6") } != nil)
    #expect(try await ledger.write { try $0.apply(.settleCheckInCode("60")) > 0 })
    _ = try await ledger.write { try $0.sweep(.leftovers, before: Self.now, limit: 99) }
    #expect(try await ledger.read { try $0.checkInSheet("6") } != nil)
    _ = try await ledger.write { try $0.sweep(.leftovers, before: Self.now + 1, limit: 99) }
    #expect(try await ledger.read { try $0.checkInSheet("6") } == nil)
    #expect(try await ledger.read { try $0.checkInCode("60") } == nil)
  }

  @Test(arguments: LedgerFactory.all)
  func `whether a check-in was by a code its key says, whatever it is said to be`(
    factory: LedgerFactory
  ) async throws {
    let ledger = try await factory.makeSmallWorld()
    let rows: [(key: String?, source: CheckInSource, read: CheckInSource)] = [
      ("code:61", .printedCode, .printedCode), ("code:62", .manual, .printedCode),
      ("code:63", .automatic, .automatic), ("client:code:64", .manual, .manual),
      ("65", .printedCode, .manual), (nil, .manual, .manual),
    ]
    for (index, row) in rows.enumerated() {
      let checkIn = CheckIn(
        id: CheckInRecord.ID(90 + Int64(index)), person: "1", at: Self.now, recordedAt: Self.now,
        source: row.source, clientKey: row.key)
      #expect(try await ledger.write { try $0.insert(checkIn) })
      let read = try await ledger.read { try $0.checkIns(of: "1", limit: 9) }
      #expect(read.first { $0.id == checkIn.id }?.source == row.read)
    }
  }

  @Test(arguments: LedgerFactory.all)
  func `no key that a client chooses passes for a code, and each is one check-in`(
    factory: LedgerFactory
  ) async throws {
    let world = try await SmallWorld(ledger: try factory.make())
    let before = try await world.engine.checkIns(of: world.p).count
    let keys = ["code:61", "sms:SM1", "voice:CA1", "client:code:61", "61"]
    for key in keys + keys {
      try await world.checkIn(key: key, by: world.p)
    }
    let records = try await world.engine.checkIns(of: world.p)
    #expect(records.count == before + keys.count)
    #expect(records.allSatisfy { $0.source != .printedCode })
  }

  @Test(arguments: LedgerFactory.all)
  func `a check-in by a code keeps its source`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    let checkIn = CheckIn(
      id: "90", person: "1", at: Self.now, recordedAt: Self.now, source: .printedCode,
      clientKey: "code:61")
    #expect(try await ledger.write { try $0.insert(checkIn) })
    #expect(try await ledger.read { try $0.checkIns(of: "1", limit: 1) } == [checkIn])
  }

  @Test(arguments: LedgerFactory.all)
  func `entries of an alert that were set aside come back in order, and are removed`(
    factory: LedgerFactory
  ) async throws {
    let ledger = try await factory.makeSmallWorld()
    let alert = Alert(id: "50", person: "1", kind: .duress, gen: 61, startedAt: Self.now)
    let drafts = [
      TimelineDraft(
        person: nil, at: Self.now, kind: .calledInSilence, alert: "50", details: .none),
      TimelineDraft(
        person: nil, at: Self.now, kind: .told, alert: "50", other: "2",
        details: TimelineDetails { $0.channels = [.sms] }),
    ]
    #expect(try await ledger.write { try $0.insert(alert) })
    try await ledger.write { tx in for draft in drafts { try tx.seal(draft, of: "50") } }
    #expect(try await ledger.read { try $0.sealedEntries(of: "50") } == drafts)
    #expect(try await ledger.read { try $0.sealedEntries(of: "51") }.isEmpty)
    #expect(try await ledger.write { try $0.removeSealedEntries(of: "50") } == 2)
    #expect(try await ledger.read { try $0.sealedEntries(of: "50") }.isEmpty)
  }

  @Test(arguments: LedgerFactory.all)
  func `with its person all of it goes`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    #expect(
      try await ledger.write { try $0.apply(.insertCheckInSheet(Self.sheet(6), Self.codes(6))) > 0 }
    )
    let person = try #require(try await ledger.read { try $0.person("1") })
    #expect(try await ledger.write { try $0.delete(person) })
    #expect(try await ledger.read { try $0.checkInSheet("6") } == nil)
    #expect(try await ledger.read { try $0.checkInCode(hash: Data([6, 0])) } == nil)
  }
}

import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

@Suite(.timeLimit(.minutes(1)), .temporaryFolder) struct ThingConformanceTests {
  private static func thing(_ id: Int64, of person: Int64 = 1, token: UInt8? = nil) -> Thing {
    Thing(
      id: Thing.ID(id), person: Person.ID(person), name: "Kettle “1”", kind: .plug,
      tokenHash: Data([token ?? UInt8(id)]), createdAt: Sample.now)
  }

  private static var full: Thing {
    Thing(
      id: "7", person: "1", name: "Tür", kind: .door, tokenHash: Data([0, 7]), counts: false,
      before: TimeOfDay(minutes: 0), createdAt: Sample.now, offAt: Sample.now + 1,
      succeededAt: Sample.now + 2, failedAt: Sample.now + 3, startedAt: Sample.now + 4,
      loggedAt: Sample.now + 5, metAt: Sample.now + 6, shownAt: Sample.now + 7, gen: 8)
  }

  @Test(arguments: LedgerFactory.all)
  func `a thing comes back as it was, by id and by token`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    #expect(try await ledger.write { try $0.insert(Self.full) })
    #expect(try await ledger.write { try $0.insert(Self.thing(3)) })
    #expect(try await ledger.read { try $0.thing("7") } == Self.full)
    #expect(try await ledger.read { try $0.thing(tokenHash: Data([0, 7])) } == Self.full)
    #expect(try await ledger.read { try $0.thing(tokenHash: Data([7])) } == nil)
    #expect(try await ledger.read { try $0.things(of: "1") } == [Self.thing(3), Self.full])
    #expect(try await ledger.read { try $0.things(of: "2") } == [])
  }

  @Test(arguments: LedgerFactory.all)
  func `a token opens one thing`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    #expect(try await ledger.write { try $0.insert(Self.thing(1)) })
    #expect(try await ledger.write { try $0.insert(Self.thing(2, token: 1)) } == false)
    // Another thing under a number that is taken is decided again.
    await #expect(throws: LedgerError.self) {
      try await ledger.write { try $0.insert(Self.thing(1, token: 9)) }
    }
    #expect(try await ledger.read { try $0.things(of: "1").count } == 1)
  }

  @Test(arguments: LedgerFactory.all)
  func `the first of two changes wins`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    #expect(try await ledger.write { try $0.insert(Self.thing(1)) })
    var full = Self.full
    full.id = "1"
    full.gen = 1
    let new = full
    #expect(try await ledger.write { try $0.update(new, from: Self.thing(1)) })
    #expect(try await ledger.write { try $0.update(new, from: Self.thing(1)) } == false)
    #expect(try await ledger.read { try $0.thing("1") } == new)
  }

  @Test(arguments: LedgerFactory.all)
  func `a signal is stored beside the settings, and the first wins`(
    factory: LedgerFactory
  ) async throws {
    let ledger = try await factory.makeSmallWorld()
    #expect(try await ledger.write { try $0.insert(Self.full) })
    var heard = Self.full
    heard.succeededAt = Sample.now + 12
    heard.failedAt = Sample.now + 13
    heard.startedAt = nil
    heard.loggedAt = Sample.now + 15
    heard.metAt = Sample.now + 16
    heard.shownAt = nil
    heard.gen += 1
    let new = heard
    #expect(try await ledger.write { try $0.update(new, from: Self.full) })
    #expect(try await ledger.write { try $0.update(new, from: Self.full) } == false)
    #expect(try await ledger.read { try $0.thing("7") } == new)
    #expect(try await ledger.read { try $0.thing(tokenHash: new.tokenHash) } == new)
  }

  @Test(arguments: LedgerFactory.all)
  func `only its owner's is removed`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    #expect(try await ledger.write { try $0.insert(Self.thing(1)) })
    #expect(try await ledger.write { try $0.apply(.deleteThing("1", "2")) > 0 } == false)
    #expect(try await ledger.write { try $0.apply(.deleteThing("1", "1")) > 0 })
    #expect(try await ledger.read { try $0.thing("1") } == nil)
  }

  @Test(arguments: LedgerFactory.all)
  func `there is one rule for each person`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    #expect(try await ledger.read { try $0.evidenceRule(of: "1") } == nil)
    let berlin = EvidenceRule(match: .all, zone: Zone("Europe/Berlin")!)
    for rule in [EvidenceRule.standard, berlin] {
      try await ledger.write { _ = try $0.apply(.setEvidenceRule("1", rule)) }
      #expect(try await ledger.read { try $0.evidenceRule(of: "1") } == rule)
    }
    #expect(try await ledger.read { try $0.evidenceRule(of: "2") } == nil)
  }

  @Test(arguments: LedgerFactory.all)
  func `with a person go their things`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    try await ledger.write { tx in
      _ = try tx.insert(Self.thing(1))
      _ = try tx.insert(Self.thing(2, of: 2))
      _ = try tx.apply(.setEvidenceRule("1", .standard))
    }
    #expect(try await ledger.write { try $0.delete(Sample.person(1)) })
    #expect(try await ledger.read { try $0.thing(tokenHash: Data([1])) } == nil)
    #expect(try await ledger.read { try $0.evidenceRule(of: "1") } == nil)
    #expect(try await ledger.read { try $0.thing("2") } == Self.thing(2, of: 2))
  }
}

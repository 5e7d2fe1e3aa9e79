import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

@Suite(.timeLimit(.minutes(1)), .temporaryFolder) struct DrillConformanceTests {
  private static let drill = Drill(
    person: "1", stage: .sent, nextFireAt: Sample.now + 60, gen: 3, endedAt: Sample.now - 5,
    links: [
      .init(
        channel: "9", isDrilled: true, lastSuccess: Sample.now - 1, lastFailure: Sample.now - 2),
      .init(channel: "10"),
    ], warnedAt: Sample.now - 7)

  @Test(arguments: LedgerFactory.all)
  func `everything about a drill comes back as stored`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    #expect(try await ledger.write { try $0.insert(Self.drill) })
    #expect(try await ledger.write { try $0.insert(Self.drill) } == false)
    #expect(try await ledger.read { try $0.drill(of: "1") } == Self.drill)
    #expect(try await ledger.read { try $0.drill(of: "2") } == nil)
  }

  @Test(arguments: LedgerFactory.all)
  func `only the step after the stored one wins`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    var next = Self.drill
    next.gen = 4
    next.stage = .waiting
    next.links = []
    next.warnedAt = nil
    let (old, new) = (Self.drill, next)
    try await ledger.write { tx throws in
      #expect(try tx.insert(old))
      #expect(try tx.update(new, from: old))
      #expect(try !tx.update(new, from: old))
    }
    #expect(try await ledger.read { try $0.drill(of: "1") } == new)
  }

  @Test(arguments: LedgerFactory.all)
  func `those due come earliest first`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    try await ledger.write { tx throws in
      for (person, due) in [("1", 30), ("2", 10), ("3", 90)] as [(Person.ID, TimeInterval)] {
        _ = try tx.insert(Drill(person: person, nextFireAt: Sample.now + due))
      }
    }
    let due = try await ledger.read { try $0.due(at: Sample.now + 30, limit: 9) as [Drill] }
    #expect(due.map(\.person) == ["2", "1"])
    let first = try await ledger.read { try $0.due(at: Sample.now + 99, limit: 1) as [Drill] }
    #expect(first.map(\.person) == ["2"])
  }

  @Test(arguments: LedgerFactory.all)
  func `people without one are those after the last who has one`(
    factory: LedgerFactory
  ) async throws {
    let ledger = try await factory.makeSmallWorld()
    func without(_ before: Date = Sample.now) async throws -> [Person.ID] {
      try await ledger.read { try $0.peopleWithoutDrill(joinedBefore: before, limit: 2) }
    }
    #expect(try await without(Sample.now - 1) == [])
    #expect(try await without() == ["1", "2"])
    for person in ["1", "2"] as [Person.ID] {
      _ = try await ledger.write {
        try $0.insert(Drill(person: person, nextFireAt: Sample.now))
      }
    }
    #expect(try await without() == ["3"])
  }

  @Test(arguments: LedgerFactory.all)
  func `a drill goes with its person`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    try await ledger.write { tx throws in
      _ = try tx.insert(Self.drill)
      _ = try tx.delete(Sample.person(1))
    }
    #expect(try await ledger.read { try $0.drill(of: "1") } == nil)
  }

  /// The whole way on a real file: planned, sent, failed, counted.
  @Test(arguments: LedgerFactory.all)
  func `a broken sender is found on this ledger`(factory: LedgerFactory) async throws {
    let hook = RecordingCourier()
    let world = try await SmallWorld(
      ledger: try factory.make(),
      configuration: EngineConfiguration(
        codeKey: Data("test".utf8), offeredChannels: [.sms, .webhook]),
      couriers: [.webhook: hook])
    let channel = Channel(
      id: "900", person: world.r1, kind: .webhook, address: "https://hook.example.org",
      createdAt: world.clock.now)
    _ = try await world.ledger.write { try $0.insert(channel) }
    world.clock.advance(by: 7_200)
    try await world.services.drills.turn()
    func drill() async throws -> Drill {
      try #require(try await world.ledger.read { try $0.drill(of: world.r1) })
    }
    hook.fail(.rejected("webhook: answered 500"))
    for _ in 0..<2 {
      world.clock.advance(by: try await drill().nextFireAt.timeIntervalSince(world.clock.now))
      // The deadline loop does not run: a person who has not checked in must not keep the drill
      // off.
      try await world.services.drills.turn()
      try await world.services.dispatch.turn()
    }
    let link = try #require(try await drill().links.first { $0.channel == "900" })
    #expect(hook.messages.map(\.isDrill) == [true])
    #expect(link.isDrilled && link.lastFailure != nil && link.lastSuccess == nil)
  }
}

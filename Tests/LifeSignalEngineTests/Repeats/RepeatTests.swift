import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct `A request with a key` {
  private let ledger = TestLedger()
  private let world: SmallWorld
  private let name = Data([1])
  private let content = Data([2])

  init() async throws {
    world = try await SmallWorld(ledger: ledger)
  }

  private struct Ended: Error {}

  /// Adds a thing under the key, by the engine of `world`.
  private func add(
    _ world: SmallWorld? = nil, content: Data? = nil, answer: UInt8 = 7,
    then: @escaping @Sendable () async throws -> Void = {}
  ) async throws -> Data {
    let world = world ?? self.world
    return try await world.engine.once(
      name, content: content ?? self.content, by: world.p, open: { $0 }
    ) {
      try await world.perform(
        AddThing(settings: ThingSettings(name: "Kettle", kind: .plug)), by: world.p)
      try await then()
      return Data([answer])
    }
  }

  private var things: Int { ledger.rows.count("things") }

  @Test func `is done once, and answered the same`() async throws {
    #expect(try await add() == Data([7]))
    #expect(try await add(answer: 8) == Data([7]))
    #expect(things == 1)
  }

  @Test func `is done once over a restart`() async throws {
    #expect(try await add() == Data([7]))
    #expect(try await add(world.restarted(), answer: 8) == Data([7]))
    #expect(things == 1)
  }

  @Test func `differs from another person's under the same key`() async throws {
    _ = try await add()
    let other = try await world.engine.once(
      name, content: content, by: world.r1, open: { $0 }
    ) { Data([9]) }
    #expect(other == Data([9]))
  }

  @Test func `is refused while it is being answered`() async throws {
    let first = try await add(then: {
      await #expect(throws: Refusal.keyInUse(retryAfter: 1)) { try await add() }
    })
    #expect(first == Data([7]))
    #expect(things == 1)
  }

  @Test func `is refused with other content`() async throws {
    _ = try await add()
    await #expect(throws: Refusal.keyUsedBefore) { try await add(content: Data([3])) }
    #expect(things == 1)
  }

  @Test func `that was refused leaves its key free`() async throws {
    await #expect(throws: Refusal.invalidThingName) {
      try await world.engine.once(name, content: content, by: world.p, open: { $0 }) {
        try await world.perform(
          AddThing(settings: ThingSettings(name: "", kind: .plug)), by: world.p)
        return Data()
      }
    }
    #expect(try await add(content: Data([3])) == Data([7]))
  }

  @Test func `is not done again when its answer was lost`() async throws {
    await #expect(throws: Ended.self) { try await add(then: { throw Ended() }) }
    #expect(things == 1)
    world.clock.advance(by: 59)
    await #expect(throws: Refusal.keyInUse(retryAfter: 1)) { try await add() }
    world.clock.advance(by: 1)
    await #expect(throws: Refusal.answerLost) { try await add() }
    #expect(things == 1)
  }

  @Test func `is not done again when its stored answer is damaged, which health shows`()
    async throws
  {
    _ = try await add()
    try ledger.execute("UPDATE requests SET answer = x'00'")
    let repeated = {
      try await world.engine.once(
        name, content: content, by: world.p,
        open: { answer in
          guard answer == Data([7]) else { throw Ended() }
          return answer
        }
      ) {
        Issue.record("It is carried out again.")
        return Data()
      }
    }
    for _ in 0..<2 { await #expect(throws: Refusal.answerLost) { try await repeated() } }
    let health = world.services.health()
    #expect(health.findings["rows-unreadable:requests"] == 1)
    #expect(!health.causes.contains(.rowsUnreadable(table: "requests", 1)))
    world.clock.advance(by: RepeatRules.life + 1)
    #expect(world.services.health().findings["rows-unreadable:requests"] == nil)
  }

  @Test func `can do nothing any more once another attempt has taken its place`() async throws {
    let answer = try await world.engine.once(name, content: content, by: world.p, open: { $0 }) {
      world.clock.advance(by: 60)
      let second = try await add()
      await #expect(throws: LedgerError.self) {
        try await world.perform(
          AddThing(settings: ThingSettings(name: "Kettle", kind: .plug)), by: world.p)
      }
      return second
    }
    #expect(answer == Data([7]))
    #expect(things == 1)
  }

  @Test func `is forgotten after a day`() async throws {
    _ = try await add()
    world.clock.advance(by: RepeatRules.life + 1)
    try await world.services.sweep.turn()
    #expect(ledger.rows.count("requests") == 0)
  }
}

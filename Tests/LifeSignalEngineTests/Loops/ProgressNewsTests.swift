import Foundation
import LifeSignalModel
import LifeSignalTestSupport
import Synchronization
import Testing

@testable import LifeSignalEngine

/// Open pages follow an alert of many messages without a message for each.
@Suite(.timeLimit(.minutes(1))) struct `Progress of an alert` {
  private let now = Date(milliseconds: 1_800_000_000_000)

  @Test func `is announced at once, and then twice a second at most`() {
    var news = ProgressNews()
    // In two seconds, at instants that a Double can hold.
    let announced = (0..<512).count { news.isDue("1", at: now + Double($0) / 256) }
    #expect(announced == 4)
    #expect(news.next == now + 2)
    let turns = [1.9, 2, 3].map { news.take(at: now + $0) }
    #expect(turns == [[], ["1"], []])
    #expect(news.next == nil)
  }

  @Test func `of one alert keeps back nothing of another, nor does a clock set back`() {
    var news = ProgressNews()
    let asked: [(AlertRecord.ID, TimeInterval)] = [("1", 0), ("2", 0), ("1", 0.1)]
    let first = asked.map { news.isDue($0, at: now + $1) }
    #expect(first == [true, true, false])
    let behind = news.take(at: now - 60)
    #expect(behind == ["1"])
    let other = news.isDue("2", at: now - 60)
    #expect(other)
  }

  @Test func `reaches a person whose spoilt relation names them as their own peer`() async throws {
    let ledger = TestLedger()
    let world = try await SmallWorld(ledger: ledger)
    try ledger.execute(
      """
      UPDATE relations SET peer_id = owner_id, is_responder = 0
      WHERE owner_id = \(world.p) AND peer_id = \(world.r1)
      """)
    try await world.perform(ActivateAlert(), by: world.p)
    let alert = try #require(try await world.engine.alerts(of: world.p).first)
    let heard = Mutex(ChangeSet())
    let page = world.engine.feed.follow(world.p) { topics in
      heard.withLock { $0.formUnion(topics) }
    }
    defer { withExtendedLifetime(page) {} }
    try await world.engine.announceProgress(of: alert.id)
    #expect(heard.withLock { $0 } == .alert)
  }

  @Test func `ends on the last state, on pages of a loop that runs`() async throws {
    let ledger = TestLedger()
    let world = try await SmallWorld(ledger: ledger)
    let last = Mutex(0)
    let page = world.engine.feed.follow(world.p) { _ in
      let done = ledger.rows.deliveries.count { $0.priority == .alert && $0.state == .done }
      last.withLock { $0 = done }
    }
    defer { withExtendedLifetime(page) {} }
    let run = Task { try await world.services.dispatch.run() }
    try await world.perform(ActivateAlert(), by: world.p)
    // While messages are under way the clock stands: it would end their time before they have run.
    func sent() -> Int {
      ledger.rows.deliveries.count { $0.priority == .alert && $0.state == .done }
    }
    while sent() < 2 { await Task.yield() }
    while last.withLock({ $0 }) < 2 {
      world.clock.advance(by: 0.1)
      await Task.yield()
    }
    run.cancel()
    _ = try? await run.value
    #expect(last.withLock { $0 } == 2)
  }

  @Test func `is announced after the message and its hand are given back`() async throws {
    let world = try await SmallWorld(
      limits: DispatchLoop.Limits(concurrencyPerKind: 1, claim: 1))
    let loop = world.services.dispatch
    try await world.perform(ActivateAlert(), by: world.p)
    let held = Mutex<[Int]>([])
    let page = world.engine.feed.follow(world.p) { change in
      guard change.contains(.alert) else { return }
      let rows = loop.inHand.withLock { $0.ids.count }
      let hands = loop.hands.withLock { $0.values.reduce(0) { $0 + $1.sending + $1.marking } }
      held.withLock { $0.append(rows + hands) }
    }
    defer { withExtendedLifetime(page) {} }
    try await loop.turn()
    // At once after the first of two messages, and once more for the last state.
    #expect(held.withLock { $0 } == [0, 0])
  }
}

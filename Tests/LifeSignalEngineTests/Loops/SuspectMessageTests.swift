import Foundation
import LifeSignalModel
import LifeSignalTestSupport
import Logging
import Testing

@testable import LifeSignalEngine

/// A message that may have ended the process goes soon, on a busy server too, and costs others little.
@Suite(.timeLimit(.minutes(1))) struct `A message that may end the process` {
  private let ledger = TestLedger()
  private let clock = ManualClock()
  private let loop: DispatchLoop
  private let stuck = ChannelKind(rawValue: "stuck")

  init() {
    let courier = RecordingCourier()
    let engine = Engine(
      ledger: ledger, couriers: [.sms: courier, stuck: courier], clock: clock,
      logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    loop = engine.services().dispatch
  }

  private func promise(
    _ id: Int64, _ priority: Delivery.Priority, kind: ChannelKind = .sms, isSuspect: Bool = false
  ) async throws {
    let now = clock.now
    try await ledger.write { tx in
      try tx.insertStranger("1", at: now)
      _ = try tx.insert(
        Delivery(
          id: Delivery.ID(id), dedupeKey: "k\(id)", idempotencyKey: "i\(id)", person: "1",
          notification: nil, channel: "1", kind: kind, address: "a\(id)", title: "T", body: "B",
          priority: priority, attempts: isSuspect ? 2 : 0, createdAt: now, nextAttemptAt: now,
          giveUpAt: now + 86_400,
          lastError: isSuspect ? Delivery.noResult(Delivery.suspectFrom) : nil))
    }
  }

  /// Claims as long as there is something, as the loop does.
  private func claimed() async throws -> [Parcel] {
    var parcels: [Parcel] = []
    while true {
      let claim = try await loop.claim()
      parcels += claim.parcels
      if claim.next > clock.now { return parcels }
    }
  }

  @Test(
    arguments: [Delivery.Priority.alert, .ping, .information],
    [Delivery.Priority.alert, .reminder])
  func `leaves within ten seconds although others come and are under way all the time`(
    priority: Delivery.Priority, others: Delivery.Priority
  ) async throws {
    try await promise(1, priority, isSuspect: true)
    let begun = clock.now
    var left: TimeInterval?
    var underWay: [(parcel: Parcel, since: Date)] = []
    for id in 2...60 as ClosedRange<Int64> {
      try await promise(id, others)
      for (parcel, since) in underWay where clock.now.timeIntervalSince(since) >= 2 {
        await loop.carry(parcel)
      }
      underWay.removeAll { clock.now.timeIntervalSince($0.since) >= 2 }
      let parcels = try await claimed()
      underWay += parcels.map { ($0, clock.now) }
      if parcels.contains(where: { $0.first.id == "1" }) {
        left = left ?? clock.now.timeIntervalSince(begun)
      }
      clock.advance(by: 0.5)
    }
    #expect(try #require(left) <= 10)
  }

  @Test(arguments: [Delivery.Priority.alert, .information])
  func `leaves within ten seconds beside a message of another kind that hangs`(
    priority: Delivery.Priority
  ) async throws {
    try await promise(1, priority, isSuspect: true)
    try await promise(2, .alert, kind: stuck)
    let begun = clock.now
    var left: [Delivery.ID: TimeInterval] = [:]
    for _ in 0..<40 {
      for parcel in try await claimed() {
        left[parcel.first.id] = clock.now.timeIntervalSince(begun)
      }
      clock.advance(by: 0.5)
    }
    #expect(left["2"] == 0)
    #expect(try #require(left["1"]) <= 10)
  }

  @Test func `delays no other alert by more than a second, also when many of them hang`()
    async throws
  {
    for id in 1...20 as ClosedRange<Int64> { try await promise(id, .alert, isSuspect: true) }
    var (suspects, promised, waits) = (0, [Delivery.ID: Date](), [TimeInterval]())
    for step in 0..<160 as Range<Int64> {
      if step % 3 == 0 {
        try await promise(100 + step, .alert)
        promised[Delivery.ID(100 + step)] = clock.now
      }
      for parcel in try await claimed() {
        guard let at = promised[parcel.first.id] else {
          suspects += 1
          continue
        }
        waits.append(clock.now.timeIntervalSince(at))
        await loop.carry(parcel)
      }
      clock.advance(by: 0.25)
    }
    #expect(waits.count >= 50)
    #expect(waits.max() ?? .infinity <= 1)
    #expect(suspects >= 4)
  }

  @Test func `is alone: the next one goes when it is done`() async throws {
    for id in 1...3 as ClosedRange<Int64> { try await promise(id, .alert, isSuspect: true) }
    var order: [[Delivery.ID]] = []
    for _ in 0..<3 {
      let parcels = try await claimed()
      order.append(parcels.map(\.first.id))
      for parcel in parcels { await loop.carry(parcel) }
    }
    #expect(order == [["1"], ["2"], ["3"]])
  }

  @Test func `is tried too when rows are claimed one by one`() async throws {
    try await promise(1, .ping, isSuspect: true)
    ledger.failWrites(.corrupt("spoilt"))
    try await loop.turn()
    #expect(ledger.rows.deliveries.map(\.state) == [.done])
  }

  @Test func `waits no longer when the clock is set back`() async throws {
    try await promise(1, .alert, kind: stuck)
    _ = try await claimed()
    clock.set(by: -3_600)
    try await promise(2, .alert, isSuspect: true)
    #expect(try await claimed().map(\.first.id) == ["2"])
  }
}

import Dispatch
import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalTestTraits
import Synchronization
import Testing

@testable import LifeSignalStorage

/// Readers of one purpose keep those of another from nothing.
@Suite(.timeLimit(.minutes(1)), .temporaryFolder) struct ReadPurposeTests {
  @Test func `a deadline fires and is audited while every connection of pages is taken`()
    async throws
  {
    let ledger = try SQLiteLedger.open(at: temporaryPath(), clock: StoppedClock())
    try await ledger.write { tx in
      for number in 1...2 as ClosedRange<Int64> { _ = try tx.insert(Sample.person(number)) }
      _ = try tx.insert(
        Sample.relation(2, 1, isResponder: true), mirror: Sample.relation(1, 2, isDependent: true))
      _ = try tx.insert(Watch(person: "1"))
      _ = try tx.insert(Sample.watch(2, fires: Sample.now - 1))
    }
    let engine = Engine(ledger: ledger, clock: StoppedClock())
    let pages = HeldReads()
    try await withThrowingTaskGroup { group in
      for _ in 0..<12 { group.addTask { try await pages.take(.page, of: ledger) } }
      // As many as there are connections; the others wait for one.
      while pages.inside < 5 { await Task.yield() }
      let services = engine.services()
      try await services.watch.turn()
      try await services.dispatch.turn()
      try await services.auditor.turn()
      let alarms = try await ledger.glance {
        try $0.alerts(of: "2", kind: .missedCheckIn, limit: 9)
      }
      #expect(alarms.count == 1)
      pages.release()
      try await group.waitForAll()
    }
  }

  @Test func `messages are sent and marked while pages that show them take every connection`()
    async throws
  {
    let ledger = try SQLiteLedger.open(at: temporaryPath(), clock: StoppedClock())
    try await ledger.write { tx in
      for number in 1...2 as ClosedRange<Int64> { _ = try tx.insert(Sample.person(number)) }
      _ = try tx.insert(
        Sample.relation(2, 1, isResponder: true), mirror: Sample.relation(1, 2, isDependent: true))
      _ = try tx.insert(
        Channel(
          id: "1", person: "1", kind: .sms, address: "+15551000001", createdAt: Sample.now))
      _ = try tx.insert(Sample.watch(2, fires: Sample.now - 1))
    }
    let courier = RecordingCourier()
    let engine = Engine(ledger: ledger, couriers: [.sms: courier], clock: StoppedClock())
    let follower = engine.changes(for: "2")
    defer { withExtendedLifetime(follower) {} }
    let services = engine.services()
    try await services.watch.turn()
    let pages = HeldReads()
    try await withThrowingTaskGroup { group in
      for _ in 0..<12 { group.addTask { try await pages.take(.page, of: ledger) } }
      while pages.inside < 5 { await Task.yield() }
      try await services.dispatch.turn()
      let rows = try await ledger.glance { try $0.deliveries(of: "1", limit: 9) }
      #expect(rows.map(\.state) == [.done])
      #expect(courier.messages.count == 1)
      pages.release()
      try await group.waitForAll()
    }
  }

  @Test func `exports run one at a time and keep no page waiting`() async throws {
    let ledger = try SQLiteLedger.open(at: temporaryPath(), clock: StoppedClock())
    let exports = HeldReads()
    try await withThrowingTaskGroup { group in
      for _ in 0..<6 { group.addTask { try await exports.take(.export, of: ledger) } }
      while exports.inside < 1 { await Task.yield() }
      for _ in 0..<20 { #expect(try await ledger.read { try $0.person("1") } == nil) }
      #expect(exports.inside == 1)
      exports.release()
      try await group.waitForAll()
    }
    #expect(exports.most == 1)
  }
}

/// Readings that stay until they are let go.
private final class HeldReads: Sendable {
  private struct State {
    var inside = 0
    var most = 0
    var isOpen = false
  }

  private let state = Mutex(State())
  private let gate = DispatchSemaphore(value: 0)

  var inside: Int { state.withLock { $0.inside } }
  var most: Int { state.withLock { $0.most } }

  func take(_ purpose: ReadPurpose, of ledger: SQLiteLedger) async throws {
    try await ledger.read(for: purpose) { [self] _ in
      let mustWait = state.withLock { state in
        state.inside += 1
        state.most = max(state.most, state.inside)
        return !state.isOpen
      }
      if mustWait {
        gate.wait()
        gate.signal()
      }
      state.withLock { $0.inside -= 1 }
    }
  }

  func release() {
    state.withLock { $0.isOpen = true }
    gate.signal()
  }
}

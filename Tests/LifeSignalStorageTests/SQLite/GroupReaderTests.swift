import Dispatch
import GRDB
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

@testable import LifeSignalStorage

@Suite(.temporaryFolder, .timeLimit(.minutes(1))) struct GroupReaderTests {
  private struct Failed: Error, Equatable {}

  @Test func `a reading sees what was acknowledged before it was asked for`() async throws {
    let ledger = try SQLiteLedger.open(at: temporaryPath(), clock: StoppedClock())
    // One reads and stays in its snapshot while a row is written and another one asks.
    let first = Held()
    async let before = ledger.glance { snapshot in
      let person = try snapshot.person("1")
      first.stay()
      return person
    }
    await first.isInside()
    do {
      try await ledger.write { _ = try $0.insert(Sample.person(1)) }
    } catch {
      first.leave()
      throw error
    }
    async let after = ledger.glance { try $0.person("1") }
    while ledger.readingsWaiting == 0 { await Task.yield() }
    first.leave()
    #expect(try await before == nil)
    #expect(try await after == Sample.person(1))
  }

  @Test func `those that wait together are done in one snapshot`() async throws {
    let ledger = try SQLiteLedger.open(at: temporaryPath(), clock: StoppedClock())
    let gate = Held()
    async let held: Void = ledger.glance { _ in gate.stay() }
    await gate.isInside()
    // The first of those that wait then holds the snapshot until a row has been written.
    let group = Held()
    let first = Task {
      try await ledger.glance { snapshot in
        let person = try snapshot.person("1")
        group.stay()
        return person
      }
    }
    while ledger.readingsWaiting < 1 { await Task.yield() }
    let others = (0..<5).map { _ in Task { try await ledger.glance { try $0.person("1") } } }
    while ledger.readingsWaiting < 6 { await Task.yield() }
    gate.leave()
    await group.isInside()
    try await ledger.write { _ = try $0.insert(Sample.person(1)) }
    group.leave()
    #expect(try await first.value == nil)
    for other in others { #expect(try await other.value == nil) }
    try await held
    #expect(try await ledger.glance { try $0.person("1") } == Sample.person(1))
  }

  @Test func `when many wait a second connection helps`() async throws {
    let ledger = try SQLiteLedger.open(at: temporaryPath(), clock: StoppedClock())
    try await ledger.write { _ = try $0.insert(Sample.person(1)) }
    let gate = Held()
    async let held: Void = ledger.glance { _ in gate.stay() }
    await gate.isInside()
    let others = (0..<8).map { _ in Task { try await ledger.glance { try $0.person("1") } } }
    // While the first is still at it.
    for other in others { #expect(try await other.value == Sample.person(1)) }
    gate.leave()
    try await held
  }

  @Test func `one that fails fails alone`() async throws {
    let ledger = try SQLiteLedger.open(at: temporaryPath(), clock: StoppedClock())
    try await ledger.write { _ = try $0.insert(Sample.person(1)) }
    let readings = (0..<100).map { number in
      Task {
        try await ledger.glance { snapshot in
          if number.isMultiple(of: 7) { throw Failed() }
          return try snapshot.person("1")?.id
        }
      }
    }
    for (number, reading) in readings.enumerated() {
      if number.isMultiple(of: 7) {
        await #expect(throws: Failed()) { try await reading.value }
      } else {
        #expect(try await reading.value == "1")
      }
    }
  }

  @Test func `after the file is closed every reading fails`() async throws {
    let ledger = try SQLiteLedger.open(at: temporaryPath(), clock: StoppedClock())
    try await ledger.close()
    for _ in 0..<3 {
      await #expect(throws: LedgerError.self) { try await ledger.glance { try $0.person("1") } }
    }
  }
}

/// Blocks its thread until the test lets it continue.
private final class Held: Sendable {
  private let gate = DispatchSemaphore(value: 0)
  private let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)

  func stay() {
    arrived.yield()
    gate.wait()
  }

  func isInside() async {
    for await _ in arrivals { return }
  }

  func leave() { gate.signal() }
}

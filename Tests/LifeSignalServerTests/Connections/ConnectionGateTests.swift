import LifeSignalWeb
import Synchronization
import Testing

@testable import LifeSignalServer

@Suite struct `Who may connect` {
  private static let one = ClientAddress.ipv4("203.0.113.1")
  private static let other = ClientAddress.ipv4("203.0.113.2")

  /// Closed in this order.
  private final class Closed: Sendable {
    private let names = Mutex<[String]>([])
    func note(_ name: String) { names.withLock { $0.append(name) } }
    var all: [String] { names.withLock { $0 } }
  }

  private let closed = Closed()

  private func gate(total: Int, perAddress: Int) throws -> ConnectionGate {
    var limits = try ConnectionLimits(files: 1_024, cores: 2, settings: Settings())
    (limits.total, limits.perAddress) = (total, perAddress)
    return ConnectionGate(limits)
  }

  private func enter(
    _ gate: ConnectionGate, _ name: String, from address: ClientAddress = Self.one
  ) -> UInt64? {
    gate.admit(address) { [closed] in closed.note(name) }
  }

  @Test func `the one that has asked nothing for the longest time gives way`() throws {
    let gate = try gate(total: 2, perAddress: 2)
    for name in ["a", "b", "c", "d"] { #expect(enter(gate, name) != nil) }
    #expect(closed.all == ["a", "b"])
    #expect(gate.counts.closedForRoom == 2)
  }

  @Test func `half a request gives way before a connection between two requests`() throws {
    let gate = try gate(total: 3, perAddress: 3)
    let (idle, half) = (try #require(enter(gate, "idle")), try #require(enter(gate, "half")))
    let asking = try #require(enter(gate, "asking"))
    gate.move(idle, to: .working)
    gate.move(idle, to: .idle)
    gate.move(asking, to: .working)
    gate.move(half, to: .asking)
    _ = enter(gate, "new")
    #expect(closed.all == ["half"])
    gate.leave(half)
    _ = enter(gate, "newer")
    // What has just come has asked nothing yet.
    #expect(closed.all == ["half", "new"])
  }

  @Test func `half requests do not take the time of newly opened connections`() throws {
    let gate = try gate(total: 4, perAddress: 4)
    for name in ["half 1", "half 2", "half 3"] {
      gate.move(try #require(enter(gate, name)), to: .asking)
    }
    _ = enter(gate, "new")
    _ = enter(gate, "newer")
    #expect(closed.all == ["half 1"])
  }

  @Test func `an answer under way is never cut off for another`() throws {
    let gate = try gate(total: 2, perAddress: 2)
    for name in ["page", "check-in"] {
      gate.move(try #require(enter(gate, name)), to: .working)
    }
    #expect(enter(gate, "new") == nil)
    #expect(closed.all.isEmpty && gate.counts.refused == 1)
  }

  @Test func `an address at its limit closes its own and no other's`() throws {
    let gate = try gate(total: 10, perAddress: 2)
    _ = enter(gate, "other's", from: Self.other)
    for name in ["a", "b", "c"] { _ = enter(gate, name) }
    #expect(closed.all == ["a"])
  }

  @Test func `room that was left is there again`() throws {
    let gate = try gate(total: 1, perAddress: 1)
    let first = try #require(enter(gate, "first"))
    gate.move(first, to: .working)
    #expect(enter(gate, "second") == nil)
    gate.leave(first)
    #expect(enter(gate, "third") != nil)
    #expect(closed.all.isEmpty && gate.counts.open == 1)
  }

  @Test func `while many that were closed are not gone, no more are let in`() throws {
    let most = ConnectionGate.mostLeaving
    let gate = try gate(total: 100, perAddress: 100)
    let first = (0..<100).compactMap { enter(gate, "\($0)") }
    for number in 0..<most { #expect(enter(gate, "new \(number)") != nil) }
    #expect(enter(gate, "too many") == nil)
    gate.leave(try #require(first.first))
    #expect(enter(gate, "after one is gone") != nil)
  }

  @Test func `a hundred thousand changes leave no trace of those that are gone`() throws {
    let gate = try gate(total: 100, perAddress: 100)
    let kept = try #require(enter(gate, "kept"))
    for _ in 0..<50_000 {
      gate.move(kept, to: .working)
      gate.move(kept, to: .idle)
    }
    for number in 0..<200 {
      if let id = enter(gate, "\(number)") { gate.leave(id) }
    }
    #expect(gate.counts.open == 1 && closed.all.isEmpty)
  }
}

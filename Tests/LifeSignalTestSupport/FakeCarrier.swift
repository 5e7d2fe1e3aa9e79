public import Foundation
public import LifeSignalEngine
import LifeSignalModel
import Synchronization

/// A carrier with every bad habit there is, drawn from a seed: the same seed and the same messages give
/// the same faults.
///
/// What happens to a message depends on its idempotency key and attempt alone, so concurrent calls
/// cannot change it. A call that hangs does so until cancelled. Nothing here sleeps in real time unless a
/// clock is given that does.
public final class FakeCarrier: Courier {
  public enum Fault: String, CaseIterable, Sendable {
    /// Takes the message and delivers it.
    case none
    /// The same, after a while.
    case slow
    /// Does not take it now.
    case transient
    /// Will never take it.
    case reject
    /// The address is dead.
    case gone
    /// Takes it, and never delivers it.
    case lie
    /// Delivers it twice.
    case duplicate
    /// Never answers.
    case hang
    /// Delivers it, and then says that it has failed.
    case failAfterDelivery
  }

  /// One call, in the order the calls were decided.
  public struct Entry: Equatable, Sendable {
    public var message: CourierMessage
    public var fault: Fault
    /// How often this call delivered the message.
    public var delivered: Int
  }

  /// Out of a thousand messages, how many meet each fault; the others meet none.
  public struct Habits: Sendable {
    public var perMille: [Fault: Int]
    /// Seconds a slow one takes at most.
    public var slowness: TimeInterval

    public init(_ perMille: [Fault: Int] = [:], slowness: TimeInterval = 5) {
      self.perMille = perMille
      self.slowness = slowness
    }

    public static let none = Habits()
    /// A bit of everything that time cures.
    public static let unreliable = Habits([
      .slow: 50, .transient: 100, .duplicate: 30, .hang: 10, .failAfterDelivery: 20,
    ])
  }

  private struct State {
    var log: [Entry] = []
    var habits: Habits
    var forced: [Fault] = []
    var isDown = false
    var calls = 0
    var most = 0
  }

  private let seed: UInt64
  private let clock: any ServerClock
  private let note: (@Sendable (Entry) -> Void)?
  private let state: Mutex<State>

  /// - Parameters:
  ///   - clock: what slowness is measured by.
  ///   - note: told of every entry, for logs that must outlive the process.
  public init(
    seed: UInt64 = 0, habits: Habits = .none, clock: any ServerClock,
    note: (@Sendable (Entry) -> Void)? = nil
  ) {
    self.seed = seed
    self.clock = clock
    self.note = note
    state = Mutex(State(habits: habits))
  }

  /// Everything it was handed, faults included.
  public var log: [Entry] { state.withLock { $0.log } }
  /// Idempotency keys of the delivered messages, each as often as it was delivered.
  public var delivered: [String] {
    log.flatMap { [String](repeating: $0.message.idempotencyKey, count: $0.delivered) }
  }
  /// Calls under way at once, at most.
  public var mostAtOnce: Int { state.withLock { $0.most } }

  /// From now on it behaves like this.
  public func adopt(_ habits: Habits) { state.withLock { $0.habits = habits } }
  /// The next calls meet these, whatever the seed says.
  public func force(_ faults: Fault...) { state.withLock { $0.forced += faults } }
  /// Takes nothing while it is down.
  public func goDown(_ isDown: Bool = true) { state.withLock { $0.isDown = isDown } }

  public func deliver(_ message: CourierMessage) async throws {
    let (fault, slowness) = begin(message)
    defer { state.withLock { $0.calls -= 1 } }
    switch fault {
    case .none: enter(message, fault, delivered: 1)
    case .slow:
      try await clock.sleep(until: clock.now + slowness)
      enter(message, fault, delivered: 1)
    case .duplicate: enter(message, fault, delivered: 2)
    case .lie: enter(message, fault, delivered: 0)
    case .transient:
      enter(message, fault, delivered: 0)
      throw CourierFailure.transient("busy")
    case .reject:
      enter(message, fault, delivered: 0)
      throw CourierFailure.rejected("refused")
    case .gone:
      enter(message, fault, delivered: 0)
      throw CourierFailure.addressGone("unknown")
    case .failAfterDelivery:
      enter(message, fault, delivered: 1)
      throw CourierFailure.transient("the line broke")
    case .hang:
      enter(message, fault, delivered: 0)
      while true { try await clock.sleep(until: .distantFuture) }
    }
  }

  private func begin(_ message: CourierMessage) -> (Fault, TimeInterval) {
    state.withLock { state in
      state.calls += 1
      state.most = max(state.most, state.calls)
      if !state.forced.isEmpty {
        return (state.forced.removeFirst(), state.habits.slowness)
      }
      if state.isDown { return (.transient, 0) }
      let random = Self.mixed(message.idempotencyKey, message.attempt, seed)
      let share = TimeInterval(random >> 32) / TimeInterval(UInt32.max)
      var draw = Int(random % 1_000)
      for fault in Fault.allCases where fault != .none {
        draw -= state.habits.perMille[fault] ?? 0
        if draw < 0 { return (fault, state.habits.slowness * share) }
      }
      return (.none, 0)
    }
  }

  private func enter(_ message: CourierMessage, _ fault: Fault, delivered: Int) {
    let entry = Entry(message: message, fault: fault, delivered: delivered)
    state.withLock { $0.log.append(entry) }
    note?(entry)
  }

  /// FNV-1a over the key, then one round of mixing.
  private static func mixed(_ key: String, _ attempt: Int, _ seed: UInt64) -> UInt64 {
    var hash = 0xcbf2_9ce4_8422_2325 ^ seed
    for byte in key.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    hash = (hash ^ UInt64(attempt)) &* 0x9E37_79B9_7F4A_7C15
    return hash ^ (hash >> 31)
  }
}

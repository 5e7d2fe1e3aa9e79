import Composable
import Synchronization

/// A clock that stands still until a test moves it.
///
/// Before, between and after its steps it lets the effects of test stores run, so that a sleep
/// that an effect is about to begin is not missed. It knows the stores that have it among their
/// dependencies, and those whose effects have slept on it before.
public final class TestClock: Clock, PumpsExecutors {
  public struct Instant: InstantProtocol, Sendable {
    public var offset: Duration
    public init(offset: Duration = .zero) { self.offset = offset }
    public func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }
    public func duration(to other: Self) -> Duration { other.offset - offset }
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.offset < rhs.offset }
  }

  private struct Sleeper {
    let number: Int
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }
  private struct Contents {
    var now: Instant
    var number = 0
    var sleepers: [Sleeper] = []
    var cancelled: Set<Int> = []
    var pumps: [ObjectIdentifier: @Sendable () -> Void] = [:]
    var waiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }
  private let contents: Locked<Contents>

  public init(now: Instant = Instant()) {
    contents = Locked(Contents(now: now))
    failTestsOnIssues()
  }

  public var now: Instant { contents.withLock(\.now) }
  public let minimumResolution = Duration.zero

  /// How many sleeps are waiting for the clock to move.
  public var sleeperCount: Int { contents.withLock(\.sleepers.count) }

  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    if let executor = HandPumpedExecutor.current {
      attach({ [weak executor] in executor?.pump() }, id: ObjectIdentifier(executor))
    }
    let number = contents.withLock { contents in
      contents.number += 1
      return contents.number
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        begin(Sleeper(number: number, deadline: deadline, continuation: continuation))
      }
    } onCancel: {
      cancel(number)
    }
  }

  private func begin(_ sleeper: Sleeper) {
    enum Outcome { case done, cancelled, asleep([CheckedContinuation<Void, Never>]) }
    let outcome = contents.withLock { contents -> Outcome in
      if contents.cancelled.remove(sleeper.number) != nil { return .cancelled }
      if sleeper.deadline <= contents.now { return .done }
      contents.sleepers.append(sleeper)
      let asleep = contents.sleepers.count
      let woken = contents.waiters.filter { $0.count <= asleep }.map(\.continuation)
      contents.waiters.removeAll { $0.count <= asleep }
      return .asleep(woken)
    }
    switch outcome {
    case .done: sleeper.continuation.resume()
    case .cancelled: sleeper.continuation.resume(throwing: CancellationError())
    case .asleep(let waiters): for waiter in waiters { waiter.resume() }
    }
  }

  private func cancel(_ number: Int) {
    let sleeper = contents.withLock { contents -> Sleeper? in
      guard let index = contents.sleepers.firstIndex(where: { $0.number == number }) else {
        contents.cancelled.insert(number)
        return nil
      }
      return contents.sleepers.remove(at: index)
    }
    sleeper?.continuation.resume(throwing: CancellationError())
  }

  /// Moves the clock, waking every sleep on the way at its own instant, in order.
  nonisolated(nonsending) public func advance(by duration: Duration = .zero) async {
    pump()
    moveStepwise(to: now.advanced(by: duration))
  }

  /// Moves the clock to an instant, waking every sleep on the way.
  nonisolated(nonsending) public func advance(to deadline: Instant) async {
    pump()
    moveStepwise(to: deadline)
  }

  /// Moves the clock until nothing sleeps any more.
  nonisolated(nonsending) public func run() async {
    pump()
    while let next = contents.withLock({ $0.sleepers.map(\.deadline).min() }) {
      moveStepwise(to: next)
    }
  }

  /// Waits until at least `count` sleeps are waiting: for tasks outside test stores, whose start a
  /// test cannot see.
  public func waitForSleepers(_ count: Int = 1) async {
    await withCheckedContinuation { continuation in
      let isReached = contents.withLock { contents in
        if contents.sleepers.count >= count { return true }
        contents.waiters.append((count, continuation))
        return false
      }
      if isReached { continuation.resume() }
    }
  }

  private func moveStepwise(to deadline: Instant) {
    while let due = takeNextDue(until: deadline) {
      for sleeper in due { sleeper.continuation.resume() }
      pump()
    }
    contents.withLock { $0.now = max($0.now, deadline) }
    pump()
  }

  /// The sleepers of the earliest instant that is due, in the order in which they lay down.
  private func takeNextDue(until deadline: Instant) -> [Sleeper]? {
    contents.withLock { contents in
      guard let next = contents.sleepers.map(\.deadline).min(), next <= deadline
      else { return nil }
      contents.now = max(contents.now, next)
      let due = contents.sleepers.filter { $0.deadline == next }
      contents.sleepers.removeAll { $0.deadline == next }
      return due
    }
  }

  package func attach(_ pump: @escaping @Sendable () -> Void, id: ObjectIdentifier) {
    contents.withLock { $0.pumps[id] = pump }
  }

  private func pump() {
    for pump in contents.withLock({ Array($0.pumps.values) }) { pump() }
  }
}

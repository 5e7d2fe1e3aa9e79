import Composable
import Synchronization

/// A clock that stands still until a test moves it.
///
/// Before, between and after its steps it lets the effects of test stores run, so that a sleep
/// that an effect is about to begin is not missed. It knows the stores that have it among their
/// dependencies, and those whose effects have slept on it before.
///
/// A clock belongs to one test: two tests that move one clock move each other's time.
public final class TestClock: Clock {
  public struct Instant: InstantProtocol, Sendable {
    public var offset: Duration
    public init(offset: Duration = .zero) { self.offset = offset }
    public func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }
    public func duration(to other: Self) -> Duration { other.offset - offset }
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.offset < rhs.offset }
  }

  /// Thrown by `checkSuspension`: how many sleeps wait for a clock that should be idle.
  public struct SuspensionError: Error, Equatable, CustomStringConvertible {
    public let sleeperCount: Int
    public var description: String {
      "\(sleeperCount) sleep\(sleeperCount == 1 ? " waits" : "s wait") for the clock to move."
    }
  }

  private struct Sleeper {
    let number: Int
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }
  private struct PumpedExecutor {
    weak var executor: HandPumpedExecutor?
  }
  private struct Contents {
    var now: Instant
    var number = 0
    var sleepers: [Sleeper] = []
    /// Sleeps that were cancelled before they had begun.
    var cancelled: Set<Int> = []
    /// In the order in which they came to know this clock.
    var executors: [PumpedExecutor] = []
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

  // MARK: Sleeping

  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    guard let executor = HandPumpedExecutor.current else { return try await wait(until: deadline) }
    attach(executor)
    guard let effect = Ambient.current?.effect?.effectNumber else {
      return try await wait(until: deadline)
    }
    executor.noteSleep(of: effect, until: deadline)
    defer { executor.noteWake(of: effect, from: deadline) }
    try await wait(until: deadline)
  }

  private func wait(until deadline: Instant) async throws {
    let number = contents.withLock { contents in
      contents.number += 1
      return contents.number
    }
    // A cancellation that comes when the sleep is already over leaves its number behind.
    defer { contents.withLock { _ = $0.cancelled.remove(number) } }
    // A sleep of no time lets others run, so that a loop of them can be stopped.
    if deadline <= now { await Task.yield() }
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
      if contents.cancelled.contains(sleeper.number) { return .cancelled }
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

  // MARK: Moving

  /// Moves the clock, waking every sleep on the way at its own instant, in order. With zero, only
  /// lets effects run.
  nonisolated(nonsending) public func advance(
    by duration: Duration = .zero,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    settle(at: site)
    move(to: now.advanced(by: duration), at: site)
  }

  /// Moves the clock to an instant, waking every sleep on the way. A clock never goes back.
  nonisolated(nonsending) public func advance(
    to deadline: Instant,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    settle(at: site)
    move(to: deadline, at: site)
  }

  /// Moves the clock until nothing sleeps any more.
  ///
  /// - Parameter limit: how many instants at most. A timer without end reports an issue there.
  nonisolated(nonsending) public func run(
    limit: Int = 10_000,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    settle(at: site)
    for _ in 0..<limit {
      guard let next = nextDeadline else { return }
      move(to: next, at: site)
    }
    guard nextDeadline != nil else { return }
    report(
      ComposableIssue(
        code: .clockWithoutRest,
        message: "The clock still has sleepers after \(limit) instants: a timer without end runs.",
        site: site))
  }

  /// Lets effects run, then throws if anything sleeps on this clock.
  ///
  /// - Throws: ``SuspensionError`` with the number of sleeps.
  nonisolated(nonsending) public func checkSuspension(
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async throws {
    settle(at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    let count = sleeperCount
    if count > 0 { throw SuspensionError(sleeperCount: count) }
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

  private var nextDeadline: Instant? {
    contents.withLock { $0.sleepers.map(\.deadline).min() }
  }

  private func move(to deadline: Instant, at site: CallSite) {
    while let due = takeNextDue(until: deadline) {
      for sleeper in due { sleeper.continuation.resume() }
      settle(at: site)
    }
    contents.withLock { $0.now = max($0.now, deadline) }
    settle(at: site)
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

  // MARK: Test stores

  func attach(_ executor: HandPumpedExecutor) {
    contents.withLock { contents in
      guard !contents.executors.contains(where: { $0.executor === executor }) else { return }
      contents.executors.removeAll { $0.executor == nil }
      contents.executors.append(PumpedExecutor(executor: executor))
    }
  }

  private func settle(at site: CallSite) {
    for pumped in contents.withLock(\.executors) { pumped.executor?.settle(at: site) }
  }
}

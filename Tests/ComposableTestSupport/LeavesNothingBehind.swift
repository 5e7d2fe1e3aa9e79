import Composable
public import Testing

/// Fails every test after which a store's engine, or an effect that keeps it, still exists.
///
/// A test ends with its stores released, which cancels what still runs; the trait waits until that
/// has ended. `limit` is how long it waits for what never does, before the test fails.
public struct LeavesNothingBehind: TestTrait, SuiteTrait, TestScoping {
  public var isRecursive: Bool { true }
  private let limit: Duration

  init(limit: Duration) { self.limit = limit }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    #if DEBUG
      let ledger = EngineLedger()
      try await EngineLedger.$current.withValue(ledger) { try await function() }
      for survivor in await ledger.survivors(after: limit) {
        Issue.record(
          """
          \(survivor.store) outlives the test, with \(survivor.effectsInFlight) effects in flight: \
          a store, a store task or an effect is retained.
          """)
      }
    #else
      try await function()
    #endif
  }
}

extension Trait where Self == LeavesNothingBehind {
  /// No store, engine or effect outlives the test.
  public static var leavesNothingBehind: Self { LeavesNothingBehind(limit: .seconds(10)) }

  /// The same for tests of the trait itself, which have no time to lose.
  public static func leavesNothingBehind(within limit: Duration) -> Self {
    LeavesNothingBehind(limit: limit)
  }
}

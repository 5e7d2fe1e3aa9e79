#if canImport(Testing)
  import Composable
  public import Testing

  /// Fails a test whose test stores, or the effects of these, are still there after it.
  public struct LeavesNothingTrait: SuiteTrait, TestTrait, TestScoping {
    public var isRecursive: Bool { true }

    public func provideScope(
      for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
      let check = LeakCheck()
      try await LeakCheck.$current.withValue(check) { try await function() }
      check.report(at: CallSite())
    }
  }

  extension Trait where Self == LeavesNothingTrait {
    /// Fails a test whose test stores, or the effects of these, are still there after it.
    public static var leavesNothing: Self { Self() }
  }
#endif

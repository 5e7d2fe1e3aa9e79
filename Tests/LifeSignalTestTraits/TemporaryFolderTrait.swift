import LifeSignalTestSupport
public import Testing

/// Gives each test a folder of its own, which goes when the test ends, with databases, their logs and
/// their locks.
public struct TemporaryFolderTrait: SuiteTrait, TestTrait, TestScoping {
  public var isRecursive: Bool { true }

  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try await TemporaryFolder.$current.withValue(folder) { try await function() }
  }
}

extension Trait where Self == TemporaryFolderTrait {
  /// ``TemporaryFolder/make()`` makes folders that go when the test ends.
  public static var temporaryFolder: Self { Self() }
}

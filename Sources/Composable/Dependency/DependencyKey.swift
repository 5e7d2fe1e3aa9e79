/// A key for a dependency whose live value lives in another module: only the test value is known.
public protocol TestDependencyKey<Value> {
  associatedtype Value: Sendable = Self
  static var testValue: Value { get }
  static var previewValue: Value { get }
}

/// A key for a dependency: what it is in production, in tests and in previews.
///
/// A missing test value reports an issue that names the key, and then behaves like the live one.
public protocol DependencyKey<Value>: TestDependencyKey {
  associatedtype Value = Self
  static var liveValue: Value { get }
}

extension TestDependencyKey {
  public static var previewValue: Value { testValue }
}

extension DependencyKey {
  public static var previewValue: Value { liveValue }

  public static var testValue: Value {
    reportIssue(
      .unimplemented,
      "\"\(Self.self)\" has no test value: override the dependency in this test.",
      at: CallSite())
    return liveValue
  }
}

/// Which of a dependency's values is used where nothing is overridden.
public enum DependencyContext: String, Sendable {
  case live
  case test
  case preview
}

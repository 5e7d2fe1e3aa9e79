/// A key for a dependency whose live value lives in another module: only the test value is known.
public protocol TestDependencyKey<Value> {
  associatedtype Value: Sendable = Self
  /// The value in tests. Its endpoints should report that they were not overridden.
  static var testValue: Value { get }
  /// The value in previews; the test value unless given.
  static var previewValue: Value { get }
}

/// A key for a dependency: its values in production, in tests and in previews.
///
/// A missing test value reports an issue that names the key, and then behaves like the live one.
public protocol DependencyKey<Value>: TestDependencyKey {
  associatedtype Value = Self
  /// The value in production. Made once per process, on first use, even where it is computed.
  static var liveValue: Value { get }
}

extension TestDependencyKey {
  public static var previewValue: Value { testValue }
}

extension DependencyKey {
  public static var previewValue: Value { liveValue }

  public static var testValue: Value {
    DefaultInTheMaking.reportMissing(
      "\"\(name(of: Self.self))\" has no test value: override the dependency in this test.")
    return liveValue
  }
}

/// The name of a dependency in a report: `date` for the key of `\.date`.
func name(of key: any TestDependencyKey.Type) -> String {
  (key as? any BuiltInDependencyKey.Type)?.name ?? "\(key)"
}

/// A key of the library's own, known to its users by the name of its property.
protocol BuiltInDependencyKey: DependencyKey {
  static var name: String { get }
}

/// Which of a dependency's values is used where nothing is overridden.
public enum DependencyContext: String, Sendable {
  case live
  case test
  case preview
}

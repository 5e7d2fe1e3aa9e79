/// Reads a dependency from where the code runs: a reduction, an effect, or `withDependencies`.
///
/// ```swift
/// @Dependency(\.pingClient) var pingClient
/// @Dependency(PingClient.self) var pingClient
/// ```
@propertyWrapper
public struct Dependency<Value>: Sendable {
  private let keyPath: any KeyPath<DependencyValues, Value> & Sendable

  public init(_ keyPath: any KeyPath<DependencyValues, Value> & Sendable) {
    self.keyPath = keyPath
  }

  public init<Key: TestDependencyKey>(_ key: Key.Type) where Key.Value == Value {
    self.init(\DependencyValues.[KeyBox<Key>()])
  }

  public var wrappedValue: Value {
    DependencyValues.current[keyPath: keyPath]
  }
}

/// A key that can be the argument of a key path's subscript.
struct KeyBox<Key: TestDependencyKey>: Hashable, Sendable {}

extension DependencyValues {
  subscript<Key: TestDependencyKey>(_ box: KeyBox<Key>) -> Key.Value {
    get { self[Key.self] }
    set { self[Key.self] = newValue }
  }
}

/// Reads a dependency from where the code runs: a reduction, an effect, or `withDependencies`.
///
/// ```swift
/// @Dependency(\.pingClient) var pingClient
/// @Dependency(PingClient.self) var pingClient
/// ```
/// Nothing is captured: one property gives different values under different overrides. Reading
/// one that has no value for the context reports an issue here, in debug builds at this very line.
@propertyWrapper
public struct Dependency<Value>: Sendable {
  private let keyPath: any KeyPath<DependencyValues, Value> & Sendable
  #if DEBUG
    private let site: CallSite
  #endif

  public init(
    _ keyPath: any KeyPath<DependencyValues, Value> & Sendable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.keyPath = keyPath
    #if DEBUG
      site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    #endif
  }

  public init<Key: TestDependencyKey>(
    _ key: Key.Type,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Key.Value == Value {
    self.init(
      \DependencyValues.[KeyBox<Key>()], fileID: fileID, filePath: filePath, line: line,
      column: column)
  }

  public var wrappedValue: Value {
    #if DEBUG
      DependencyRead.$current.withValue(DependencyRead(site: site)) {
        DependencyValues.current[keyPath: keyPath]
      }
    #else
      DependencyValues.current[keyPath: keyPath]
    #endif
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

/// A value kept in a store's memory, for as long as the store lives.
public struct InMemoryKey<Value: Sendable>: SharedKey, CustomStringConvertible {
  public let id: String

  public func load() -> Value? { nil }
  public func save(_ value: Value) {}
  public var description: String { id }
}

extension SharedKey {
  /// In the store's memory, for as long as the store lives; never seen by another store.
  ///
  /// Give stores one ``SharedMemory`` through `withDependencies` if they are to share.
  public static func inMemory<Value>(_ name: String) -> Self where Self == InMemoryKey<Value> {
    InMemoryKey(id: name)
  }
}

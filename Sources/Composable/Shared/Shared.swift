/// A value that several features of one store see and change together.
///
/// ```swift
/// @Shared(.inMemory("contacts")) var contacts: [Contact] = []
/// state.$contacts.withLock { $0.append(contact) }
/// ```
/// The storage is the store's: state made by a store (its initial state, reducers, effects) finds
/// it; state made elsewhere gets a value of its own. Copies of a state share the value, so `==`
/// between an old copy and a new one does not see its changes: observe the store instead.
@propertyWrapper
public struct Shared<Value: Sendable>: Sendable {
  private let reference: SharedReference<Value>

  public init(wrappedValue: @autoclosure () -> Value, _ key: SharedKey) {
    let isHeld = Reduction.current != nil || Ambient.current != nil
    let memory = isHeld ? DependencyValues.current.sharedMemory : SharedMemory()
    reference = memory.reference(for: key.name, default: wrappedValue())
  }

  /// A value shared with copies only.
  public init(value: Value) {
    reference = SharedReference(key: "", value: value, memory: nil)
  }

  public var wrappedValue: Value { reference.current }
  public var projectedValue: Shared { self }

  /// Changes the value where everybody sees it. `update` must not touch the value again.
  @discardableResult
  public func withLock<Result: Sendable>(
    _ update: (inout Value) throws -> Result
  ) rethrows -> Result {
    try reference.withLock(update)
  }
}

/// Names a shared value and says where it lives.
public struct SharedKey: Hashable, Sendable {
  let name: String

  /// In the store's memory, for as long as the store lives.
  public static func inMemory(_ name: String) -> SharedKey { SharedKey(name: name) }
}

extension Shared: Equatable where Value: Equatable {
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.reference === rhs.reference || lhs.wrappedValue == rhs.wrappedValue
  }
}

extension Shared: CustomReflectable {
  public var customMirror: Mirror { Mirror(self, children: ["value": wrappedValue]) }
}

/// Names a shared value and determines how it is kept: in a file, in a database, on another
/// machine.
///
/// ```swift
/// struct SettingKey: SharedKey {
///   let name: String
///   var id: String { name }
///   func load() throws -> Int? { try database.setting(name) }
///   func save(_ value: Int) async throws { try await database.set(value, for: name) }
/// }
/// @Shared(SettingKey(name: "limit")) var limit = 10
/// ```
/// While a value exists in the process, keys with an equal id and value type lead to the same one.
/// A key whose storage can be replaced in tests puts the storage's identity into its id.
public protocol SharedKey<Value>: Sendable {
  associatedtype Value: Sendable
  associatedtype ID: Hashable & Sendable

  var id: ID { get }

  /// The stored value, or nil if nothing is stored yet.
  ///
  /// Called on first use, possibly inside a reduction: a slow storage returns nil and notifies its
  /// subscriber later. An error is reported; the value starts from its default.
  func load() throws -> Value?

  /// Stores the value. Not called inside a reduction, never twice at the same time for one value,
  /// and not for every change: changes made while one is saved are saved together.
  func save(_ value: Value) async throws

  /// Reports values that were stored elsewhere. The default implementation reports none.
  ///
  /// - Parameter onChange: adopts the value; safe to call from any thread.
  func subscribe(_ onChange: @escaping @Sendable (Value) -> Void) -> SharedSubscription?
}

extension SharedKey {
  public func subscribe(
    _ onChange: @escaping @Sendable (Value) -> Void
  ) -> SharedSubscription? { nil }
}

/// An interest in a shared value's changes, which ends with this object.
public final class SharedSubscription: Sendable {
  private let cancel: @Sendable () -> Void

  public init(onCancel cancel: @escaping @Sendable () -> Void) { self.cancel = cancel }

  deinit { cancel() }
}

/// The common part of two keys that lead to one value.
struct SharedID: Hashable, @unchecked Sendable {
  private let id: AnyHashable
  private let value: ObjectIdentifier

  init<Key: SharedKey>(_ key: Key) {
    // Made from a sendable value and immutable.
    id = AnyHashable(key.id)
    value = ObjectIdentifier(Key.Value.self)
  }
}

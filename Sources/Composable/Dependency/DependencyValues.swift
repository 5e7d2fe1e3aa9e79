import Synchronization

/// The dependencies in force: overrides on top of each key's default for the context.
///
/// A value type with copy on write. A store captures one at creation, so overrides given to one
/// store are never seen by another.
public struct DependencyValues: Sendable {
  package private(set) var storage: Storage

  public init() {
    storage = Storage(context: .ofProcess, overrides: [:], defaults: .process)
  }

  private init(storage: Storage) {
    self.storage = storage
  }

  public subscript<Key: TestDependencyKey>(key: Key.Type) -> Key.Value {
    get {
      let id = ObjectIdentifier(key)
      if let value = storage.overrides[id] { return cast(value) }
      return defaultValue(of: key)
    }
    set { write { $0.overrides[ObjectIdentifier(key)] = newValue } }
  }

  /// Which defaults apply to keys that are not overridden.
  public var context: DependencyContext {
    get { storage.context }
    set { write { $0.context = newValue } }
  }

  /// The same overrides for a new store: with defaults and a memory for shared values of its own.
  func isolated() -> DependencyValues {
    let isolated = storage.copy()
    isolated.defaults = Defaults()
    isolated.sharedMemory = nil
    return DependencyValues(storage: isolated)
  }

  /// Kept beside the overrides: every store has one, and a table for it alone would be most of what
  /// the store's dependencies weigh.
  var ownSharedMemory: SharedMemory? {
    get { storage.sharedMemory }
    set { write { $0.sharedMemory = newValue } }
  }

  package func isOverridden(_ key: (some TestDependencyKey).Type) -> Bool {
    storage.overrides[ObjectIdentifier(key)] != nil
  }

  /// Every override, for tools that must find their own among them.
  package var overrides: some Sequence<any Sendable> { storage.overrides.values }

  private mutating func write(_ update: (Storage) -> Void) {
    if !isKnownUniquelyReferenced(&storage) { storage = storage.copy() }
    update(storage)
  }

  private func defaultValue<Key: TestDependencyKey>(of key: Key.Type) -> Key.Value {
    switch storage.context {
    case .live:
      return Defaults.process.value(of: key, in: .live) {
        guard let live = key as? any DependencyKey.Type else {
          DefaultInTheMaking.reportMissing(
            "\"\(key)\" has no live value: conform it to DependencyKey where the app is wired.")
          return Key.testValue
        }
        return cast(liveValue(live))
      }
    case .test: return storage.defaults.value(of: key, in: .test) { Key.testValue }
    case .preview: return storage.defaults.value(of: key, in: .preview) { Key.previewValue }
    }
  }
}

private func liveValue(_ key: (some DependencyKey).Type) -> any Sendable { key.liveValue }

private func cast<Value>(_ value: any Sendable) -> Value {
  guard let value = value as? Value else {
    preconditionFailure("A dependency key stores values of its own Value type only.")
  }
  return value
}

extension DependencyValues {
  /// Mutated only while uniquely referenced: `DependencyValues` copies before writing.
  package final class Storage: @unchecked Sendable {
    fileprivate var context: DependencyContext
    fileprivate var overrides: [ObjectIdentifier: any Sendable]
    fileprivate var defaults: Defaults
    fileprivate var sharedMemory: SharedMemory?

    fileprivate init(
      context: DependencyContext, overrides: [ObjectIdentifier: any Sendable], defaults: Defaults,
      sharedMemory: SharedMemory? = nil
    ) {
      self.context = context
      self.overrides = overrides
      self.defaults = defaults
      self.sharedMemory = sharedMemory
    }

    fileprivate func copy() -> Storage {
      Storage(
        context: context, overrides: overrides, defaults: defaults, sharedMemory: sharedMemory)
    }
  }

  /// Defaults made once: a computed `liveValue` is asked for a single time per process, a test
  /// value a single time per store.
  package final class Defaults: Sendable {
    static let process = Defaults()

    private struct Slot: Hashable {
      let key: ObjectIdentifier
      let context: DependencyContext
    }
    private let made = Locked<[Slot: any Sendable]>([:])

    func value<Value: Sendable>(
      of key: Any.Type, in context: DependencyContext, make: () -> Value
    ) -> Value {
      let slot = Slot(key: ObjectIdentifier(key), context: context)
      if let value = made.withLock({ $0[slot] }) { return cast(value) }
      // Made outside the lock: a value may read other dependencies while it is made.
      let making = DefaultInTheMaking()
      let value = making.make(make)
      // What all tests of a process share has to fail each of them, not only the first.
      if making.isMissing && isSharedByTests { return value }
      return made.withLock { made in
        if let first = made[slot] { return cast(first) }
        made[slot] = value
        return value
      }
    }

    private var isSharedByTests: Bool {
      self === Self.process && DependencyContext.ofProcess == .test
    }
  }
}

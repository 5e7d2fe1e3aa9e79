import Synchronization

/// The dependencies in force: overrides on top of each key's default for the context.
///
/// A value type with copy on write. A store captures one at creation, so overrides given to one
/// store are never seen by another.
public struct DependencyValues: Sendable {
  package private(set) var storage: Storage

  public init() {
    storage = Storage(context: .ofProcess, given: DependencyTable(), defaults: .process)
  }

  private init(storage: Storage) {
    self.storage = storage
  }

  public subscript<Key: TestDependencyKey>(key: Key.Type) -> Key.Value {
    get {
      storage.given.value(of: key, in: self) ?? storage.common?.given.value(of: key, in: self)
        ?? defaultValue(of: key)
    }
    set { write { $0.given.set(newValue, for: key) } }
  }

  /// Derives a key's value from the other dependencies, again at every read.
  ///
  /// For a value that is the same in thousands of stores except for one small part that each of
  /// them has:
  ///
  /// ```swift
  /// values.derive(MailClient.self) { MailClient(server: server, account: $0.account) }
  /// ```
  /// Every store gives its `account`; none keeps a client. A later value for the key replaces this
  /// one, and the reverse.
  /// - Parameters:
  ///   - key: the key of the derived value.
  ///   - make: gets the dependencies in force at the reader, overrides included. It runs each time,
  ///     so it should be cheap; it must not read `key` itself.
  public mutating func derive<Key: TestDependencyKey>(
    _ key: Key.Type, from make: @escaping @Sendable (DependencyValues) -> Key.Value
  ) {
    write { $0.given.derive(key, from: make) }
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

  /// Kept beside the overrides: every store has one, and a table for it alone would be most of the
  /// size of the store's dependencies.
  var ownSharedMemory: SharedMemory? {
    get { storage.sharedMemory }
    set { write { $0.sharedMemory = newValue } }
  }

  package func isOverridden(_ key: (some TestDependencyKey).Type) -> Bool {
    storage.given.contains(key) || storage.common?.given.contains(key) == true
  }

  /// Every override that is a value, for tools that must find their own among them.
  package var overrides: [any Sendable] {
    allGiven.values
  }

  /// Adopts the values that many stores share, kept once: they override values given elsewhere.
  func adopting(_ common: CommonDependencies) -> DependencyValues {
    var values = self
    values.write { storage in
      if let former = storage.common { storage.given = storage.given.filling(from: former.given) }
      storage.given = storage.given.without(common.given)
      storage.common = common
      if let context = common.context { storage.context = context }
      if let memory = common.sharedMemory { storage.sharedMemory = memory }
    }
    return values
  }

  /// Including the values shared with other stores.
  var allGiven: DependencyTable {
    storage.common.map { storage.given.filling(from: $0.given) } ?? storage.given
  }

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
        return castDependency(liveValue(live))
      }
    case .test: return storage.defaults.value(of: key, in: .test) { Key.testValue }
    case .preview: return storage.defaults.value(of: key, in: .preview) { Key.previewValue }
    }
  }
}

private func liveValue(_ key: (some DependencyKey).Type) -> any Sendable { key.liveValue }

extension DependencyValues {
  /// Mutated only while uniquely referenced: `DependencyValues` copies before writing.
  package final class Storage: @unchecked Sendable {
    fileprivate var context: DependencyContext
    fileprivate var given: DependencyTable
    /// The part that this store shares with others; never written.
    fileprivate var common: CommonDependencies?
    fileprivate var defaults: Defaults
    fileprivate var sharedMemory: SharedMemory?

    fileprivate init(
      context: DependencyContext, given: DependencyTable, common: CommonDependencies? = nil,
      defaults: Defaults, sharedMemory: SharedMemory? = nil
    ) {
      self.context = context
      self.given = given
      self.common = common
      self.defaults = defaults
      self.sharedMemory = sharedMemory
    }

    fileprivate func copy() -> Storage {
      Storage(
        context: context, given: given, common: common, defaults: defaults,
        sharedMemory: sharedMemory)
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
      if let value = made.withLock({ $0[slot] }) { return castDependency(value) }
      // Made outside the lock: a value may read other dependencies while it is made.
      let making = DefaultInTheMaking()
      let value = making.make(make)
      // A missing value shared by all tests of a process must fail each of them, not only the
      // first.
      if making.isMissing && isSharedByTests { return value }
      return made.withLock { made in
        if let first = made[slot] { return castDependency(first) }
        made[slot] = value
        return value
      }
    }

    private var isSharedByTests: Bool {
      self === Self.process && DependencyContext.ofProcess == .test
    }
  }
}

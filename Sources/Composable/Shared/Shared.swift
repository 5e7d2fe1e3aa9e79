/// A value that several features see and change together.
///
/// ```swift
/// @Shared(.inMemory("contacts")) var contacts: [Contact] = []
/// @Shared(.fileStorage(.settings)) var settings = Settings()
/// state.$contacts.withLock { $0.append(contact) }
/// ```
/// The key determines the scope: ``SharedKey/inMemory(_:)`` within one store, any other key within
/// the process. State made by a store (its initial state, reducers, effects) finds the store's
/// values; state made elsewhere gets values of its own. Copies of a state share the value, so `==`
/// between an old copy and a new one does not see its changes: observe the store instead.
///
/// Any thread may read and change it. A value that cannot be loaded or saved is reported at the
/// property, and continues in memory.
@propertyWrapper
@dynamicMemberLookup
public struct Shared<Value: Sendable>: Sendable {
  private let source: SharedSource<Value>

  /// - Parameters:
  ///   - wrappedValue: the value as long as nothing is stored under the key. Not stored itself.
  ///   - key: names the value and determines where it is kept.
  public init<Key: SharedKey<Value>>(
    wrappedValue: @autoclosure () -> Value, _ key: Key,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    let memory = SharedMemory.current ?? SharedMemory()
    source = memory.reference(
      for: key, default: wrappedValue(),
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  public init<Wrapped, Key: SharedKey<Value>>(
    _ key: Key,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where Value == Wrapped? {
    self.init(
      wrappedValue: nil, key, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// A value shared with copies only.
  public init(value: Value) {
    source = SharedReference(name: "", value: value, keeper: nil, site: CallSite())
  }

  private init(source: SharedSource<Value>) { self.source = source }

  public var wrappedValue: Value { source.current }
  public var projectedValue: Shared { self }

  /// Changes the value for all who share it, and has it saved. `update` must not touch the value
  /// again. Its changes before an error stay.
  @discardableResult
  public func withLock<Result: Sendable>(
    _ update: (inout Value) throws -> Result
  ) rethrows -> Result {
    try source.withLock(update)
  }

  /// A part of the value, shared like the whole: `$settings.interval`.
  public subscript<Member: Sendable>(
    dynamicMember keyPath: any WritableKeyPath<Value, Member> & Sendable
  ) -> Shared<Member> {
    Shared<Member>(source: SharedMember(of: source, at: keyPath))
  }

  /// Saves the value now, changed or not, and waits until it is safe.
  ///
  /// Changes are saved automatically; this is for callers that must know. Returns early when its
  /// task is cancelled.
  /// - Throws: the error of the key's `save`.
  public func save() async throws { try await source.save() }

  /// Adopts a value that another process stored meanwhile. Own changes are saved first and win.
  ///
  /// - Throws: the error of the key's `load`; the value stays unchanged.
  public func load() async throws { try await source.load() }

  /// Why the value could not be loaded; nil once it could.
  public var loadError: (any Error)? { source.errors.load }

  /// Why the latest value could not be saved; nil once it could.
  public var saveError: (any Error)? { source.errors.save }
}

extension Shared: Equatable where Value: Equatable {
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.source === rhs.source || lhs.wrappedValue == rhs.wrappedValue
  }
}

extension Shared: CustomReflectable {
  public var customMirror: Mirror { Mirror(self, children: ["value": wrappedValue]) }
}

import Synchronization

/// Where values shared by key live: one per store, so that one session's never reach another's.
///
/// Give two stores the same one through `withDependencies` if they are to share.
public final class SharedMemory: Sendable {
  private struct Contents {
    var values: [String: any AnySharedReference] = [:]
    var listeners: [EngineLink] = []
  }
  private let contents = Locked(Contents())

  public init() {}

  func reference<Value: Sendable>(
    for key: String, default value: @autoclosure () -> Value
  ) -> SharedReference<Value> {
    contents.withLock { contents in
      if let known = contents.values[key] as? SharedReference<Value> { return known }
      let made = SharedReference(key: key, value: value(), memory: self)
      contents.values[key] = made
      return made
    }
  }

  package var references: [any AnySharedReference] {
    contents.withLock { Array($0.values.values) }
  }

  func connect(_ link: EngineLink) {
    contents.withLock { contents in
      contents.listeners.removeAll { $0.engine == nil }
      contents.listeners.append(link)
    }
  }

  func noteChange() {
    for listener in contents.withLock(\.listeners) { listener.engine?.noteExternalChange() }
  }
}

enum SharedMemoryKey: DependencyKey {
  static var liveValue: SharedMemory { SharedMemory() }
  static var testValue: SharedMemory { SharedMemory() }
}

extension DependencyValues {
  /// The storage behind `@Shared(.inMemory(_))`. Every store makes its own unless given one.
  public var sharedMemory: SharedMemory {
    get { self[SharedMemoryKey.self] }
    set { self[SharedMemoryKey.self] = newValue }
  }
}

package protocol AnySharedReference: AnyObject, Sendable {
  var key: String { get }
  var anyValue: any Sendable { get }
}

/// One shared value, guarded by a lock of its own.
final class SharedReference<Value: Sendable>: AnySharedReference {
  let key: String
  private let value: Locked<Value>
  private weak let memory: SharedMemory?

  init(key: String, value: Value, memory: SharedMemory?) {
    self.key = key
    self.value = Locked(value)
    self.memory = memory
  }

  var anyValue: any Sendable { value.withLock { $0 } }

  var current: Value {
    if let overlay = SharedOverlay.current, let asserted = overlay.value(of: self) as? Value {
      return asserted
    }
    return value.withLock { $0 }
  }

  func withLock<Result: Sendable>(_ update: (inout Value) throws -> Result) rethrows -> Result {
    if let overlay = SharedOverlay.current {
      var asserted = current
      let result = try update(&asserted)
      overlay.set(asserted, of: self)
      return result
    }
    let result = try value.withLock { try update(&$0) }
    memory?.noteChange()
    return result
  }
}

import Synchronization

/// Where values shared by key are found: one per store, so that one session's never reach another's.
///
/// Give two stores the same one through `withDependencies` to make them share values in memory.
public final class SharedMemory: Sendable {
  private struct Contents {
    var references: [SharedID: any AnySharedReference] = [:]
    /// Nearly always the one store whose memory this is: no array for it.
    var first: EngineLink?
    var others: [EngineLink] = []

    var listeners: [EngineLink] { first.map { [$0] + others } ?? others }

    mutating func add(_ link: EngineLink) {
      if first?.engine == nil { first = nil }
      others.removeAll { $0.engine == nil }
      if first == nil { first = link } else { others.append(link) }
    }
  }
  private let contents = Locked(Contents())

  public init() {}

  /// The one of the store, effect, assertion or `withDependencies` that this code runs in.
  static var current: SharedMemory? {
    if let asserted = SharedOverlay.current?.memory { return asserted }
    guard Reduction.current != nil || Ambient.current != nil else { return nil }
    return DependencyValues.current.sharedMemory
  }

  func reference<Key: SharedKey>(
    for key: Key, default value: @autoclosure () -> Key.Value, at site: CallSite
  ) -> SharedReference<Key.Value> {
    let id = SharedID(key)
    if let known = contents.withLock({ $0.references[id] }) { return known.with(Key.Value.self) }
    let found: SharedReference<Key.Value>
    if key is InMemoryKey<Key.Value> {
      found = SharedReference(name: "\(key)", value: value(), keeper: nil, site: site)
    } else {
      found = SharedRegistry.process.reference(for: id) {
        SharedReference(name: "\(key)", value: value(), keeper: SharedKeeper(key, id), site: site)
      }
    }
    let (kept, isNew) = contents.withLock { contents in
      if let known = contents.references[id] { return (known, false) }
      contents.references[id] = found
      return (found, true)
    }
    let reference = kept.with(Key.Value.self)
    if isNew { reference.addListener(self) }
    reference.loadOnce()
    return reference
  }

  package var references: [any AnySharedReference] {
    contents.withLock { Array($0.references.values) }
  }

  /// Waits until every value found here is saved, or the task is cancelled.
  public func finishSaving() async {
    for reference in references { await reference.finishSaving() }
  }

  /// Whether nothing found here waits to be saved.
  public var isSaved: Bool { references.allSatisfy(\.isSaved) }

  func connect(_ link: EngineLink) {
    contents.withLock { $0.add(link) }
  }

  /// Lets the stores notify their observers that something besides their state has changed.
  func noteChange() {
    let links = contents.withLock { $0.listeners }
    let isInsideStore =
      Reduction.current != nil || links.contains { $0.engine?.isOwnedByThisThread == true }
    guard isInsideStore else {
      for link in links { link.engine?.noteExternalChange() }
      return
    }
    // This thread holds a store's lock. That store notifies its observers when it has reduced;
    // others must not be waited for here: one of them might be waiting for this store.
    let others = links.filter { link in
      link.engine.map { !$0.isOwnedByThisThread || !$0.isReducing } ?? false
    }
    guard !others.isEmpty else { return }
    Task.detached { for link in others { link.engine?.noteExternalChange() } }
  }
}

private enum SharedMemoryKey: DependencyKey {
  static var liveValue: SharedMemory { SharedMemory() }
  static var testValue: SharedMemory { SharedMemory() }
}

extension DependencyValues {
  /// Where this store's shared values are found. Every store makes its own unless given one.
  public var sharedMemory: SharedMemory {
    get { ownSharedMemory ?? self[SharedMemoryKey.self] }
    set { ownSharedMemory = newValue }
  }
}

package protocol AnySharedReference: AnyObject, Sendable {
  var key: String { get }
  var anyValue: any Sendable { get }
  /// Whether every change has been saved, or was refused.
  var isSaved: Bool { get }
  func finishSaving() async
}

extension AnySharedReference {
  fileprivate func with<Value>(_ type: Value.Type) -> SharedReference<Value> {
    guard let reference = self as? SharedReference<Value> else {
      preconditionFailure("A shared id contains the type of its value.")
    }
    return reference
  }
}

import Synchronization

/// A reference to a store's engine that ends with the store.
///
/// Instead of `weak`: a single weak reference puts an object's count into a side table, and every
/// later retain of the engine, several per effect, takes the slow path.
final class EngineLink: Sendable {
  private let target = Locked<StoreEngine?>(nil)

  /// The engine until its store is released.
  var engine: StoreEngine? { target.withLock { $0 } }

  func connect(_ engine: StoreEngine) { target.withLock { $0 = engine } }
  func disconnect() { target.withLock { $0 = nil } }
}

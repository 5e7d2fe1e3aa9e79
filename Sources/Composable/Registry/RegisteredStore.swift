import Synchronization

/// An object that a ``StoreRegistry`` keeps: a store, or an object around one, such as a
/// connection's.
public protocol RegisteredStore: AnyObject, Sendable {
  associatedtype State: Sendable
  associatedtype Action: Sendable

  /// The store that the registry ends with this, and whose state its snapshots are of.
  var registeredStore: Store<State, Action> { get }

  /// The registry lets go of this: called once, before the store's effects are cancelled and its
  /// snapshot is taken. Does nothing unless implemented.
  func leaveRegistry()
}

extension RegisteredStore {
  public func leaveRegistry() {}

  /// Whether a thread is inside the store's lock at this moment. The check does not wait for it.
  var isBusy: Bool { registeredStore.backend.control.isBusy }

  /// After this the state changes only if a holder of the store sends to it.
  func leaveAndCancel() {
    leaveRegistry()
    registeredStore.cancelAll()
  }
}

extension Store: RegisteredStore {
  public var registeredStore: Store<State, Action> { self }
}

extension StoreEngine {
  /// Whether a thread is inside the lock. A hint: it may be over before this returns.
  final var isBusy: Bool { owner.load(ordering: .relaxed) != 0 }
}

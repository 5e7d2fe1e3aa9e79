extension StoreCore {
  /// Reads the state inside the lock. Sends from `body` wait until it is over.
  func withState<Result>(_ body: (State) throws -> Result) rethrows -> Result {
    if isOwnedByThisThread {
      precondition(!isReducing, "A store's state was read from inside its own reducer.")
      return try body(current)
    }
    enter(currentThread())
    defer {
      leave(didReduce: drain())
    }
    return try body(current)
  }

  /// Reads the state if the store is still there.
  func peek<Value>(_ value: (State) -> Value) -> Value? {
    locked { state.map { value($0.pointee) } }
  }

  private var current: State {
    _read {
      guard let state else { preconditionFailure("A store's state was read after its end.") }
      yield state.pointee
    }
  }

  var dependencies: DependencyValues {
    get { locked { reduction.base } }
    set {
      locked {
        reduction.base = newValue
        reduction.dependencies = newValue
      }
    }
  }
}

import Composable
import Synchronization

extension ComposableBenchmarks {
  /// Nothing of ours: locking and unlocking, to tell how fast this machine is at this hour.
  static func lock() -> Double {
    let mutex = Mutex(0)
    return cheapest(operations: 5_000_000) { count in
      for _ in 0..<count { mutex.withLock { $0 &+= 1 } }
    }
  }

  /// One action of a counter, from outside.
  static func send() -> Double {
    let store = Store(initialState: Counter.State()) { Counter() }
    return cheapest(operations: 1_000_000) { count in
      for _ in 0..<count { store.send(.increment) }
    }
  }

  /// One action through five nested scopes.
  static func scopes() -> Double {
    let store = Store(initialState: Layer5.State()) { Layer5() }
    let action = Layer5.Action.inner(.inner(.inner(.inner(.inner(.increment)))))
    return cheapest(operations: 500_000) { count in
      for _ in 0..<count { store.send(action) }
    }
  }

  /// The same through generic features.
  static func genericScopes() -> Double {
    let inner = Counter.State()
    let store = makeGenericStore(layer(layer(layer(layer(layer((Counter(), inner)))))))
    let action = Layer<Layer<Layer<Layer<Layer<Counter>>>>>.Action.inner(
      .inner(.inner(.inner(.inner(.increment)))))
    return cheapest(operations: 500_000) { count in
      for _ in 0..<count { store.send(action) }
    }
  }

  private static func layer<R: Reducer>(
    _ inner: (R, R.State)
  ) -> (Layer<R>, Layer<R>.State) {
    (Layer(inner: inner.0, initial: inner.1), Layer<R>.State(inner: inner.1))
  }

  private static func makeGenericStore<R: Reducer>(_ feature: (R, R.State)) -> StoreOf<R> {
    Store(initialState: feature.1) { feature.0 }
  }

  /// One action of one row among many.
  static func forEach(rows: Int) -> Double {
    var state = Rows.State()
    for id in 0..<rows { state.rows.append(Counter.State(id: id)) }
    let store = Store(initialState: state) { Rows() }
    state.rows = []
    return cheapest(operations: 500_000) { count in
      for number in 0..<count {
        store.send(.rows(.element(id: number % rows, action: .increment)))
      }
    }
  }

  /// Making a store of five features, and releasing it.
  static func storeCreation() -> Double {
    cheapest(operations: 20_000) { count in
      for _ in 0..<count {
        let store = Store(initialState: FiveFeatures.State()) { FiveFeatures() }
        withExtendedLifetime(store) {}
      }
    }
  }

  /// The same from a blueprint.
  static func blueprintCreation() -> Double {
    let blueprint = StoreBlueprintOf<FiveFeatures> { FiveFeatures() }
    return cheapest(operations: 20_000) { count in
      for _ in 0..<count {
        let store = blueprint.makeStore(initialState: FiveFeatures.State())
        withExtendedLifetime(store) {}
      }
    }
  }

  /// Creating a task that does nothing, and its end: what an effect cannot be cheaper than.
  static func bareTask() async -> Double {
    await cheapest(operations: 50_000) { count in
      for _ in 0..<(count / 100) {
        let tasks = (0..<100).map { _ in Task {} }
        for task in tasks { await task.value }
      }
    }
  }

  /// From the action that starts an effect to the end of the effect, which sends one action.
  static func effect() async -> Double {
    let store = Store(initialState: Counter.State()) { Counter() }
    return await cheapest(operations: 50_000) { count in
      // A hundred at a time: waiting for each one measures how the kernel wakes threads.
      for _ in 0..<(count / 100) {
        let tasks = (0..<100).map { _ in store.send(.start) }
        for task in tasks { await task.finish() }
      }
    }
  }

  /// Starting a sleeping effect, cancelling it by its id, and its end.
  static func cancellation() async -> Double {
    let store = Store(initialState: Counter.State()) { Counter() }
    return await cheapest(operations: 20_000) { count in
      for _ in 0..<count {
        let task = store.send(.watch)
        store.send(.stop)
        await task.finish()
      }
    }
  }
}

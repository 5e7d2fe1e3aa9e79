import Synchronization

extension StoreCore: StoreControl {
  func wait(for group: EffectGroup) async {
    await withCheckedContinuation { continuation in
      let isDone = locked {
        if group.count == 0 { return true }
        nextNumber &+= 1
        group.waiters[nextNumber] = continuation
        return false
      }
      if isDone { continuation.resume() }
    }
  }

  func cancel(_ group: EffectGroup, cascade: Bool) {
    locked {
      group.isCancelled = true
      var effects: [InFlight] = []
      var next = group.first
      while let effect = next {
        if cascade || effect.isOwn { effects.append(effect) }
        next = effect.nextInGroup
      }
      // Oldest first: a concatenation goes before its parts, so that none of them starts another.
      cancel(effects.reversed())
    }
  }

  func isFinished(_ group: EffectGroup) -> Bool {
    locked { group.count == 0 }
  }

  func isCancelled(_ group: EffectGroup) -> Bool {
    locked { group.isCancelled }
  }

  func waitUntilIdle() async {
    var number: UInt64 = 0
    locked {
      nextNumber &+= 1
      number = nextNumber
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isIdle = locked {
          if runCount == 0 || Task.isCancelled { return true }
          idleWaiters[number] = continuation
          return false
        }
        if isIdle { continuation.resume() }
      }
    } onCancel: { [number] in
      locked { idleWaiters.removeValue(forKey: number) }?.resume()
    }
  }

  func close() {
    locked {
      isClosing = true
      queue.removeAll()
      cancel(Array(table.values))
    }
  }

  var effectsInFlight: Int { locked { runCount } }
  var currentRevision: UInt64 { locked { revision } }
  var isDismissed: Bool { locked { hasBeenDismissed } }

  func addObserver(
    _ tell: @escaping @Sendable () -> Void, onEnd: @escaping @Sendable () -> Void
  ) -> UInt64 {
    locked {
      nextNumber &+= 1
      if state == nil {
        aftermath.cancels.append(onEnd)
      } else {
        observers[nextNumber] = StoreObserver(tell: tell, end: onEnd)
      }
      return nextNumber
    }
  }

  func removeObserver(_ number: UInt64) {
    // The closure is released outside the lock: it may hold the last reference to anything.
    _ = locked { observers.removeValue(forKey: number) }
  }

  func noteExternalChange() {
    guard !isOwnedByThisThread else { return }
    lock.lock()
    owner.store(currentThread(), ordering: .relaxed)
    unlockAndSettle(didReduce: true)
  }

  /// Reads the state inside the lock. Sends from `body` wait until it is over.
  func withState<Result>(_ body: (State) throws -> Result) rethrows -> Result {
    if isOwnedByThisThread {
      precondition(!isReducing, "A store's state was read from inside its own reducer.")
      return try body(current)
    }
    lock.lock()
    owner.store(currentThread(), ordering: .relaxed)
    defer {
      let hadQueue = !queue.isEmpty
      if hadQueue || aftermath.hasWork { drain() }
      unlockAndSettle(didReduce: hadQueue)
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

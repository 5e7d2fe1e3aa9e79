extension StoreEngine {
  package final func wait(for group: EffectGroup) async {
    await withUnsafeContinuation { continuation in
      let isDone = locked {
        if group.count == 0 { return true }
        group.waiters.add(continuation)
        return false
      }
      if isDone { continuation.resume() }
    }
  }

  package final func cancel(_ group: EffectGroup, cascade: Bool) {
    locked {
      group.isCancelled = true
      var effects: [InFlight] = []
      var next = group.first
      while let effect = next {
        if cascade || effect.isOwn { effects.append(effect) }
        next = effect.nextInGroup
      }
      // A concatenation is older than its parts and goes first, so that none starts another.
      cancel(effects)
    }
  }

  package final func isFinished(_ group: EffectGroup) -> Bool {
    locked { group.count == 0 }
  }

  package final func isWindingDown(_ group: EffectGroup) -> Bool {
    locked { group.first.map(\.isCancelled) ?? true }
  }

  package final func isCancelled(_ group: EffectGroup) -> Bool {
    locked { group.isCancelled }
  }

  package final func waitUntilIdle() async {
    var number: UInt64 = 0
    locked {
      number = takeNumber()
    }
    await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
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

  package final func close() {
    locked {
      isClosing = true
      dropQueue()
      cancel(inFlight.all.reversed())
    }
  }

  /// Cancels everything and refuses further actions; the state stays.
  final func shutDown() {
    locked {
      dropQueue()
      cancel(inFlight.all.reversed())
      if let drop = takeReducer() { aftermath.drop(drop) }
    }
  }

  /// The clock that the store was given, or the real one.
  final var clock: any Clock<Duration> {
    let dependencies = locked { reduction.base }
    return dependencies.isOverridden(ContinuousClockKey.self)
      ? dependencies.continuousClock : ContinuousClock()
  }

  /// How many objects the engine holds for work in flight; zero when nothing runs.
  package final var objectsInFlight: Int {
    locked { max(inFlight.all.count, tree.isEmpty ? 0 : 1) }
  }
  package final func objectsInFlight(of group: EffectGroup) -> Int {
    locked { sequence(first: group.first, next: { $0?.nextInGroup }).prefix { $0 != nil }.count }
  }

  /// How many throttled ids the store remembers.
  package final var throttledIDs: Int { locked { throttles?.count ?? 0 } }

  package final var effectsInFlight: Int { locked { runCount } }
  /// Whether nothing is in flight and no table remembers that anything was.
  package final var isAtRest: Bool { locked { runCount == 0 && inFlight.isEmpty && tree.isEmpty } }
  package final var currentRevision: UInt64 { locked { revision } }
  package final var isDismissed: Bool { locked { hasBeenDismissed } }

  package final func addObserver(
    _ tell: @escaping @Sendable () -> Void, onEnd: @escaping @Sendable () -> Void
  ) -> UInt64 {
    locked {
      let number = takeNumber()
      if !isAlive {
        aftermath.cancel(onEnd)
      } else {
        observers[number] = StoreObserver(tell: tell, end: onEnd)
      }
      return number
    }
  }

  package final func removeObserver(_ number: UInt64) {
    // The closure is released outside the lock: it may hold the last reference to anything.
    _ = locked { observers.removeValue(forKey: number) }
  }

  package final func noteExternalChange() {
    guard !isOwnedByThisThread else { return }
    enter(currentThread())
    leave(didReduce: true)
  }
}

/// When actions of one id may pass: at most one per interval.
struct Throttle<C: Clock>: Sendable where C.Duration == Duration {
  let key: EffectKey
  let interval: Duration
  let clock: C
  let keepsLatest: Bool

  /// The gate of the effect that calls this, in its store. Nil outside stores.
  fileprivate func gate(depth: Int) -> (gate: ThrottleGate, run: EffectRun)? {
    guard let run = Ambient.current?.effect as? EffectRun else { return nil }
    return (run.throttleGate(key, depth: depth), run)
  }
}

/// Sends one action, now or later or not at all.
final class ThrottledSend<Action: Sendable, C: Clock>: EffectOperation<Action>, @unchecked Sendable
where C.Duration == Duration {
  private let action: Action
  private let throttle: Throttle<C>

  init(_ action: Action, _ throttle: Throttle<C>) {
    self.action = action
    self.throttle = throttle
    super.init(catch: nil, site: CallSite())
  }

  override func perform(_ send: Send<Action>) async {
    guard let (gate, run) = throttle.gate(depth: 0) else { return send.now(action) }
    let admission = run.engine.locked { gate.admit(run, by: throttle) }
    switch admission {
    case .now: send.now(action)
    case .never: break
    case .at(let due):
      try? await throttle.clock.sleep(until: due, tolerance: nil)
      if run.engine.locked({ gate.pass(run, by: throttle) }) { send.now(action) }
    }
  }
}

/// Does work that may send any number of actions, and beside it waits for intervals to end. Both
/// are child tasks: they stay on the executor of a test store.
final class ThrottledOperation<Action: Sendable, C: Clock>: EffectOperation<Action>,
  @unchecked Sendable
where C.Duration == Duration {
  private let work: EffectWork<Action>
  private let throttle: Throttle<C>
  private let depth: Int

  /// Guarded by the store's lock.
  private final class Held: @unchecked Sendable { var action: Action? }

  init(_ work: EffectWork<Action>, _ throttle: Throttle<C>, depth: Int) {
    self.work = work
    self.throttle = throttle
    self.depth = depth
    super.init(catch: nil, site: CallSite())
  }

  override func perform(_ send: Send<Action>) async {
    guard let (gate, run) = throttle.gate(depth: depth) else {
      return await work.bound(to: send.now)()
    }
    let throttle = throttle
    let held = Held()
    let (dues, due) = AsyncStream.makeStream(
      of: C.Instant.self, bufferingPolicy: .bufferingNewest(1))
    let operation = work.bound { action in
      let admission = run.engine.locked {
        let admission = gate.admit(run, by: throttle)
        switch admission {
        case .now: held.action = nil
        case .at: held.action = action
        case .never: break
        }
        return admission
      }
      switch admission {
      case .now: send.now(action)
      case .at(let instant): due.yield(instant)
      case .never: break
      }
    }
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        await operation()
        due.finish()
      }
      for await instant in dues {
        try? await throttle.clock.sleep(until: instant, tolerance: nil)
        let action = run.engine.locked { gate.pass(run, by: throttle) ? held.action : nil }
        if let action { send.now(action) }
      }
    }
    run.engine.locked { gate.leave(run) }
  }
}

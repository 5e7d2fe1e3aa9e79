/// The engine's view of a store's meter.
protocol StoreMeter: AnyObject {
  /// Ends the account of a burst, inside the store's lock; the result is called outside.
  func take(effectsInFlight: Int) -> (() -> Void)?
}

/// Stands before a store's reducers and measures them. Touched only under the store's lock.
///
/// A reducer rather than a branch in the store's engine: stores without hooks pay nothing at all.
final class _PreparedMetered<State: Sendable, Action: Sendable>: _PreparedReducer<State, Action>,
  StoreMeter, @unchecked Sendable
{
  private static var limit: Int { 100 }

  private let base: _PreparedReducer<State, Action>
  private let hooks: StoreHooks
  /// Owns this.
  unowned(unsafe) var engine: StoreEngine?

  // The burst so far. Actions are named only once it is known that there is something to report.
  private var first: Action?
  private var start = Duration.zero
  private var count = 0
  private var reductions: [(action: Action, duration: Duration)] = []

  init(base: _PreparedReducer<State, Action>, hooks: StoreHooks) {
    self.base = base
    self.hooks = hooks
  }

  override var hasChildren: Bool { base.hasChildren }

  override func reduce(into state: inout State, action: Action) -> Effect<Action> {
    let start = hooks.time.now
    if count == 0 {
      first = action
      self.start = start
      engine?.aftermath.expectReport()
    }
    count += 1
    let effect = base.reduce(into: &state, action: action)
    let duration = hooks.time.now - start
    if duration >= hooks.threshold, reductions.count < Self.limit {
      reductions.append((action, duration))
    }
    return effect
  }

  override func sweep(_ state: State, below node: CancellationNode, _ sweep: inout Sweep) {
    base.sweep(state, below: node, &sweep)
  }

  override var watchesChanges: Bool { base.watchesChanges }

  override func noticeChanges(
    in state: inout State, _ round: inout ChangeRound
  ) -> Effect<Action> {
    base.noticeChanges(in: &state, &round)
  }

  func take(effectsInFlight: Int) -> (() -> Void)? {
    guard let first else { return nil }
    let (count, reductions) = (self.count, self.reductions)
    let duration = hooks.time.now - start
    self.first = nil
    self.count = 0
    self.reductions = []
    guard duration >= hooks.threshold else { return nil }
    return { [report = hooks.report] in
      report(
        StoreReport(
          action: actionName(of: first),
          reductions: reductions.map {
            StoreReport.Reduction(action: actionName(of: $0.action), duration: $0.duration)
          },
          actionCount: count, duration: duration, effectsInFlight: effectsInFlight))
    }
  }
}

/// An effect's operation in flight: what its task, its `Send` and its cancellation refer to.
final class EffectRun<Action: Sendable>: InFlight, @unchecked Sendable, EffectContext {
  let run: Effect<Action>.Run
  /// Those in force where the effect was returned.
  let dependencies: DependencyValues
  let core: EffectCore<Action>
  var task: Task<Void, Never>?

  init(
    run: Effect<Action>.Run, dependencies: DependencyValues, core: EffectCore<Action>,
    number: UInt64, isOwn: Bool, group: EffectGroup, sequence: InFlight?
  ) {
    self.run = run
    self.dependencies = dependencies
    self.core = core
    super.init(number: number, isOwn: isOwn, group: group, sequence: sequence)
  }

  func cancel(_ key: EffectKey) {
    core.cancel(key, at: run.path)
  }

  func register(
    _ key: EffectKey, cancelInFlight: Bool, cancel: @escaping @Sendable () -> Void
  ) -> (@Sendable () -> Void) {
    core.register(key, at: self, cancelInFlight: cancelInFlight, cancel: cancel)
  }

  func dismiss(at site: CallSite) {
    if let dismiss = run.dismiss {
      core.deliver(dismiss(), from: self)
    } else {
      core.markDismissed()
    }
  }
}

/// A part of an effect's task that can be cancelled by an id of its own.
final class NestedTask: InFlight, @unchecked Sendable {
  let cancel: @Sendable () -> Void

  init(
    number: UInt64, isOwn: Bool, group: EffectGroup, cancel: @escaping @Sendable () -> Void
  ) {
    self.cancel = cancel
    super.init(number: number, isOwn: isOwn, group: group, sequence: nil)
  }
}

/// A concatenation in flight: what is still to come, and how many of the current part run.
final class EffectSequence<Action: Sendable>: InFlight, @unchecked Sendable {
  /// Parts not started yet, last first.
  var remaining: [Effect<Action>.Content]
  var running = 0
  /// The current part's members, to be cancelled with the whole.
  var members: [InFlight] = []

  init(
    parts: [Effect<Action>.Content], number: UInt64, isOwn: Bool, group: EffectGroup,
    sequence: InFlight?
  ) {
    remaining = parts.reversed()
    super.init(number: number, isOwn: isOwn, group: group, sequence: sequence)
  }
}

/// The part of a store that its effects know: it does not own the state.
class EffectCore<Action: Sendable>: @unchecked Sendable {
  func deliver(_ action: Action, from run: EffectRun<Action>) { fatalError("overridden") }
  func finish(_ run: EffectRun<Action>) { fatalError("overridden") }
  func cancel(_ key: EffectKey, at path: [PathKey]) { fatalError("overridden") }
  func markDismissed() { fatalError("overridden") }
  func register(
    _ key: EffectKey, at run: EffectRun<Action>, cancelInFlight: Bool,
    cancel: @escaping @Sendable () -> Void
  ) -> (@Sendable () -> Void) { fatalError("overridden") }
}

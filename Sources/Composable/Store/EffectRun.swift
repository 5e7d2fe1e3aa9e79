/// An effect's operation in flight: what its task, its `Send` and its cancellation refer to.
final class EffectRun: InFlight, @unchecked Sendable, EffectContext {
  struct Description {
    let name: String?
    let priority: TaskPriority?
    let path: [PathKey]
    /// Those in force where the effect was returned.
    let dependencies: DependencyValues
    /// The same if they are not the store's own; actions it sends are reduced under them.
    let overriding: DependencyValues?
    let operation: @Sendable (EffectRun) async -> Void
    let dismiss: (@Sendable (EffectRun) -> Void)?
  }

  let description: Description
  let engine: StoreEngine
  var task: Task<Void, Never>?

  init(
    _ description: Description, engine: StoreEngine, isOwn: Bool, group: EffectGroup,
    sequence: EffectSequence?
  ) {
    self.description = description
    self.engine = engine
    super.init(number: engine.takeNumber(), isOwn: isOwn, group: group, sequence: sequence)
  }

  func perform() async {
    let ambient = Ambient(dependencies: description.dependencies, effect: self)
    await Ambient.$current.withValue(ambient) {
      await description.operation(self)
    }
    engine.finish(self)
  }

  func cancel(_ key: EffectKey) {
    engine.locked { engine.cancel(key, at: description.path) }
  }

  func register(
    _ key: EffectKey, cancelInFlight: Bool, cancel: @escaping @Sendable () -> Void
  ) -> (@Sendable () -> Void) {
    engine.register(key, at: self, cancelInFlight: cancelInFlight, cancel: cancel)
  }

  func dismiss(at site: CallSite) {
    if let dismiss = description.dismiss {
      dismiss(self)
    } else {
      engine.locked { engine.hasBeenDismissed = true }
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

/// A concatenation in flight: what is still to come, and what of the current part runs.
class EffectSequence: InFlight, @unchecked Sendable {
  var running = 0
  /// The current part's members, to be cancelled with the whole.
  var members: [InFlight] = []

  /// Starts the next part; false if none is left.
  func startNextPart() -> Bool { fatalError("Sequences of a store's actions override this.") }
  func dropRemaining() {}
}

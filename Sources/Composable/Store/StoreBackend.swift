/// The base of a `Store`: an engine of its own, or a part of another store.
package class StoreBackend<State: Sendable, Action: Sendable>: @unchecked Sendable {
  package let control: StoreEngine

  init(control: StoreEngine) { self.control = control }

  func send(_ action: Action) -> StoreTask { fatalError("overridden") }
  func withState<Result>(_ body: (State) throws -> Result) rethrows -> Result {
    fatalError("overridden")
  }
  /// Reads a value for as long as the root store lives, without keeping it alive.
  func reader<Value>(
    of value: @escaping @Sendable (State) -> Value
  ) -> @Sendable () -> Value? { fatalError("overridden") }
  func close() {}
}

package final class RootBackend<State: Sendable, Action: Sendable>: StoreBackend<State, Action>,
  @unchecked Sendable
{
  let core: StoreCore<State, Action>

  init(core: StoreCore<State, Action>) {
    self.core = core
    super.init(control: core)
  }

  override func send(_ action: Action) -> StoreTask { core.send(action) }

  override func withState<Result>(_ body: (State) throws -> Result) rethrows -> Result {
    try core.withState(body)
  }

  override func reader<Value>(
    of value: @escaping @Sendable (State) -> Value
  ) -> @Sendable () -> Value? {
    { [link = core.link] in
      // Linked to this very engine, or to nothing any more.
      link.engine.flatMap { unsafeDowncast($0, to: StoreCore<State, Action>.self).peek(value) }
    }
  }

  override func close() { core.close() }

  // For test stores.

  package func setExecutor(_ executor: (any TaskExecutor)?) {
    core.locked { core.executor = executor }
  }

  package func onReduce(_ tell: ((Action, ActionOrigin, State) -> Void)?) {
    core.locked { core.onReduce = tell }
  }

  package var dependencies: DependencyValues {
    get { core.dependencies }
    set { core.dependencies = newValue }
  }
}

/// A view onto a part of another store. Keeps that store alive; is not known to it.
final class ScopedBackend<
  ParentState: Sendable, ParentAction: Sendable, State: Sendable, Action: Sendable
>: StoreBackend<State, Action>, @unchecked Sendable {
  private let parent: Store<ParentState, ParentAction>
  private let read: @Sendable (ParentState) -> State
  private let embed: @Sendable (Action) -> ParentAction
  private let isGone: (@Sendable (ParentState) -> Bool)?
  private let site: CallSite

  init(
    parent: Store<ParentState, ParentAction>, read: @escaping @Sendable (ParentState) -> State,
    embed: @escaping @Sendable (Action) -> ParentAction, isGone: (@Sendable (ParentState) -> Bool)?,
    site: CallSite
  ) {
    self.parent = parent
    self.read = read
    self.embed = embed
    self.isGone = isGone
    self.site = site
    super.init(control: parent.backend.control)
  }

  override func send(_ action: Action) -> StoreTask {
    if let isGone, parent.withState(isGone) {
      reportIssue(
        .missingScope,
        "An action was sent to a part of a store that is nil, and dropped: \(action). "
          + "The part was scoped at \(site.fileID):\(site.line).",
        at: SendSite.current ?? site)
      return StoreTask(group: nil, engine: nil)
    }
    return parent.backend.send(embed(action))
  }

  override func withState<Result>(_ body: (State) throws -> Result) rethrows -> Result {
    try parent.withState { try body(read($0)) }
  }

  override func reader<Value>(
    of value: @escaping @Sendable (State) -> Value
  ) -> @Sendable () -> Value? {
    parent.backend.reader { [read] in value(read($0)) }
  }
}

/// Holds a feature's state, reduces the actions sent to it and runs the effects that follow.
///
/// Any thread may send: actions are reduced one at a time, in arrival order, and `send` returns
/// when the action and everything it fed back has been reduced. Effects never keep a store alive;
/// when it is released they are cancelled and nothing they send is delivered.
public final class Store<State: Sendable, Action: Sendable>: Sendable {
  package let backend: StoreBackend<State, Action>

  /// - Parameters:
  ///   - initialState: evaluated with the store's dependencies in force.
  ///   - reducer: built once, here.
  ///   - updateDependencies: overrides for this store and its effects only.
  public convenience init<R: Reducer<State, Action>>(
    initialState: @autoclosure () -> State,
    @ReducerBuilder<State, Action> reducer: () -> R,
    withDependencies updateDependencies: ((inout DependencyValues) -> Void)? = nil
  ) {
    self.init(
      dependencies: .forStore(updateDependencies), initialState: initialState, reducer: reducer)
  }

  package convenience init<R: Reducer<State, Action>>(
    dependencies: DependencyValues, initialState: () -> State, reducer: () -> R
  ) {
    self.init(
      dependencies: dependencies, initialState: initialState,
      prepared: { reducer()._prepare(_Preparation()) })
  }

  init(
    dependencies: DependencyValues, initialState: () -> State,
    prepared: () -> _PreparedReducer<State, Action>
  ) {
    let (state, prepared) = withDependencies {
      $0 = dependencies
    } operation: {
      (initialState(), prepared())
    }
    let core = StoreCore(state: state, reducer: prepared, dependencies: dependencies)
    backend = RootBackend(core: core)
    core.link.connect(core)
    dependencies.sharedMemory.connect(core.link)
  }

  init(backend: StoreBackend<State, Action>) {
    self.backend = backend
  }

  deinit {
    backend.close()
  }

  /// Reduces an action. Its effects are registered when this returns.
  ///
  /// From inside a reduction of this very store the action waits until that is over.
  /// - Returns: the effects that the action started, to wait for or to cancel.
  ///
  /// This overload exists to be passed on as a function; a call selects the one that knows its
  /// site.
  @_disfavoredOverload
  @discardableResult
  public func send(_ action: Action) -> StoreTask {
    backend.send(action)
  }

  /// Reduces an action. Its effects are registered when this returns.
  ///
  /// From inside a reduction of this very store the action waits until that is over.
  /// In debug builds, issues of this send name the place of the call.
  /// - Returns: the effects that the action started, to wait for or to cancel.
  @inlinable
  @discardableResult
  public func send(
    _ action: Action,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> StoreTask {
    #if DEBUG
      send(
        action, at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    #else
      sendWithoutSite(action)
    #endif
  }

  #if DEBUG
    @usableFromInline
    func send(_ action: Action, at site: CallSite) -> StoreTask {
      SendSite.during(site) { backend.send(action) }
    }
  #else
    @usableFromInline
    func sendWithoutSite(_ action: Action) -> StoreTask { backend.send(action) }
  #endif

  /// Reads the state under the store's lock, without copying it. Keep `body` short.
  public func withState<Result>(_ body: (State) throws -> Result) rethrows -> Result {
    try backend.withState(body)
  }

  /// A copy of the state as it is now.
  public var state: State { withState { $0 } }

  /// How many effects have been started and have not ended, cancelled ones included.
  public var effectsInFlight: Int { backend.control.effectsInFlight }

  /// Whether the root feature has asked to be dismissed.
  public var isDismissed: Bool { backend.control.isDismissed }

  /// Cancels every effect in flight in the whole store.
  public func cancelAll() {
    backend.control.cancelAll()
  }

  /// Ends the store: cancels every effect in the whole store and waits until they have ended and
  /// its shared values are saved.
  ///
  /// From the call on nothing is reduced any more: a later send is dropped and reported. The state
  /// can be read as before. Calling this again only waits; cancelling the awaiting task ends the
  /// wait early.
  /// - Parameters:
  ///   - deadline: the longest to wait.
  ///   - clock: measures the deadline. By default the `continuousClock` that this store was given,
  ///     or the real one if it was given none.
  /// - Returns: whether nothing is in flight any more.
  @discardableResult
  public func shutdown(
    deadline: Duration = .seconds(1), clock: (any Clock<Duration>)? = nil
  ) async -> Bool {
    let control = backend.control
    let memory = dependencies.sharedMemory
    control.shutDown()
    guard control.effectsInFlight > 0 || !memory.isSaved else { return true }
    let clock = clock ?? control.clock
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        await control.waitUntilIdle()
        await memory.finishSaving()
      }
      group.addTask { try? await clock.sleep(for: deadline) }
      await group.next()
      group.cancelAll()
    }
    return control.effectsInFlight == 0
  }
}

public typealias StoreOf<R: Reducer> = Store<R.State, R.Action>

extension DependencyValues {
  /// The dependencies in force here, made a store's own and then overridden.
  package static func forStore(
    _ update: ((inout DependencyValues) -> Void)?
  ) -> DependencyValues {
    forStore(common: nil, update)
  }

  static func forStore(
    common: CommonDependencies?, _ update: ((inout DependencyValues) -> Void)?
  ) -> DependencyValues {
    var values = DependencyValues.current.isolated()
    if let common { values = values.adopting(common) }
    update?(&values)
    if values.ownSharedMemory == nil { values.sharedMemory = SharedMemory() }
    return values
  }
}

/// A reducer that is a function.
final class _PreparedClosure<State: Sendable, Action: Sendable>: _PreparedReducer<State, Action>,
  @unchecked Sendable
{
  private let body: @Sendable (inout State, Action) -> Effect<Action>

  init(_ body: @escaping @Sendable (inout State, Action) -> Effect<Action>) {
    self.body = body
  }

  override func reduce(into state: inout State, action: Action) -> Effect<Action> {
    body(&state, action)
  }
}

/// A reducer with a `reduce(into:action:)` of its own, which may call other reducers itself.
final class _PreparedMethod<Method: Reducer>: _PreparedReducer<Method.State, Method.Action>,
  @unchecked Sendable
{
  private let method: Method
  private let isWrapper: Bool

  init(_ method: Method) {
    self.method = method
    // Only what holds another reducer is looked into when children may have gone.
    isWrapper = Mirror(reflecting: method).children.contains { $0.value is any Reducer }
  }

  override func reduce(
    into state: inout Method.State, action: Method.Action
  ) -> Effect<Method.Action> {
    guard let stage = Reduction.current?.stage else {
      return method.reduce(into: &state, action: action)
    }
    let outer = stage.caller
    defer { stage.caller = outer }
    return withUnsafeMutablePointer(to: &state) { state in
      stage.caller = ReducerStage.Caller(
        id: ObjectIdentifier(self), stateType: ObjectIdentifier(Method.State.self),
        stateSize: MemoryLayout<Method.State>.size, state: UnsafeRawPointer(state))
      return method.reduce(into: &state.pointee, action: action)
    }
  }

  override var hasChildren: Bool { isWrapper }

  override func sweep(
    _ state: Method.State, below node: CancellationNode, _ sweep: inout Sweep
  ) {
    for call in sweep.stage.wrapped(by: ObjectIdentifier(self)) {
      withUnsafePointer(to: state) {
        call.sweep(UnsafeRawPointer($0), below: node, &sweep)
      }
    }
  }

  override var watchesChanges: Bool {
    guard isWrapper, let stage = Reduction.current?.stage else { return false }
    return stage.wrapped(by: ObjectIdentifier(self)).contains { $0.watchesChanges }
  }

  override func noticeChanges(
    in state: inout Method.State, _ round: inout ChangeRound
  ) -> Effect<Method.Action> {
    var effect = Effect<Method.Action>.none
    for call in round.stage.wrapped(by: ObjectIdentifier(self)) where call.watchesChanges {
      guard let prepared = call.whole as? _PreparedReducer<Method.State, Method.Action>
      else { continue }
      effect = effect.merge(with: prepared.noticeChanges(in: &state, &round))
    }
    return effect
  }
}

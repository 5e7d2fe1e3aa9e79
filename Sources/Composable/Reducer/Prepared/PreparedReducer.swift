/// A reducer with its bodies built: what a store runs.
///
/// Immutable after preparation: stores of one ``StoreBlueprint`` share it, each under its own lock.
public class _PreparedReducer<State: Sendable, Action: Sendable>: @unchecked Sendable {
  /// Public because a `package` initialiser makes 6.3.1 reject the subclasses.
  public init() {}

  @usableFromInline
  package func reduce(into state: inout State, action: Action) -> Effect<Action> {
    fatalError("Every prepared reducer overrides this.")
  }

  /// Cancels effects of children that `state` no longer has. Called while some are in flight.
  package func sweep(_ state: State, below node: CancellationNode, _ sweep: inout Sweep) {}

  /// Whether `sweep` can ever find anything, so that rows without children cost nothing.
  package var hasChildren: Bool { false }

  /// This and the reducer that follows it, while both are being prepared.
  func followed(by next: _PreparedReducer) -> _PreparedReducer { _PreparedList([self, next]) }
}

/// What a sweep found: the subtrees to be cancelled.
package struct Sweep {
  var gone: [CancellationNode] = []

  /// False if it was found before.
  @discardableResult
  package mutating func remove(_ node: CancellationNode) -> Bool {
    if node.isGone { return false }
    node.isGone = true
    gone.append(node)
    return true
  }
}

/// Hands out the positions that tell the operators of one reducer tree apart.
public final class _Preparation {
  private var next = 0
  private var positions: [AnyKeyPath: Int] = [:]

  package init() {}

  /// Positions that belong to the operator at `position` and to nobody else.
  init(within position: Int) { next = (position + 1) << 24 }

  package func position() -> Int {
    defer { next += 1 }
    return next
  }

  /// The position of all constant namespaces: within a composition only the constant counts.
  package static let constantNamespaces = -1

  /// One position for all namespaces read through one key path.
  package func position(for keyPath: AnyKeyPath) -> Int {
    if let position = positions[keyPath] { return position }
    let position = position()
    positions[keyPath] = position
    return position
  }
}

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

final class _PreparedList<State: Sendable, Action: Sendable>: _PreparedReducer<State, Action>,
  @unchecked Sendable
{
  private var reducers: [_PreparedReducer<State, Action>]
  private var anyHasChildren = false

  // Loops rather than `contains` and key paths: this is generic code, where both are made anew each
  // time, which took half of the time to create a store.
  init(_ reducers: [_PreparedReducer<State, Action>]) {
    self.reducers = reducers
    for reducer in reducers where reducer.hasChildren { anyHasChildren = true }
  }

  /// In place: nobody else has seen this list before its preparation is over.
  override func followed(
    by next: _PreparedReducer<State, Action>
  ) -> _PreparedReducer<State, Action> {
    reducers.append(next)
    if next.hasChildren { anyHasChildren = true }
    return self
  }

  override var hasChildren: Bool { anyHasChildren }

  override func reduce(into state: inout State, action: Action) -> Effect<Action> {
    var effect = Effect<Action>.none
    for reducer in reducers {
      let next = reducer.reduce(into: &state, action: action)
      if !next.isNone { effect = effect.merge(with: next) }
    }
    return effect
  }

  override func sweep(_ state: State, below node: CancellationNode, _ sweep: inout Sweep) {
    for reducer in reducers { reducer.sweep(state, below: node, &sweep) }
  }
}

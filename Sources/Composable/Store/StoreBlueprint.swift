/// A feature prepared once, from which many stores are made.
///
/// A store builds its feature's reducers when it is created. A server that makes one store per
/// session of the same feature need not build, and keep, the same reducers thousands of times:
///
/// ```swift
/// let sessions = StoreBlueprint { AppFeature() }
/// let store = sessions.makeStore(initialState: AppFeature.State()) { $0.userClient = client }
/// ```
/// Stores made from one blueprint share nothing but these reducers: state, effects, identifiers and
/// dependencies are each store's own. Bodies are evaluated here, once, with the dependencies in force
/// here; what a feature reads through `@Dependency` while it reduces, or inside an effect, is that of
/// the store. A body that reads a dependency while it is being built gives every store the same value.
///
/// May be used from any thread.
public final class StoreBlueprint<State: Sendable, Action: Sendable>: Sendable {
  let reducer: _PreparedReducer<State, Action>

  /// - Parameter reducer: built once, here.
  public init<R: Reducer<State, Action>>(@ReducerBuilder<State, Action> reducer: () -> R) {
    self.reducer = reducer()._prepare(_Preparation())
  }

  /// A store of this feature.
  ///
  /// - Parameters:
  ///   - initialState: evaluated with the store's dependencies in force.
  ///   - updateDependencies: overrides for this store and its effects only.
  public func makeStore(
    initialState: @autoclosure () -> State,
    withDependencies updateDependencies: ((inout DependencyValues) -> Void)? = nil
  ) -> Store<State, Action> {
    Store(
      dependencies: .forStore(updateDependencies), initialState: initialState,
      prepared: { self.reducer })
  }
}

public typealias StoreBlueprintOf<R: Reducer> = StoreBlueprint<R.State, R.Action>

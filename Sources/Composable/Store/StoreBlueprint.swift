/// A feature prepared once, from which many stores are made.
///
/// A store builds its feature's reducers when it is created. A server that makes one store per
/// session of the same feature need not build, and keep, the same reducers thousands of times:
///
/// ```swift
/// let sessions = StoreBlueprint { AppFeature() }
/// let store = sessions.makeStore(initialState: AppFeature.State()) { $0.userClient = client }
/// ```
/// Stores made from one blueprint share nothing but these reducers and the dependencies given here:
/// state, effects and identifiers are each store's own, and so is every dependency that it is given
/// itself. Bodies are evaluated here, once, with the dependencies in force here; a feature that
/// reads `@Dependency` while it reduces, or inside an effect, gets the store's value. A body that
/// reads a dependency while it is being built gives every store the same value.
///
/// Dependencies given here are kept once. A dependency that differs between stores in only one
/// small value need not be kept by each of them either: ``DependencyValues/derive(_:from:)`` it
/// from that value.
///
/// ```swift
/// let sessions = StoreBlueprint { AppFeature() } withDependencies: {
///   $0.derive(UserClient.self) { UserClient(server: server, of: $0.person) }
/// }
/// let store = sessions.makeStore(initialState: AppFeature.State()) { $0.person = person }
/// ```
///
/// May be used from any thread.
public final class StoreBlueprint<State: Sendable, Action: Sendable>: Sendable {
  let reducer: _PreparedReducer<State, Action>
  private let common: CommonDependencies?

  /// - Parameters:
  ///   - reducer: built once, here.
  ///   - updateDependencies: overrides for every store and its effects, kept once for all of them.
  ///     They begin with the defaults, not with the values in force here, and override the values
  ///     in force where a store is made. A context other than the process's is that of every store.
  public init<R: Reducer<State, Action>>(
    @ReducerBuilder<State, Action> reducer: () -> R,
    withDependencies updateDependencies: ((inout DependencyValues) -> Void)? = nil
  ) {
    let common = updateDependencies.map { CommonDependencies($0) }
    self.common = common
    self.reducer = withDependencies {
      if let common { $0 = $0.adopting(common) }
    } operation: {
      reducer()._prepare(_Preparation())
    }
  }

  /// A store of this feature.
  ///
  /// - Parameters:
  ///   - initialState: evaluated with the store's dependencies in force.
  ///   - updateDependencies: overrides for this store and its effects only; they go before those
  ///     of the blueprint.
  public func makeStore(
    initialState: @autoclosure () -> State,
    withDependencies updateDependencies: ((inout DependencyValues) -> Void)? = nil
  ) -> Store<State, Action> {
    Store(
      dependencies: .forStore(common: common, updateDependencies), initialState: initialState,
      prepared: { self.reducer })
  }
}

public typealias StoreBlueprintOf<R: Reducer> = StoreBlueprint<R.State, R.Action>

public import Composable

extension Reducer {
  /// Sets this reducer's effect identifiers apart from equal ones under other namespaces.
  ///
  /// Namespaces nest, the outer first, and hold for `@EffectID` and plain ids alike. Two reducers
  /// side by side under one constant share their identifiers, as if they were one reducer.
  ///
  /// - Parameter id: the same for the whole life of the store.
  @_disfavoredOverload
  public func namespace(_ id: some Hashable & Sendable) -> some Reducer<State, Action> {
    let key = EffectKey(id)
    return _Namespace(base: self) { _, _ in .constant(key) }
  }

  /// A namespace computed from the state.
  ///
  /// It should stay the same while effects run. When it changes, an issue that names this call is
  /// reported once, and the effects under the old one are cancelled. Read after every action while
  /// effects are in flight: keep it cheap.
  public func namespace<ID: Hashable & Sendable>(
    _ id: @escaping @Sendable (State) -> ID,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return _Namespace(base: self) { preparation, _ in
      .state({ EffectKey(id($0)) }, position: preparation.position(), site)
    }
  }

  /// A namespace read from a property of the state, under the same condition.
  ///
  /// Two reducers side by side under one property share their identifiers, as if they were one.
  public func namespace<ID: Hashable & Sendable>(
    _ id: any KeyPath<State, ID> & Sendable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return _Namespace(base: self) { preparation, _ in
      .state({ EffectKey($0[keyPath: id]) }, position: preparation.position(for: id), site)
    }
  }

  /// A namespace read from a dependency, such as a document's or a session's id.
  ///
  /// Read once, with the overrides that hold for this reducer, when the store is created.
  public func namespace<ID: Hashable & Sendable>(
    _ id: any KeyPath<DependencyValues, ID> & Sendable
  ) -> some Reducer<State, Action> {
    _Namespace(base: self) { _, dependencies in .constant(EffectKey(dependencies[keyPath: id])) }
  }
}

private struct _Namespace<Base: Reducer>: _PrimitiveReducer {
  let base: Base
  let source: @Sendable (_Preparation, DependencyValues) -> NamespaceSource<Base.State>

  typealias State = Base.State
  typealias Action = Base.Action

  func _prepare(_ preparation: _Preparation) -> _PreparedReducer<State, Action> {
    let source = source(preparation, .current)
    return _PreparedNamespace(base: base._prepare(preparation), source: source)
  }
}

public import Composable

extension Reducer {
  /// Sets this reducer's effect identifiers apart from equal ones under other namespaces.
  ///
  /// Namespaces nest, the outer first, and hold for `@EffectID` and plain ids alike.
  @_disfavoredOverload
  public func namespace(_ id: some Hashable & Sendable) -> some Reducer<State, Action> {
    let key = EffectKey(id)
    return _Namespace(base: self, source: .constant(key), site: CallSite())
  }

  /// A namespace read from the state. It should stay the same while effects run: when it changes,
  /// an issue is reported and the effects of the old one are cancelled.
  public func namespace<ID: Hashable & Sendable>(
    _ id: @escaping @Sendable (State) -> ID,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    _Namespace(
      base: self, source: .state { EffectKey(id($0)) },
      site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// A namespace read from a property of the state, under the same condition.
  public func namespace<ID: Hashable & Sendable>(
    _ id: any KeyPath<State, ID> & Sendable,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    _Namespace(
      base: self, source: .state { EffectKey($0[keyPath: id]) },
      site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// A namespace read from a dependency, such as a document's or a session's id.
  public func namespace<ID: Hashable & Sendable>(
    _ id: any KeyPath<DependencyValues, ID> & Sendable
  ) -> some Reducer<State, Action> {
    _Namespace(
      base: self, source: .dependency { EffectKey($0[keyPath: id]) }, site: CallSite())
  }
}

private struct _Namespace<Base: Reducer>: _PrimitiveReducer {
  let base: Base
  let source: NamespaceSource<Base.State>
  let site: CallSite

  typealias State = Base.State
  typealias Action = Base.Action

  func _prepare(_ preparation: _Preparation) -> _PreparedReducer<State, Action> {
    let position = preparation.position()
    return _PreparedNamespace(
      base: base._prepare(preparation), source: source, position: position, site: site)
  }
}

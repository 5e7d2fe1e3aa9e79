extension Store where Action: CasePathable {
  /// The part of this store that one child needs. Reads the current state, sends to this store.
  public func scope<ChildState: Sendable, ChildAction: Sendable>(
    state: any KeyPath<State, ChildState> & Sendable,
    action: CaseKeyPath<Action, ChildAction>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Store<ChildState, ChildAction> {
    Store<ChildState, ChildAction>(
      backend: ScopedBackend(
        parent: self,
        read: { $0[keyPath: state] },
        embed: Action.allCasePaths[keyPath: action].embedding,
        isGone: nil,
        site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)))
  }

  /// The part that an optional child needs. While it is nil, reads give nil and sends are
  /// dropped and reported.
  public func scope<ChildState: Sendable, ChildAction: Sendable>(
    state: any KeyPath<State, ChildState?> & Sendable,
    action: CaseKeyPath<Action, ChildAction>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Store<ChildState?, ChildAction> {
    Store<ChildState?, ChildAction>(
      backend: ScopedBackend(
        parent: self,
        read: { $0[keyPath: state] },
        embed: Action.allCasePaths[keyPath: action].embedding,
        isGone: { $0[keyPath: state] == nil },
        site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column)))
  }
}

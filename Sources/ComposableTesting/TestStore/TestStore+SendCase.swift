public import Composable

extension TestStore where Action: CasePathable {
  /// Sends the action that a case key path names: `store.send(\.path[id: 0].saveButtonTapped)`.
  ///
  /// Otherwise as ``send(_:assert:fileID:filePath:line:column:)``.
  @discardableResult
  nonisolated(nonsending) public func send(
    _ actionCase: CaseKeyPath<Action, Void>,
    assert update: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async -> TestStoreTask {
    await send(
      Action.allCasePaths[keyPath: actionCase].embed(()), assert: update, fileID: fileID,
      filePath: filePath, line: line, column: column)
  }

  /// Sends the action that a case key path and a value make: `store.send(\.title, "Milk")`.
  @discardableResult
  nonisolated(nonsending) public func send<Value>(
    _ actionCase: CaseKeyPath<Action, Value>,
    _ value: Value,
    assert update: ((inout State) throws -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async -> TestStoreTask {
    await send(
      Action.allCasePaths[keyPath: actionCase].embed(value), assert: update, fileID: fileID,
      filePath: filePath, line: line, column: column)
  }
}

public import Composable

extension Reducer where Action: CasePathable {
  /// Another name for ``forEachNamespace(_:action:element:fileID:filePath:line:column:)``.
  @inlinable
  public func forEachNamespaced<
    ID: Hashable & Sendable, ElementState, ElementAction,
    Element: Reducer<ElementState, ElementAction>
  >(
    _ elements: WritableKeyPath<State, IdentifiedArray<ID, ElementState>>,
    action: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>,
    @ReducerBuilder<ElementState, ElementAction> element: () -> Element,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    forEachNamespace(
      elements, action: action, element: element, fileID: fileID, filePath: filePath, line: line,
      column: column)
  }

  /// Another name for ``forEachNamespace(_:action:element:fileID:filePath:line:column:)``, over a dictionary.
  @inlinable
  public func forEachNamespaced<
    ID: Hashable & Sendable, ElementState, ElementAction,
    Element: Reducer<ElementState, ElementAction>
  >(
    _ elements: WritableKeyPath<State, [ID: ElementState]>,
    action: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>,
    @ReducerBuilder<ElementState, ElementAction> element: () -> Element,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    forEachNamespace(
      elements, action: action, element: element, fileID: fileID, filePath: filePath, line: line,
      column: column)
  }

  /// Another name for ``forEachNamespace(_:action:element:fileID:filePath:line:column:)``, for features without an id.
  @inlinable
  public func forEachNamespaced<
    ID: Hashable & Sendable, ElementState, ElementAction,
    Element: Reducer<ElementState, ElementAction>
  >(
    _ elements: WritableKeyPath<State, IdentifiedArrayOf<Identified<ID, ElementState>>>,
    action: CaseKeyPath<Action, IdentifiedAction<ID, ElementAction>>,
    @ReducerBuilder<ElementState, ElementAction> element: () -> Element,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    forEachNamespace(
      elements, action: action, element: element, fileID: fileID, filePath: filePath, line: line,
      column: column)
  }
}

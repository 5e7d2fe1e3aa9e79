public import Composable

extension Reducer where Action: CasePathable {
  /// Another name for ``forEachNamespace(_:action:element:fileID:filePath:line:column:)``.
  @inlinable
  public func forEachNamespaced<
    Elements: _ElementsWithID, ElementAction, Element: _NamespaceElement
  >(
    _ elements: WritableKeyPath<State, Elements>,
    action: CaseKeyPath<Action, IdentifiedAction<Elements._ID, ElementAction>>,
    @_NamespaceBuilder<Elements, ElementAction> element: () -> Element,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action>
  where
    Elements._ID == Element.ID, Element.Elements == Elements, Element.Child.Action == ElementAction
  {
    forEachNamespace(
      elements, action: action, element: element, fileID: fileID, filePath: filePath, line: line,
      column: column)
  }

  /// Another name for ``forEachNamespace(_:action:element:fileID:filePath:line:column:)``, with a
  /// closure that is not written in place.
  @_disfavoredOverload
  @inlinable
  public func forEachNamespaced<Elements: _ElementsWithID, Element: Reducer>(
    _ elements: WritableKeyPath<State, Elements>,
    action: CaseKeyPath<Action, IdentifiedAction<Elements._ID, Element.Action>>,
    element: () -> Element,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> where Element.State == Elements._Element {
    forEachNamespace(
      elements, action: action, element: element, fileID: fileID, filePath: filePath, line: line,
      column: column)
  }

  /// The same for a feature without an id.
  @_disfavoredOverload
  @inlinable
  public func forEachNamespaced<ID: Hashable & Sendable, Element: Reducer>(
    _ elements: WritableKeyPath<State, IdentifiedArrayOf<Identified<ID, Element.State>>>,
    action: CaseKeyPath<Action, IdentifiedAction<ID, Element.Action>>,
    element: () -> Element,
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

public import Composable

// `forEach` gives every element a node of its own already, so these add a name, and the form for
// features that have no id.

extension Reducer where Action: CasePathable {
  /// Attaches a feature to every element; each element's effects are its own.
  public func forEachNamespace<
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
    forEach(
      elements, action: action, element: element, fileID: fileID, filePath: filePath, line: line,
      column: column)
  }

  /// Attaches a feature to every value of a dictionary; each key's effects are its own.
  public func forEachNamespace<
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
    forEach(
      elements, action: action, element: element, fileID: fileID, filePath: filePath, line: line,
      column: column)
  }

  /// Attaches a feature without an id to every element that gives it one. The feature works on
  /// the wrapped value and need not know.
  public func forEachNamespace<
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
    _Attachment(parent: self, child: element()) { child, position in
      _PreparedElements(
        elements: WrappedElements<State, ID, ElementState>(
          elements: IdentifiedElements(access: StateAccess(elements))),
        action: Action.allCasePaths[keyPath: action],
        child: child,
        position: position,
        operation: "forEachNamespace",
        site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    }
  }

  /// Another name for ``forEachNamespace(_:action:element:fileID:filePath:line:column:)``.
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
}

private struct WrappedElements<Root, ID: Hashable & Sendable, Value>: ElementAccess {
  let elements: IdentifiedElements<Root, ID, Identified<ID, Value>>

  func modify<Result>(_ root: inout Root, id: ID, _ body: (inout Value) -> Result) -> Result? {
    elements.modify(&root, id: id) { body(&$0.value) }
  }

  func read<Result>(_ root: Root, id: ID, _ body: (Value) -> Result) -> Result? {
    elements.read(root, id: id) { body($0.value) }
  }

  func stamp(_ root: Root) -> UInt64? { elements.stamp(root) }
}

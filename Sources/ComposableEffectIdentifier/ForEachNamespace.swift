public import Composable

// `forEach` gives every element a node of its own already, so these add the name, and the form for
// features that have no id.

extension Reducer where Action: CasePathable {
  /// Attaches a feature to every element of an identified array, under the element's id.
  ///
  /// The feature declares its effect identifiers as if it were alone: those of one element never
  /// reach another's. An element runs before this reducer. An action for an element that is not
  /// there is reported at this call; this reducer still sees it. Removing an element cancels its
  /// effects.
  @inlinable
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
    let elements = IdentifiedElements(access: StateAccess(elements))
    let path = Action.allCasePaths[keyPath: action]
    return _forEach(
      elements, path, _elementStep(elements, path), element: element(),
      operation: "forEachNamespace",
      site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Attaches a feature to every value of a dictionary, under the value's key.
  ///
  /// As for identified arrays: values are apart, a missing key is reported at this call, and
  /// removing a key cancels its effects.
  @inlinable
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
    let elements = DictionaryElements(access: StateAccess(elements))
    let path = Action.allCasePaths[keyPath: action]
    return _forEach(
      elements, path, _elementStep(elements, path), element: element(),
      operation: "forEachNamespace",
      site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Attaches a feature without an id to every element that gives it one.
  ///
  /// The feature works on the wrapped value and need not know that it is listed:
  /// ```swift
  /// var timers: IdentifiedArrayOf<Identified<UUID, LonelyTimer.State>>
  /// …
  /// parent.forEachNamespace(\.timers, action: \.timers) { LonelyTimer() }
  /// ```
  @inlinable
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
    let elements = WrappedElements(elements: IdentifiedElements(access: StateAccess(elements)))
    let path = Action.allCasePaths[keyPath: action]
    return _forEach(
      elements, path, _elementStep(elements, path), element: element(),
      operation: "forEachNamespace",
      site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

/// Reaches the values inside the elements.
@usableFromInline
struct WrappedElements<Root, ID: Hashable & Sendable, Value>: ElementAccess {
  @usableFromInline let elements: IdentifiedElements<Root, ID, Identified<ID, Value>>

  @inlinable
  init(elements: IdentifiedElements<Root, ID, Identified<ID, Value>>) { self.elements = elements }

  @inlinable
  func modify<Result>(_ root: inout Root, id: ID, _ body: (inout Value) -> Result) -> Result? {
    elements.modify(&root, id: id) { body(&$0.value) }
  }

  @usableFromInline
  func read<Result>(_ root: Root, id: ID, _ body: (Value) -> Result) -> Result? {
    elements.read(root, id: id) { body($0.value) }
  }

  @usableFromInline
  func stamp(_ root: Root) -> UInt64? { elements.stamp(root) }

  @usableFromInline
  func ids(_ root: Root) -> [ID] { elements.ids(root) }
}

public import Composable

// `forEach` gives every element a node of its own already, so these add the name, and the form for
// features that have no id.

extension Reducer where Action: CasePathable {
  /// Attaches a feature to every element of an identified array, under the element's id, or to every
  /// value of a dictionary, under its key.
  ///
  /// The feature declares its effect identifiers as if it were alone: those of one element never
  /// reach another's. An element runs before this reducer. An action for an element that is not
  /// there is reported at this call; this reducer still sees it. Removing an element cancels its
  /// effects.
  ///
  /// A feature without an id can be attached to elements that give it one. It works on the wrapped
  /// value and need not know that it is listed:
  /// ```swift
  /// var timers: IdentifiedArrayOf<Identified<UUID, LonelyTimer.State>>
  /// …
  /// parent.forEachNamespace(\.timers, action: \.timers) { LonelyTimer() }
  /// ```
  @inlinable
  public func forEachNamespace<
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
    element()._attach(
      to: self, elements: elements, action: Action.allCasePaths[keyPath: action],
      operation: "forEachNamespace",
      site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// The same with a closure that is not written in place: `element: Row.init`.
  @_disfavoredOverload
  @inlinable
  public func forEachNamespace<Elements: _ElementsWithID, Element: Reducer>(
    _ elements: WritableKeyPath<State, Elements>,
    action: CaseKeyPath<Action, IdentifiedAction<Elements._ID, Element.Action>>,
    element: () -> Element,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> where Element.State == Elements._Element {
    _WholeElement(element())._attach(
      to: self, elements: elements, action: Action.allCasePaths[keyPath: action],
      operation: "forEachNamespace",
      site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// The same for a feature without an id.
  @_disfavoredOverload
  @inlinable
  public func forEachNamespace<ID: Hashable & Sendable, Element: Reducer>(
    _ elements: WritableKeyPath<State, IdentifiedArrayOf<Identified<ID, Element.State>>>,
    action: CaseKeyPath<Action, IdentifiedAction<ID, Element.Action>>,
    element: () -> Element,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    _WrappedElement(element())._attach(
      to: self, elements: elements, action: Action.allCasePaths[keyPath: action],
      operation: "forEachNamespace",
      site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

extension Reducer where Action: CasePathable {
  /// Attaches a child to every element of an identified array, to every value of a dictionary, or to
  /// every element of a stack. The element runs before this reducer.
  ///
  /// An action for an element that is not there is reported; this reducer still sees it. Removing
  /// an element cancels its effects.
  ///
  /// Of a stack, pushes happen before this reducer runs, pops after it, as does a `dismiss()` from an
  /// element's effect, which pops the element and everything above it. Reported as well: a pop of an
  /// element that is not there, and a push under an id that is taken.
  @inlinable
  public func forEach<
    Elements: _ForEachState, ElementsAction: _ForEachAction, Element: Reducer
  >(
    _ elements: WritableKeyPath<State, Elements>,
    action: CaseKeyPath<Action, ElementsAction>,
    @ReducerBuilder<Elements._Element, ElementsAction._ElementAction> element: () -> Element,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action>
  where
    Elements._ElementsKind == ElementsAction._ElementsKind, Element.State == Elements._Element,
    Element.Action == ElementsAction._ElementAction
  {
    Elements._attach(
      element(), to: self, elements: elements, action: Action.allCasePaths[keyPath: action],
      operation: "forEach",
      site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

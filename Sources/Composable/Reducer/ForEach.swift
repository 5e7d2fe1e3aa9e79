extension Reducer where Action: CasePathable {
  /// Attaches a child to every element of an identified array. The element runs before this reducer.
  ///
  /// An action for an element that is not there is reported; this reducer still sees it. Removing
  /// an element cancels its effects.
  @inlinable
  public func forEach<
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
      elements, path, _elementStep(elements, path), element: element(), operation: "forEach",
      site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Attaches a child to every value of a dictionary. The value runs before this reducer.
  @inlinable
  public func forEach<
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
      elements, path, _elementStep(elements, path), element: element(), operation: "forEach",
      site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Every `forEach`, by whatever name: `elements` says how one of them is reached.
  @usableFromInline
  package func _forEach<Elements: ElementAccess, Element: Reducer>(
    _ elements: Elements,
    _ path: CasePath<Action, IdentifiedAction<Elements.ID, Element.Action>>,
    _ step: @escaping _ElementStep<Elements, Action, Element.Action>,
    element: Element, operation: StaticString, site: CallSite
  ) -> some Reducer<State, Action>
  where Elements.Root == State, Elements.Value == Element.State {
    _Attachment(parent: self, child: element) { child, position in
      _PreparedElements(
        elements: elements, step: step, path: path, child: child, position: position,
        operation: operation.description, site: site)
    }
  }
}

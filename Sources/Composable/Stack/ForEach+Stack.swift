extension Reducer where Action: CasePathable {
  /// Attaches a child to every element of a stack. The element runs before this reducer.
  ///
  /// Pushes happen before this reducer runs, pops after it, as does a `dismiss()` from an element's
  /// effect, which pops the element and everything above it. Popping cancels effects.
  ///
  /// Reported, at this call: an action for or a pop of an element that is not there, and a push
  /// under an id that is taken. This reducer runs all the same.
  public func forEach<ElementState, ElementAction, Element: Reducer<ElementState, ElementAction>>(
    _ stack: WritableKeyPath<State, StackState<ElementState>>,
    action: CaseKeyPath<Action, StackAction<ElementState, ElementAction>>,
    @ReducerBuilder<ElementState, ElementAction> destination element: () -> Element,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    _Stack(
      parent: self,
      element: element(),
      stack: StateAccess(stack),
      action: Action.allCasePaths[keyPath: action],
      site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Attaches the children of an enum of reducers to a stack of them.
  public func forEach<ElementState: CaseReducerState, ElementAction>(
    _ stack: WritableKeyPath<State, StackState<ElementState>>,
    action: CaseKeyPath<Action, StackAction<ElementState, ElementAction>>,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action>
  where
    ElementState.StateReducer.State == ElementState,
    ElementState.StateReducer.Action == ElementAction
  {
    forEach(
      stack, action: action, destination: { ElementState.StateReducer.body }, fileID: fileID,
      filePath: filePath, line: line, column: column)
  }
}

private struct _Stack<Parent: Reducer, Element: Reducer>: _PrimitiveReducer {
  let parent: Parent
  let element: Element
  let stack: StateAccess<Parent.State, StackState<Element.State>>
  let action: CasePath<Parent.Action, StackAction<Element.State, Element.Action>>
  let site: CallSite

  typealias State = Parent.State
  typealias Action = Parent.Action

  func _prepare(_ preparation: _Preparation) -> _PreparedReducer<State, Action> {
    let position = preparation.position()
    let element = element._prepare(preparation)
    return _PreparedStack(
      parent: parent._prepare(preparation), element: element,
      elements: StackElements(access: stack), action: action, position: position, site: site)
  }
}

private struct StackElements<Root, Value>: ElementAccess {
  let access: StateAccess<Root, StackState<Value>>

  func modify<Result>(
    _ root: inout Root, id: StackElementID, _ body: (inout Value) -> Result
  ) -> Result? {
    access.modify(&root) { $0.modify(id: id, body) }
  }

  func read<Result>(_ root: Root, id: StackElementID, _ body: (Value) -> Result) -> Result? {
    access.read(root) { $0[id: id].map(body) }
  }

  func stamp(_ root: Root) -> UInt64? { access.read(root) { $0.stamp } }
  func ids(_ root: Root) -> [StackElementID] { access.read(root) { Array($0.ids) } }
}

private final class _PreparedStack<
  State: Sendable, Action: Sendable, ElementState: Sendable, ElementAction: Sendable
>: _PreparedReducer<State, Action>, @unchecked Sendable {
  let parent: _PreparedReducer<State, Action>
  let element: _PreparedReducer<ElementState, ElementAction>
  let elements: StackElements<State, ElementState>
  let action: CasePath<Action, StackAction<ElementState, ElementAction>>
  let position: Int
  let site: CallSite

  init(
    parent: _PreparedReducer<State, Action>, element: _PreparedReducer<ElementState, ElementAction>,
    elements: StackElements<State, ElementState>,
    action: CasePath<Action, StackAction<ElementState, ElementAction>>, position: Int,
    site: CallSite
  ) {
    self.parent = parent
    self.element = element
    self.elements = elements
    self.action = action
    self.position = position
    self.site = site
  }

  override var hasChildren: Bool { true }

  override func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch self.action.extraction(action) {
    case nil:
      return parent.reduce(into: &state, action: action)
    case .element(let id, let elementAction)?:
      let effect = reduce(&state, id, elementAction, action)
      return effect.merge(with: parent.reduce(into: &state, action: action))
    case .push(let id, let element)?:
      push(&state, id, element)
      return parent.reduce(into: &state, action: action)
    case .popFrom(let id)?:
      return pop(&state, id, action)
    }
  }

  private func reduce(
    _ state: inout State, _ id: StackElementID, _ elementAction: ElementAction, _ action: Action
  ) -> Effect<Action> {
    let effect = elements.modify(&state, id: id) {
      element.reduce(into: &$0, action: elementAction)
    }
    guard let effect else {
      reportIssue(
        .missingElement,
        "forEach received an action for a stack element that is not there, with id \(id): "
          + "\(action)",
        at: site)
      return .none
    }
    if effect.isNone { return .none }
    let embed = self.action.embedding
    let lifted = effect.lifted(
      through: { embed(.element(id: id, action: $0)) }, to: PathKey(position, EffectKey(id)))
    return Effect(lifted.content.dismissed { embed(.popFrom(id: id)) })
  }

  override var watchesChanges: Bool { element.watchesChanges || parent.watchesChanges }

  override func noticeChanges(
    in state: inout State, _ round: inout ChangeRound
  ) -> Effect<Action> {
    var effect = Effect<Action>.none
    if element.watchesChanges {
      let embed = action.embedding
      effect = elements.noticeChanges(in: &state, child: element, at: position, &round) {
        embed(.element(id: $0, action: $1))
      }
    }
    return effect.merge(with: parent.noticeChanges(in: &state, &round))
  }

  private func push(_ state: inout State, _ id: StackElementID, _ element: ElementState) {
    DependencyValues.current.stackElementID.skip(id)
    if !elements.access.modify(&state, { $0.push(element, id: id) }) {
      reportIssue(
        .duplicateID, "forEach received a push under the id \(id), which is in the stack already.",
        at: site)
    }
  }

  private func pop(_ state: inout State, _ id: StackElementID, _ action: Action) -> Effect<Action> {
    let isThere = elements.access.read(state) { $0.contains(id: id) }
    let effect = parent.reduce(into: &state, action: action)
    guard isThere else {
      reportIssue(
        .missingElement, "forEach received a pop from the id \(id), which is not in the stack.",
        at: site)
      return effect
    }
    elements.access.modify(&state) { stack in
      // Its parent may have popped it already.
      if stack.contains(id: id) { stack.pop(from: id) }
    }
    return effect
  }

  override func sweep(_ state: State, below node: CancellationNode, _ sweep: inout Sweep) {
    elements.sweep(state, child: element, at: position, below: node, &sweep)
    parent.sweep(state, below: node, &sweep)
  }
}

extension StackState: _ForEachState {
  public typealias _Element = Element
  public typealias _ElementsKind = _ElementsOfStack<Element>

  public static func _attach<Parent: Reducer, Child: Reducer, ElementsAction: _ForEachAction>(
    _ element: Child, to parent: Parent, elements: WritableKeyPath<Parent.State, StackState>,
    action: CasePath<Parent.Action, ElementsAction>, operation: StaticString, site: CallSite
  ) -> _Attachment<Parent, Child>
  where
    Child.State == Element, Child.Action == ElementsAction._ElementAction,
    ElementsAction._ElementsKind == _ElementsOfStack<Element>
  {
    // `StackAction` alone is of this kind.
    let action = action as! CasePath<Parent.Action, StackAction<Element, Child.Action>>
    return _Attachment(stacked: element, on: parent, stack: elements, action: action, site: site)
  }
}

/// The elements of a stack, which can be pushed and popped.
public enum _ElementsOfStack<State>: _HasElementID {
  public typealias _ID = StackElementID
}

extension StackAction: _ForEachAction {
  public typealias _ElementAction = Action
  public typealias _ElementsKind = _ElementsOfStack<State>
}

extension Reducer where Action: CasePathable {
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
    _Attachment(
      stacked: ElementState.StateReducer.body, on: self, stack: stack,
      action: Action.allCasePaths[keyPath: action],
      site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// `forEach` over a stack with its closure's label written out.
  @_disfavoredOverload
  public func forEach<ElementState, ElementAction, Element: Reducer<ElementState, ElementAction>>(
    _ stack: WritableKeyPath<State, StackState<ElementState>>,
    action: CaseKeyPath<Action, StackAction<ElementState, ElementAction>>,
    @ReducerBuilder<ElementState, ElementAction> destination element: () -> Element,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> some Reducer<State, Action> {
    _Attachment(
      stacked: element(), on: self, stack: stack, action: Action.allCasePaths[keyPath: action],
      site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}

extension _Attachment {
  fileprivate init(
    stacked element: Child, on parent: Parent,
    stack: WritableKeyPath<Parent.State, StackState<Child.State>>,
    action: CasePath<Parent.Action, StackAction<Child.State, Child.Action>>, site: CallSite
  ) {
    let elements = StackElements(access: StateAccess(stack))
    self.init(parent: parent, child: element) { element, parent, position in
      _PreparedStack(
        parent: parent, element: element, elements: elements, action: action, position: position,
        site: site)
    }
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

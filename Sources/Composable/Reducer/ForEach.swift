extension Reducer where Action: CasePathable {
  /// Attaches a child to every element of an identified array. The element runs before this reducer.
  ///
  /// An action for an element that is not there is reported; this reducer still sees it. Removing
  /// an element cancels its effects.
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
    _Attachment(parent: self, child: element()) { child, position in
      _PreparedElements(
        elements: IdentifiedElements<State, ID, ElementState>(access: StateAccess(elements)),
        action: Action.allCasePaths[keyPath: action],
        child: child,
        position: position,
        operation: "forEach",
        site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    }
  }

  /// Attaches a child to every value of a dictionary. The value runs before this reducer.
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
    _Attachment(parent: self, child: element()) { child, position in
      _PreparedElements(
        elements: DictionaryElements<State, ID, ElementState>(access: StateAccess(elements)),
        action: Action.allCasePaths[keyPath: action],
        child: child,
        position: position,
        operation: "forEach",
        site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    }
  }
}

/// How `forEach` reaches one element of a collection.
package protocol ElementAccess<Root, ID, Value>: Sendable {
  associatedtype Root
  associatedtype ID: Hashable & Sendable
  associatedtype Value
  func modify<Result>(_ root: inout Root, id: ID, _ body: (inout Value) -> Result) -> Result?
  func read<Result>(_ root: Root, id: ID, _ body: (Value) -> Result) -> Result?
  /// Equal as long as no id came or went; nil if that cannot be told cheaply.
  func stamp(_ root: Root) -> UInt64?
}

package struct IdentifiedElements<Root, ID: Hashable & Sendable, Value>: ElementAccess {
  let access: StateAccess<Root, IdentifiedArray<ID, Value>>

  package init(access: StateAccess<Root, IdentifiedArray<ID, Value>>) { self.access = access }

  package func modify<Result>(
    _ root: inout Root, id: ID, _ body: (inout Value) -> Result
  ) -> Result? {
    access.modify(&root) { $0.modify(id: id, body) }
  }

  package func read<Result>(_ root: Root, id: ID, _ body: (Value) -> Result) -> Result? {
    access.read(root) { $0[id: id].map(body) }
  }

  package func stamp(_ root: Root) -> UInt64? { access.read(root) { $0.stamp } }
}

package struct DictionaryElements<Root, ID: Hashable & Sendable, Value>: ElementAccess {
  let access: StateAccess<Root, [ID: Value]>

  package init(access: StateAccess<Root, [ID: Value]>) { self.access = access }

  package func modify<Result>(
    _ root: inout Root, id: ID, _ body: (inout Value) -> Result
  ) -> Result? {
    access.modify(&root) { dictionary in
      guard let index = dictionary.index(forKey: id) else { return nil }
      return body(&dictionary.values[index])
    }
  }

  package func read<Result>(_ root: Root, id: ID, _ body: (Value) -> Result) -> Result? {
    access.read(root) { $0[id].map(body) }
  }

  package func stamp(_ root: Root) -> UInt64? { nil }
}

package final class _PreparedElements<
  Access: ElementAccess, Action: Sendable, ChildAction: Sendable
>:
  _PreparedReducer<Access.Root, Action>, @unchecked Sendable
where Access.Root: Sendable, Access.Value: Sendable {
  private let elements: Access
  private let action: CasePath<Action, IdentifiedAction<Access.ID, ChildAction>>
  private let child: _PreparedReducer<Access.Value, ChildAction>
  private let position: Int
  private let operation: String
  private let site: CallSite

  package init(
    elements: Access, action: CasePath<Action, IdentifiedAction<Access.ID, ChildAction>>,
    child: _PreparedReducer<Access.Value, ChildAction>, position: Int, operation: String,
    site: CallSite
  ) {
    self.elements = elements
    self.action = action
    self.child = child
    self.position = position
    self.operation = operation
    self.site = site
  }

  package override var hasChildren: Bool { true }

  package override func reduce(into state: inout Access.Root, action: Action) -> Effect<Action> {
    guard case .element(let id, let childAction)? = self.action.extraction(action)
    else { return .none }
    let effect = elements.modify(&state, id: id) {
      child.reduce(into: &$0, action: childAction)
    }
    guard let effect else {
      reportIssue(
        .missingElement,
        "\(operation) received an action for an element that is not there, with id \(id): \(action)",
        at: site)
      return .none
    }
    if effect.isNone { return .none }
    let embed = self.action.embedding
    return effect.lifted(
      through: { embed(.element(id: id, action: $0)) }, to: PathKey(position, EffectKey(id)))
  }

  package override func sweep(
    _ state: Access.Root, below node: CancellationNode, _ sweep: inout Sweep
  ) {
    elements.sweep(state, child: child, at: position, below: node, &sweep)
  }
}

extension ElementAccess where Value: Sendable {
  /// Cancels what belongs to elements that are gone, and looks into those that are there.
  func sweep<Action>(
    _ state: Root, child: _PreparedReducer<Value, Action>, at position: Int,
    below node: CancellationNode, _ sweep: inout Sweep
  ) {
    guard let group = node.children(at: position) else { return }
    let stamp = stamp(state)
    let sameIDs = stamp != nil && group.stamp == stamp
    if sameIDs && !child.hasChildren { return }
    for below in group.all {
      guard let id = below.key?.child?.base as? ID else { continue }
      let isPresent: Void? = read(state, id: id) { element in
        if child.hasChildren && below.hasChildNodes {
          child.sweep(element, below: below, &sweep)
        }
      }
      if isPresent == nil { sweep.remove(below) }
    }
    group.stamp = stamp
  }
}

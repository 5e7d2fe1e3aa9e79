/// The collections to which `forEach` attaches a child: an identified array, a dictionary, or a
/// ``StackState``.
public protocol _ForEachState {
  associatedtype _Element
  /// Which actions belong to it: those that name the same kind.
  associatedtype _ElementsKind

  static func _attach<Parent: Reducer, Element: Reducer, ElementsAction: _ForEachAction>(
    _ element: Element, to parent: Parent, elements: WritableKeyPath<Parent.State, Self>,
    action: CasePath<Parent.Action, ElementsAction>, operation: StaticString, site: CallSite
  ) -> _Attachment<Parent, Element>
  where
    Element.State == _Element, Element.Action == ElementsAction._ElementAction,
    ElementsAction._ElementsKind == _ElementsKind
}

/// The actions of what `forEach` attaches a child to: ``IdentifiedAction`` or ``StackAction``.
public protocol _ForEachAction {
  associatedtype _ElementAction
  associatedtype _ElementsKind: _HasElementID where _ElementsKind._ID: Hashable & Sendable
}

public protocol _HasElementID {
  associatedtype _ID
}

/// Elements that are found by an id of theirs: in an ``IdentifiedArray`` or a dictionary.
public enum _ElementsByID<ID>: _HasElementID {
  public typealias _ID = ID
}

/// State of this kind, whose actions are ``IdentifiedAction``s.
public protocol _ElementsWithID: _ForEachState where _ElementsKind == _ElementsByID<_ID> {
  associatedtype _ID
}

extension IdentifiedAction: _ForEachAction {
  public typealias _ElementAction = Action
  public typealias _ElementsKind = _ElementsByID<ID>
}

extension IdentifiedArray: _ElementsWithID {
  public typealias _ID = ID
  public typealias _Element = Element
  public typealias _ElementsKind = _ElementsByID<ID>

  @inlinable
  public static func _attach<Parent: Reducer, Child: Reducer, ElementsAction: _ForEachAction>(
    _ element: Child, to parent: Parent, elements: WritableKeyPath<Parent.State, IdentifiedArray>,
    action: CasePath<Parent.Action, ElementsAction>, operation: StaticString, site: CallSite
  ) -> _Attachment<Parent, Child>
  where
    Child.State == Element, Child.Action == ElementsAction._ElementAction,
    ElementsAction._ElementsKind == _ElementsByID<ID>
  {
    // `IdentifiedAction` alone is of this kind.
    let action = action as! CasePath<Parent.Action, IdentifiedAction<ID, Child.Action>>
    let elements = IdentifiedElements(access: StateAccess(elements))
    return _Attachment(
      elements, action, _elementStep(elements, action), element: element, to: parent,
      operation: operation, site: site)
  }
}

extension Dictionary: _ElementsWithID, _ForEachState {
  public typealias _ID = Key
  public typealias _Element = Value
  public typealias _ElementsKind = _ElementsByID<Key>

  @inlinable
  public static func _attach<Parent: Reducer, Child: Reducer, ElementsAction: _ForEachAction>(
    _ element: Child, to parent: Parent, elements: WritableKeyPath<Parent.State, Dictionary>,
    action: CasePath<Parent.Action, ElementsAction>, operation: StaticString, site: CallSite
  ) -> _Attachment<Parent, Child>
  where
    Child.State == Value, Child.Action == ElementsAction._ElementAction,
    ElementsAction._ElementsKind == _ElementsByID<Key>
  {
    // `IdentifiedAction` alone is of this kind.
    let action = action as! CasePath<Parent.Action, IdentifiedAction<Key, Child.Action>>
    let elements = DictionaryElements(access: StateAccess(elements))
    return _Attachment(
      elements, action, _elementStep(elements, action), element: element, to: parent,
      operation: operation, site: site)
  }
}

extension _Attachment {
  /// Every `forEach` by id, under any name: `elements` accesses one of them.
  @usableFromInline
  package init<Elements: ElementAccess>(
    _ elements: Elements,
    _ path: CasePath<Parent.Action, IdentifiedAction<Elements.ID, Child.Action>>,
    _ step: @escaping _ElementStep<Elements, Parent.Action, Child.Action>,
    element: Child, to parent: Parent, operation: StaticString, site: CallSite
  ) where Elements.Root == Parent.State, Elements.Value == Child.State {
    self.init(parent: parent, child: element) { child, parent, position in
      _PreparedAttachment(
        child: _PreparedElements(
          elements: elements, step: step, path: path, child: child, position: position,
          operation: operation.description, site: site),
        parent: parent)
    }
  }
}

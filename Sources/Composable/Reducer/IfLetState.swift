/// The state to which `ifLet` attaches a child: an optional, or a ``PresentationState``.
public protocol _IfLetState {
  associatedtype _Child
  /// Which actions belong to it: those that name the same kind.
  associatedtype _ChildKind

  static func _attach<Parent: Reducer, Child: Reducer, SlotAction: CasePathable>(
    _ child: Child, to parent: Parent, state: WritableKeyPath<Parent.State, Self>,
    action: CasePath<Parent.Action, SlotAction>, site: CallSite
  ) -> _Attachment<Parent, Child>
  where
    Child.State == _Child, Child.Action == SlotAction._ChildAction,
    SlotAction._ChildKind == _ChildKind
}

/// A child whose state is there or not, and whose actions are its own.
public enum _OptionalChild {}

/// A child whose actions come wrapped, with the wish to dismiss it.
public enum _PresentedChild {}

extension Optional: _IfLetState {
  public typealias _Child = Wrapped
  public typealias _ChildKind = _OptionalChild

  public static func _attach<Parent: Reducer, Child: Reducer, SlotAction: CasePathable>(
    _ child: Child, to parent: Parent, state: WritableKeyPath<Parent.State, Wrapped?>,
    action: CasePath<Parent.Action, SlotAction>, site: CallSite
  ) -> _Attachment<Parent, Child>
  where
    Child.State == Wrapped, Child.Action == SlotAction._ChildAction,
    SlotAction._ChildKind == _OptionalChild
  {
    // Actions of this kind are their own child's: only `PresentationAction` is of another.
    let action = action as! CasePath<Parent.Action, Child.Action>
    return _Attachment(optional: child, to: parent, state: state, action: action, site: site)
  }
}

extension _Attachment {
  init(
    optional child: Child, to parent: Parent,
    state: WritableKeyPath<Parent.State, Child.State?>,
    action: CasePath<Parent.Action, Child.Action>, site: CallSite
  ) {
    self.init(parent: parent, child: child) { child, parent, position in
      _PreparedAttachment(
        child: _PreparedChild(
          access: OptionalAccess(access: StateAccess(state)), action: action, child: child,
          position: position, operation: "ifLet", site: site, identity: IdentityReader()),
        parent: parent)
    }
  }
}

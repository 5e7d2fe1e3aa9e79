/// A child reducer attached to a parent; how they are joined is decided when prepared.
public struct _Attachment<Parent: Reducer, Child: Reducer>: _PrimitiveReducer, @unchecked Sendable {
  package typealias Join = (
    _ child: _PreparedReducer<Child.State, Child.Action>,
    _ parent: _PreparedReducer<Parent.State, Parent.Action>,
    _ position: Int
  ) -> _PreparedReducer<Parent.State, Parent.Action>

  public typealias State = Parent.State
  public typealias Action = Parent.Action

  private let parent: Parent
  private let child: Child
  // Captures key paths only; they are immutable.
  private let join: Join

  package init(parent: Parent, child: Child, join: @escaping Join) {
    self.parent = parent
    self.child = child
    self.join = join
  }

  public func _prepare(
    _ preparation: _Preparation
  ) -> _PreparedReducer<Parent.State, Parent.Action> {
    let position = preparation.position()
    let child = child._prepare(preparation)
    return join(child, parent._prepare(preparation), position)
  }
}

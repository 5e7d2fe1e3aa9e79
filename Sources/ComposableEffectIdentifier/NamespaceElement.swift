public import Composable

/// The result of the closure of `forEachNamespace`: a reducer of the elements, or of the values
/// that they wrap.
public protocol _NamespaceElement {
  associatedtype Elements
  associatedtype ID: Hashable & Sendable
  associatedtype Child: Reducer

  func _attach<Parent: Reducer>(
    to parent: Parent, elements: WritableKeyPath<Parent.State, Elements>,
    action: CasePath<Parent.Action, IdentifiedAction<ID, Child.Action>>, operation: StaticString,
    site: CallSite
  ) -> _Attachment<Parent, Child>
}

/// A reducer of whole elements.
public struct _WholeElement<Elements: _ElementsWithID, Child: Reducer>: _NamespaceElement
where Elements._ID: Hashable & Sendable, Child.State == Elements._Element {
  public typealias ID = Elements._ID

  @usableFromInline let child: Child

  @inlinable
  init(_ child: Child) { self.child = child }

  @inlinable
  public func _attach<Parent: Reducer>(
    to parent: Parent, elements: WritableKeyPath<Parent.State, Elements>,
    action: CasePath<Parent.Action, IdentifiedAction<Elements._ID, Child.Action>>,
    operation: StaticString, site: CallSite
  ) -> _Attachment<Parent, Child> {
    Elements._attach(
      child, to: parent, elements: elements, action: action, operation: operation, site: site)
  }
}

/// A reducer of the values inside the elements, which knows nothing of their ids.
public struct _WrappedElement<ID: Hashable & Sendable, Child: Reducer>: _NamespaceElement {
  public typealias Elements = IdentifiedArrayOf<Identified<ID, Child.State>>

  @usableFromInline let child: Child

  @inlinable
  init(_ child: Child) { self.child = child }

  @inlinable
  public func _attach<Parent: Reducer>(
    to parent: Parent, elements: WritableKeyPath<Parent.State, Elements>,
    action: CasePath<Parent.Action, IdentifiedAction<ID, Child.Action>>, operation: StaticString,
    site: CallSite
  ) -> _Attachment<Parent, Child> {
    let elements = WrappedElements(elements: IdentifiedElements(access: StateAccess(elements)))
    return _Attachment(
      elements, action, _elementStep(elements, action), element: child, to: parent,
      operation: operation, site: site)
  }
}

/// Finds out whether a reducer is one of the elements or of what they wrap, once per closure: as
/// two overloads of `forEachNamespace` the compiler would decide it again with every operator of a
/// chain.
@resultBuilder
public enum _NamespaceBuilder<Elements: _ElementsWithID, Action: Sendable>
where Elements._ID: Hashable & Sendable, Elements._Element: Sendable {
  @_disfavoredOverload
  @inlinable
  public static func buildExpression<R: Reducer<Elements._Element, Action>>(_ reducer: R) -> R {
    reducer
  }

  @inlinable
  public static func buildExpression<ID, State, R: Reducer<State, Action>>(_ reducer: R) -> R
  where Elements == IdentifiedArrayOf<Identified<ID, State>> { reducer }

  public static func buildBlock() -> EmptyReducer<Elements._Element, Action> { EmptyReducer() }

  @inlinable
  public static func buildPartialBlock<R: Reducer>(first: R) -> R { first }

  public static func buildPartialBlock<R0: Reducer, R1: Reducer>(
    accumulated: R0, next: R1
  ) -> _ReducerPair<R0, R1> {
    ReducerBuilder<R0.State, R0.Action>.buildPartialBlock(accumulated: accumulated, next: next)
  }

  public static func buildOptional<R: Reducer>(_ reducer: R?) -> _OptionalReducer<R> {
    ReducerBuilder<R.State, R.Action>.buildOptional(reducer)
  }

  public static func buildEither<R0: Reducer, R1: Reducer>(
    first reducer: R0
  ) -> _EitherReducer<R0, R1> {
    .first(reducer)
  }

  public static func buildEither<R0: Reducer, R1: Reducer>(
    second reducer: R1
  ) -> _EitherReducer<R0, R1> {
    .second(reducer)
  }

  public static func buildArray<R: Reducer>(_ reducers: [R]) -> _ReducerList<R> {
    ReducerBuilder<R.State, R.Action>.buildArray(reducers)
  }

  public static func buildLimitedAvailability<R: Reducer>(_ reducer: R) -> R { reducer }

  @_disfavoredOverload
  @inlinable
  public static func buildFinalResult<R: Reducer<Elements._Element, Action>>(
    _ reducer: R
  ) -> _WholeElement<Elements, R> {
    _WholeElement(reducer)
  }

  @inlinable
  public static func buildFinalResult<ID, State, R: Reducer<State, Action>>(
    _ reducer: R
  ) -> _WrappedElement<ID, R> where Elements == IdentifiedArrayOf<Identified<ID, State>> {
    _WrappedElement(reducer)
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

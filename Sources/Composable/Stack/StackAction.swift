/// The actions of a ``StackState``: an element's own action, or one that changes the stack.
public enum StackAction<State: Sendable, Action: Sendable>: Sendable {
  case element(id: StackElementID, action: Action)
  /// Removes the element and everything above it. Its parent runs first.
  case popFrom(id: StackElementID)
  /// Puts an element on top, then its parent runs. For ids see ``StackElementIDGenerator``.
  case push(id: StackElementID, state: State)
}

public typealias StackActionOf<R: Reducer> = StackAction<R.State, R.Action>

extension StackAction: Equatable where State: Equatable, Action: Equatable {}
extension StackAction: Hashable where State: Hashable, Action: Hashable {}

extension StackAction: CasePathable {
  public struct AllCasePaths: Sendable {
    public var element: CasePath<StackAction, (id: StackElementID, action: Action)> {
      CasePath(
        embed: { .element(id: $0.id, action: $0.action) },
        extract: {
          if case .element(let id, let action) = $0 { (id, action) } else { nil }
        }
      )
    }

    public var popFrom: CasePath<StackAction, StackElementID> {
      CasePath(
        embed: { .popFrom(id: $0) },
        extract: { if case .popFrom(let id) = $0 { id } else { nil } }
      )
    }

    public var push: CasePath<StackAction, (id: StackElementID, state: State)> {
      CasePath(
        embed: { .push(id: $0.id, state: $0.state) },
        extract: { if case .push(let id, let state) = $0 { (id, state) } else { nil } }
      )
    }

    /// The actions of one element: `\.path[id: elementID]`.
    public subscript(id id: StackElementID) -> CasePath<StackAction, Action> {
      CasePath(
        embed: { .element(id: id, action: $0) },
        extract: {
          if case .element(id, let action) = $0 { action } else { nil }
        }
      )
    }
  }

  public static var allCasePaths: AllCasePaths { AllCasePaths() }

  public var _caseIdentity: _CaseIdentity {
    switch self {
    case .element: _CaseIdentity("element")
    case .popFrom: _CaseIdentity("popFrom")
    case .push: _CaseIdentity("push")
    }
  }
}

extension CasePath {
  /// The actions of one element of a stack: `\.path[id: elementID]`.
  public subscript<State, Action>(id id: StackElementID) -> CasePath<Root, Action>
  where Value == StackAction<State, Action> {
    appending(Value.allCasePaths[id: id])
  }
}

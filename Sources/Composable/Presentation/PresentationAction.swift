/// A presented child's actions, or the request to dismiss it.
public enum PresentationAction<Action: Sendable>: Sendable {
  /// The child is to go away. Its parent runs first, then the state becomes nil.
  case dismiss
  case presented(Action)
}

extension PresentationAction: Equatable where Action: Equatable {}
extension PresentationAction: Hashable where Action: Hashable {}

extension PresentationAction: CasePathable {
  public typealias _ChildAction = Action
  public typealias _ChildKind = _PresentedChild

  @dynamicMemberLookup
  public struct AllCasePaths: Sendable {
    public var dismiss: CasePath<PresentationAction, Void> {
      CasePath(
        embed: { _ in .dismiss },
        extract: { if case .dismiss = $0 { () } else { nil } }
      )
    }

    public var presented: CasePath<PresentationAction, Action> {
      CasePath(
        embed: { .presented($0) },
        extract: { if case .presented(let action) = $0 { action } else { nil } }
      )
    }

    /// The child's own cases without naming `presented`.
    public subscript<Value>(
      dynamicMember keyPath: KeyPath<Action.AllCasePaths, CasePath<Action, Value>>
    ) -> CasePath<PresentationAction, Value> where Action: CasePathable {
      presented.appending(Action.allCasePaths[keyPath: keyPath])
    }
  }

  public static var allCasePaths: AllCasePaths { AllCasePaths() }

  public var _caseIdentity: _CaseIdentity {
    switch self {
    case .dismiss: _CaseIdentity("dismiss")
    case .presented: _CaseIdentity("presented")
    }
  }
}

/// State that is gone after any of its actions: alerts and confirmation dialogs.
public protocol _EphemeralState: Sendable {
  /// Whether this very value is ephemeral; enums of destinations answer per case.
  var _isEphemeral: Bool { get }
}

extension _EphemeralState {
  public var _isEphemeral: Bool { true }
}

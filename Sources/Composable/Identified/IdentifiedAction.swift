/// An action of one element of a collection, identified by the element's id.
public enum IdentifiedAction<ID: Hashable & Sendable, Action: Sendable>: Sendable {
  case element(id: ID, action: Action)
}

public typealias IdentifiedActionOf<R: Reducer> =
  IdentifiedAction<R.State.ID, R.Action> where R.State: Identifiable, R.State.ID: Sendable

extension IdentifiedAction: Equatable where Action: Equatable {}
extension IdentifiedAction: Hashable where Action: Hashable {}

extension IdentifiedAction: CasePathable {
  @dynamicMemberLookup
  public struct AllCasePaths: Sendable {
    public var element: CasePath<IdentifiedAction, (id: ID, action: Action)> {
      CasePath(
        embed: { .element(id: $0.id, action: $0.action) },
        extract: {
          switch $0 {
          case .element(let id, let action): (id, action)
          }
        }
      )
    }

    /// The actions of one element: `\.rows[id: rowID]`.
    public subscript(id id: ID) -> CasePath<IdentifiedAction, Action> {
      CasePath(
        embed: { .element(id: id, action: $0) },
        extract: {
          switch $0 {
          case .element(let elementID, let action): elementID == id ? action : nil
          }
        }
      )
    }

    public subscript<Value>(
      dynamicMember keyPath: KeyPath<Action.AllCasePaths, CasePath<Action, Value>>
    ) -> CasePath<IdentifiedAction, (id: ID, value: Value)> where Action: CasePathable {
      let path = Action.allCasePaths[keyPath: keyPath]
      return CasePath(
        embed: { .element(id: $0.id, action: path.embed($0.value)) },
        extract: {
          switch $0 {
          case .element(let id, let action): path.extract(from: action).map { (id, $0) }
          }
        }
      )
    }
  }

  public static var allCasePaths: AllCasePaths { AllCasePaths() }
  public var _caseIdentity: _CaseIdentity { _CaseIdentity("element") }
}

extension CasePath {
  /// The actions of one element: `\.rows[id: rowID]`.
  public subscript<ID: Hashable & Sendable, Action>(id id: ID) -> CasePath<Root, Action>
  where Value == IdentifiedAction<ID, Action> {
    appending(Value.allCasePaths[id: id])
  }
}

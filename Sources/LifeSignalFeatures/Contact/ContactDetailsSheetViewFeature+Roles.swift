import Composable
import ComposableEffectIdentifier
import LifeSignalModel

/// The contact's roles, and what the sheet does when they take the contact out of the list it was
/// opened from.
extension ContactDetailsSheetViewFeature {
  public enum OriginalList: Equatable, Sendable {
    case responders
    case dependents
    case both
  }

  public enum RoleChange: Equatable, Sendable {
    case addResponder
    case removeResponder
    case addDependent
    case removeDependent
  }

  func toggle(
    _ state: inout State, on: RoleChange, off: RoleChange,
    _ role: KeyPath<ContactData, Bool>
  ) -> Effect<Action> {
    guard let contact = state.contact else { return .none }
    let isOn = contact[keyPath: role]
    if isOn, !(contact.isResponder && contact.isDependent) {
      state.activeAlert = .role
      return .none
    }
    state.pendingRoleChange = isOn ? off : on
    state.activeAlert = .roleToggle
    return .none
  }

  func applyRoleChange(_ state: inout State) -> Effect<Action> {
    guard let change = state.pendingRoleChange, let contact = state.contact else { return .none }
    state.pendingRoleChange = nil
    state.activeAlert = nil
    guard !state.isLoading else { return .none }
    var wanted = contact
    switch change {
    case .addResponder: wanted.isResponder = true
    case .removeResponder: wanted.isResponder = false
    case .addDependent: wanted.isDependent = true
    case .removeDependent: wanted.isDependent = false
    }
    state.isMoving = contact.isOn(state.originalList) && !wanted.isOn(state.originalList)
    return .send(
      .delegate(
        .toggleContactRole(
          id: contact.id, isResponder: wanted.isResponder, isDependent: wanted.isDependent)))
  }

  /// Once the contact has left the list, the sheet says so, and closes.
  func noteMove(_ state: inout State) -> Effect<Action> {
    guard state.isMoving, let contact = state.contact, !contact.isOn(state.originalList) else {
      return .none
    }
    state.isMoving = false
    state.activeAlert = .moved
    return .run { [clock] send in
      try await clock.sleep(for: .seconds(2))
      await send(.autoCloseElapsed)
    }
    .cancellable(id: autoClose, cancelInFlight: true)
  }
}

extension ContactData {
  fileprivate func isOn(_ list: ContactDetailsSheetViewFeature.OriginalList) -> Bool {
    switch list {
    case .responders: isResponder
    case .dependents: isDependent
    case .both: true
    }
  }

  /// Whether the relation is the same as in `other`, whatever else has changed.
  func hasRoles(of other: ContactData) -> Bool {
    (isResponder, isDependent, relation) == (other.isResponder, other.isDependent, other.relation)
  }
}

import Composable
import Foundation
import LifeSignalModel

/// The texts that the person writes.
extension ProfileFeature {
  func edit(_ state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .startEditing:
      state.isEditing = true
      state.edits = [:]
      return .none

    case .setShowEditNameSheet(true):
      state.sheet = .editName
      return .send(.startEditing)

    case .setShowEditDescriptionSheet(true):
      state.sheet = .editDescription
      return .send(.startEditing)

    case .setShowEditNameSheet(false), .setShowEditDescriptionSheet(false):
      return .send(.cancelEditing)

    case .cancelEditing:
      state.stopEditing()
      // A request under way may arrive all the same: then the next record shows that.
      return .cancel(id: CancellationID.updateProfile)

    case .setEditing(let field, let text):
      state.edits[field] = text
      return .none

    case .updateProfile:
      return save(&state)

    case .updateProfileResponse(.success):
      // The stream brings the texts; what was typed since they were sent is not saved.
      state.stopEditing()
      return .none

    case .updateProfileResponse(.failure(let error)):
      state.isLoading = false
      state.error = error
      return .none

    default:
      return .none
    }
  }

  private func save(_ state: inout State) -> Effect<Action> {
    guard state.canSaveProfile else { return .none }
    let edit = state.edit
    state.isLoading = true
    return .request(Action.updateProfileResponse, cancelled: .requestCancelled) {
      [userClient] in
      try await userClient.updateProfile(edit)
      return Empty()
    }
    .cancellable(id: CancellationID.updateProfile, cancelInFlight: true)
  }
}

extension ProfileFeature.State {
  fileprivate mutating func stopEditing() {
    isEditing = false
    isLoading = false
    if sheet == .editName || sheet == .editDescription { sheet = nil }
  }
}

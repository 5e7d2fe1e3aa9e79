import Composable
import Foundation
import LifeSignalModel

/// The picture: chosen, made to fit, stored as the signed-in person's.
extension ProfileFeature {
  func changePicture(_ state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .setShowEditAvatarSheet(true):
      state.sheet = .editAvatar
      return .none

    case .setShowEditAvatarSheet(false):
      state.closePicture()
      return .cancel(id: CancellationID.updateProfilePicture)

    case .imageSelected(let data):
      // The picture that is being stored already is the chosen one.
      guard !state.isLoading else { return .none }
      state.newProfilePicture = data
      return .none

    case .updateProfilePicture:
      guard let data = state.newProfilePicture, state.userID != nil, !state.isLoading else {
        return .none
      }
      state.isLoading = true
      return store(data)

    case .setShowDeleteAvatarConfirmation(let isShown):
      state.showDeleteAvatarConfirmation = isShown && state.hasProfilePicture
      return .none

    case .deleteAvatarConfirmed:
      state.showDeleteAvatarConfirmation = false
      guard state.hasProfilePicture, !state.isLoading else { return .none }
      state.isLoading = true
      return .request(Action.updateProfilePictureResponse, cancelled: .requestCancelled) {
        [userClient] in
        try await userClient.deleteProfileImage()
        return nil
      }
      .cancellable(id: CancellationID.updateProfilePicture, cancelInFlight: true)

    case .updateProfilePictureResponse(.success(let url)):
      state.closePicture()
      state.profile.profilePictureURL = url
      return .none

    case .updateProfilePictureResponse(.failure(let error)):
      state.isLoading = false
      state.newProfilePicture = nil
      state.error = error
      return .none

    default:
      return .none
    }
  }

  private func store(_ data: Data) -> Effect<Action> {
    .request(Action.updateProfilePictureResponse, cancelled: .requestCancelled) {
      [imageClient, storageClient] in
      let kind = try PictureFile.kind(of: data)
      let longest = Double(PictureRules.longestSide)
      let fitting = try imageClient.resizeImage(
        ImageData(bytes: data, mimeType: kind.rawValue),
        ImageSize(width: longest, height: longest))
      let bytes = try imageClient.compressImage(fitting, 0.8)
      return try await storageClient.uploadImage(
        ImageData(bytes: bytes, mimeType: fitting.mimeType))
    }
    .cancellable(id: CancellationID.updateProfilePicture, cancelInFlight: true)
  }
}

extension ProfileFeature.State {
  fileprivate mutating func closePicture() {
    isLoading = false
    showDeleteAvatarConfirmation = false
    newProfilePicture = nil
    if sheet == .editAvatar { sheet = nil }
  }
}

import Composable
import Foundation
import LifeSignalEngine
import LifeSignalFeatures
import LifeSignalModel
import LifeSignalTestSupport

/// The account: its picture, everything that is stored of it, and its end.
extension Script {
  /// One pixel.
  private static let png = Data(
    base64Encoded: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9"
      + "awAAAABJRU5ErkJggg==")

  func picture() async throws {
    let text = Data("<svg/>".utf8)
    await refused("pictureUnreadable") {
      _ = try await $0.storageClient.uploadImage(ImageData(bytes: text, mimeType: "image/png"))
    }
    store.send(.mainTab(.profile(.imageSelected(Self.png))))
    store.send(.mainTab(.profile(.updateProfilePicture)))
    await session.until { $0.user.userData?.profileImageURL != nil }
    await session.until { $0.mainTab?.profile.isLoading == false }
    try await session.settle("pictured")
    if let url = store.state.user.userData?.profileImageURL {
      let image = try await session.clients.storageClient.downloadImage(url)
      session.note("\(image.mimeType) \(image.bytes == Self.png)")
    }
    store.send(.mainTab(.profile(.deleteAvatarConfirmed)))
    await session.until { $0.user.userData.map { $0.profileImageURL == nil } ?? false }
    await session.until { $0.mainTab?.profile.isLoading == false }
    try await session.settle("pictureless")
  }

  func export() async throws {
    let document = try await session.clients.userClient.exportData()
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    var export = try decoder.decode(AccountExport.self, from: document)
    // A session is called by what signed in, which is not the same here and there.
    session.note("sessions \(export.sessions.count)")
    export.sessions = []
    session.note("exported: \(String(decoding: try export.document(), as: UTF8.self))")
  }

  /// Signs in again, for a new session, and deletes the account with it.
  func delete() async throws {
    store.send(.auth(.verificationCodeChanged(await requestCode())))
    store.send(.auth(.verifyButtonTapped))
    await session.until { $0.mainTab != nil && $0.user.userData != nil }
    try await session.settle("back")
    let id = try me
    store.send(.mainTab(.profile(.deleteAccountButtonTapped)))
    deletion(.confirmationChanged("DELETE"))
    deletion(.sendCodeButtonTapped)
    await session.until { $0.mainTab?.profile.accountDeletion?.isCodeSent == true }
    let code = world.code
    deletion(.codeChanged(code == "000000" ? "000001" : "000000"))
    deletion(.deleteButtonTapped)
    await session.until { $0.mainTab?.profile.accountDeletion?.errorMessage != nil }
    let words = store.state.mainTab?.profile.accountDeletion?.errorMessage?.english
    session.note("refused: \(String(describing: words))")
    deletion(.codeChanged(code))
    deletion(.deleteButtonTapped)
    await session.until { !$0.isAuthenticated && $0.mainTab == nil }
    do {
      _ = try await world.engine.user(id)
    } catch {
      session.note("deleted: \(String(reflecting: error))")
    }
    await refused("gone") { _ = try await $0.contactClient.getContacts() }
  }

  private func deletion(_ action: AccountDeletionFeature.Action) {
    store.send(.mainTab(.profile(.accountDeletion(.presented(action)))))
  }
}

import Composable
import ComposableTesting
import Foundation
import LifeSignalFeatures
import LifeSignalModel
import Testing

/// Name, note and picture.
@Suite struct ProfileEditTests {
  private static let profile = UserProfile(Sample.user)
  private static let url = URL(string: "/pictures/new")!
  private static let jpeg = Data([0xFF, 0xD8, 0xFF, 0xE0, 1])

  private func makeStore(
    _ change: (inout ProfileFeature.State) -> Void = { _ in },
    _ clients: @escaping (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<ProfileFeature> {
    var state = ProfileFeature.State()
    state.userID = Sample.me
    state.profile = Self.profile
    state.hasLoaded = true
    change(&state)
    return TestStore(initialState: state) {
      ProfileFeature()
    } withDependencies: {
      clients(&$0)
    }
  }

  private func editing(_ state: inout ProfileFeature.State) {
    state.sheet = .editName
    state.isEditing = true
    state.edits = [.lastName: "Connor"]
  }

  @Test func `the profile is loaded once`() async {
    let store = TestStore(initialState: ProfileFeature.State()) {
      ProfileFeature()
    } withDependencies: {
      $0.userClient.currentUser = { Sample.user }
      $0.channelClient.getChannels = { throw CancellationError() }
    }
    await store.send(.onAppear)
    await store.receive(.loadProfile) { $0.isLoading = true }
    await store.receive(.profileResponse(.success(Self.profile))) {
      $0.isLoading = false
      $0.hasLoaded = true
      $0.profile = Self.profile
    }
    await store.send(.onAppear)
  }

  @Test func `what the stream brings is newer than the answer under way`() async {
    let answer = Answer<UserData>()
    let store = TestStore(initialState: ProfileFeature.State()) {
      ProfileFeature()
    } withDependencies: {
      $0.userClient.currentUser = { try await answer() }
    }
    await store.send(.loadProfile) { $0.isLoading = true }
    var newer = Sample.user
    newer.emergencyNote = "Insulin in the fridge."
    await store.send(.userUpdated(newer)) {
      $0.userID = newer.id
      $0.hasLoaded = true
      $0.profile = UserProfile(newer)
      $0.qrCodeID = newer.qrCodeID
    }
    answer.give(Sample.user)
    await store.receive(.profileResponse(.success(Self.profile))) { $0.isLoading = false }
  }

  @Test(arguments: [true, false])
  func `a profile that does not come says why, unless it was called off`(fails: Bool) async {
    let store = TestStore(initialState: ProfileFeature.State()) {
      ProfileFeature()
    } withDependencies: {
      $0.userClient.currentUser = {
        if fails { throw UserError.networkError("") }
        throw CancellationError()
      }
    }
    await store.send(.loadProfile) { $0.isLoading = true }
    if fails {
      await store.receive(.profileResponse(.failure(.networkError))) {
        $0.isLoading = false
        $0.error = .networkError
      }
      await store.send(.setError(nil)) { $0.error = nil }
    } else {
      await store.receive(.requestCancelled) { $0.isLoading = false }
    }
  }

  @Test func `readiness is asked for with every look, and follows the sheet`() async {
    let lists = [40, 60].map { ChannelList(readiness: Readiness(score: $0)) }
    let store = makeStore {
      _ in
    } _: {
      $0.channelClient.getChannels = { lists[0] }
      $0.channelClient.channelsStream = { .finished }
    }
    await store.send(.onAppear)
    await store.receive(.readinessUpdated(lists[0].readiness)) {
      $0.readiness = Readiness(score: 40)
    }
    await store.send(.channelsButtonTapped) { $0.channels = .init() }
    await store.receive(.channels(.presented(.onAppear))) { $0.channels?.isLoading = true }
    await store.receive(.channels(.presented(.listResponse(.success(lists[0]))))) {
      $0.channels?.isLoading = false
      $0.channels?.list = lists[0]
    }
    await store.send(.channels(.presented(.listUpdated(lists[1])))) {
      $0.channels?.list = lists[1]
      $0.readiness = Readiness(score: 60)
    }
  }

  @Test func `the name sheet begins with what is there`() async {
    let store = makeStore()
    await store.send(.setShowEditNameSheet(true)) { $0.sheet = .editName }
    await store.receive(.startEditing) {
      $0.isEditing = true
    }
    #expect(!store.state.canSaveProfile)
    await store.send(.setEditing(.firstName, "Sarah Jane")) {
      $0.edits[.firstName] = "Sarah Jane"
    }
    #expect(store.state.canSaveProfile)
    await store.send(.setEditing(.lastName, " ")) { $0.edits[.lastName] = " " }
    // An empty name is not saved, whatever else has changed.
    await store.send(.setEditing(.emergencyNote, "New")) { $0.edits[.emergencyNote] = "New" }
    #expect(!store.state.canSaveProfile)
    await store.send(.updateProfile)
    await store.send(.setShowEditNameSheet(false))
    await store.receive(.cancelEditing) {
      $0.sheet = nil
      $0.isEditing = false
    }
  }

  @Test func `what is typed after sending is neither sent nor shown`() async {
    let answer = Answer<Empty>()
    let calls = Calls<Edit<Profile>>()
    let store = makeStore(editing) {
      $0.userClient.updateProfile = {
        calls.note($0)
        _ = try await answer()
      }
    }
    let saved = Profile(firstName: "Sarah", lastName: "Connor")
    await store.send(.updateProfile) { $0.isLoading = true }
    await store.send(.setEditing(.firstName, "Someone")) { $0.edits[.firstName] = "Someone" }
    await store.send(.updateProfile)
    answer.give(Empty())
    await store.receive(.updateProfileResponse(.success(Empty()))) {
      $0.isLoading = false
      $0.isEditing = false
      $0.sheet = nil
    }
    #expect(calls.all.map(\.wanted) == [saved])
    var user = Sample.user
    user.lastName = "Connor"
    store.exhaustivity = .off
    await store.send(.userUpdated(user))
    #expect(store.state.profile.written == saved)
  }

  @Test func `a name that was not saved stays in the editor`() async {
    let store = makeStore(editing) {
      $0.userClient.updateProfile = { _ in throw Refusal.invalidName }
    }
    await store.send(.updateProfile) { $0.isLoading = true }
    let error = Refusal.invalidName.userFacingError
    await store.receive(.updateProfileResponse(.failure(error))) {
      $0.isLoading = false
      $0.error = error
    }
    #expect(store.state.showEditNameSheet)
  }

  @Test func `closing the sheet calls off what is on its way`() async {
    let answer = Answer<Empty>()
    let store = makeStore(editing) {
      $0.userClient.updateProfile = { _ in _ = try await answer() }
    }
    store.exhaustivity = .off
    await store.send(.updateProfile)
    await store.send(.cancelEditing)
    await store.finish()
    #expect(answer.cancellations == 1)
    #expect(!store.state.isLoading)
    #expect(store.state.profile == Self.profile)
  }

  @Test func `a note saved elsewhere while the names are edited is kept`() async throws {
    let calls = Calls<Edit<Profile>>()
    let store = makeStore({ _ in }) { $0.userClient.updateProfile = { calls.note($0) } }
    store.exhaustivity = .off
    await store.send(.setShowEditNameSheet(true))
    await store.receive(.startEditing)
    var user = Sample.user
    user.emergencyNote = "Insulin in the fridge"
    await store.send(.userUpdated(user))
    #expect(!store.state.canSaveProfile, "nothing was typed")
    await store.send(.setEditing(.lastName, "Connor"))
    await store.send(.updateProfile)
    await store.receive(.updateProfileResponse(.success(Empty())))
    #expect(calls.all.map(\.wanted.emergencyNote) == ["Insulin in the fridge"])
    #expect(calls.all.map(\.wanted.lastName) == ["Connor"])
    // Also a note that the page has not seen yet.
    let edit = try #require(calls.all.first)
    #expect(edit.changes(\.lastName) && !edit.changes(\.emergencyNote))
  }

  @Test func `the note sheet opens and closes`() async {
    let store = makeStore()
    await store.send(.setShowEditDescriptionSheet(true)) { $0.sheet = .editDescription }
    await store.receive(.startEditing) {
      $0.isEditing = true
    }
    await store.send(.setShowEditDescriptionSheet(false))
    await store.receive(.cancelEditing) {
      $0.isEditing = false
      $0.sheet = nil
    }
  }

  // MARK: Picture

  @Test func `a chosen picture is made to fit and stored`() async {
    let sizes = Calls<ImageSize>()
    let stored = Calls<ImageData>()
    let store = makeStore({ $0.sheet = .editAvatar }) {
      $0.imageClient.resizeImage = { image, size in
        sizes.note(size)
        return image
      }
      $0.imageClient.compressImage = { image, quality in image.bytes + Data([UInt8(quality * 10)]) }
      $0.storageClient.uploadImage = {
        stored.note($0)
        return Self.url
      }
    }
    await store.send(.imageSelected(Self.jpeg)) { $0.newProfilePicture = Self.jpeg }
    await store.send(.updateProfilePicture) { $0.isLoading = true }
    // A second tap, and another picture chosen meanwhile, change nothing.
    await store.send(.updateProfilePicture)
    await store.send(.imageSelected(Data()))
    var profile = Self.profile
    profile.profilePictureURL = Self.url
    await store.receive(.updateProfilePictureResponse(.success(Self.url))) {
      $0.isLoading = false
      $0.newProfilePicture = nil
      $0.sheet = nil
      $0.profile = profile
    }
    #expect(sizes.all == [ImageSize(width: 1_024, height: 1_024)])
    #expect(stored.all == [ImageData(bytes: Self.jpeg + Data([8]), mimeType: "image/jpeg")])
  }

  @Test func `an invalid picture is refused with its reason`() async {
    let store = makeStore()
    await store.send(.imageSelected(Data("GIF".utf8))) { $0.newProfilePicture = Data("GIF".utf8) }
    await store.send(.updateProfilePicture) { $0.isLoading = true }
    let error = Refusal.pictureUnreadable.userFacingError
    await store.receive(.updateProfilePictureResponse(.failure(error))) {
      $0.isLoading = false
      $0.newProfilePicture = nil
      $0.error = error
    }
    await store.send(.updateProfilePicture)
  }

  @Test func `closing the sheet calls the upload off`() async {
    let answer = Answer<URL>()
    let store = makeStore({ $0.sheet = .editAvatar }) {
      $0.imageClient = .init(
        resizeImage: { image, _ in image }, compressImage: { image, _ in image.bytes })
      $0.storageClient.uploadImage = { _ in try await answer() }
    }
    store.exhaustivity = .off
    await store.send(.imageSelected(Self.jpeg))
    await store.send(.updateProfilePicture)
    await store.send(.setShowEditAvatarSheet(false))
    await store.finish()
    #expect(!store.state.isLoading && store.state.sheet == nil)
  }

  @Test func `a picture is deleted after a question, and only where there is one`() async {
    let calls = Calls<Int>()
    let store = makeStore({ $0.profile.profilePictureURL = Self.url }) {
      $0.userClient.deleteProfileImage = { _ = calls.next() }
    }
    await store.send(.setShowEditAvatarSheet(true)) { $0.sheet = .editAvatar }
    await store.send(.setShowDeleteAvatarConfirmation(true)) {
      $0.showDeleteAvatarConfirmation = true
    }
    await store.send(.deleteAvatarConfirmed) {
      $0.showDeleteAvatarConfirmation = false
      $0.isLoading = true
    }
    await store.receive(.updateProfilePictureResponse(.success(nil))) {
      $0.isLoading = false
      $0.sheet = nil
      $0.profile = Self.profile
    }
    await store.send(.setShowDeleteAvatarConfirmation(true))
    await store.send(.deleteAvatarConfirmed)
    #expect(calls.count == 1)
  }
}

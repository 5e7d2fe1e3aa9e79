import Composable
import ComposableTesting
import LifeSignalFeatures
import LifeSignalModel
import Testing

@Suite struct UserFeatureTests {
  private static let change = UserFeature.Action.updateProfile(
    firstName: "Ada", lastName: "Lovelace", emergencyNote: "Keys")
  private static var changed: UserData {
    var user = Sample.user
    user.firstName = "Ada"
    user.lastName = "Lovelace"
    user.emergencyNote = "Keys"
    return user
  }

  private func makeStore(
    _ state: UserFeature.State = UserFeature.State(userData: Sample.user),
    load: @escaping @Sendable () async throws -> UserData = { Sample.user },
    update: @escaping @Sendable (String, String, String) async throws -> Void = { _, _, _ in }
  ) -> TestStoreOf<UserFeature> {
    TestStore(initialState: state) {
      UserFeature()
    } withDependencies: {
      $0.userClient.currentUser = load
      $0.userClient.updateProfile = update
    }
  }

  // MARK: A profile

  @Test func `a profile shows at once and reaches the server`() async {
    let calls = Calls<[String]>()
    let store = makeStore(update: { calls.note([$0, $1, $2]) })
    await store.send(Self.change) { $0.userData = Self.changed }
    await store.receive(.updateProfileSucceeded)
    #expect(calls.all == [["Ada", "Lovelace", "Keys"]])
  }

  @Test func `a profile that could not be saved is taken back, reported and loaded again`() async {
    let answer = Answer<UserData>()
    let store = makeStore(
      load: { try await answer() }, update: { _, _, _ in throw UserError.networkError("") })
    await store.send(Self.change) { $0.userData = Self.changed }
    await store.receive(.changeTakenBack(Sample.user)) {
      $0.userData = Sample.user
      $0.refused = Self.changed
      $0.isLoading = true
    }
    await store.receive(.updateProfileFailed(.networkError)) { $0.error = .networkError }
    await store.receive(.delegate(.profileUpdateFailed(.networkError)))
    await store.send(.dismissError) { $0.error = nil }
    answer.give(Sample.user)
    await store.receive(.loadUserDataResponse(Sample.user)) { $0.isLoading = false }
    await store.receive(.delegate(.userDataUpdated(Sample.user)))
  }

  @Test func `a cancelled change of the profile is taken back without an error`() async {
    let store = makeStore(update: { _, _, _ in throw CancellationError() })
    store.exhaustivity = .off
    await store.send(Self.change)
    await store.receive(.changeTakenBack(Sample.user))
    await store.skipReceivedActions(strict: false)
    #expect(store.state.userData == Sample.user)
    #expect(store.state.error == nil && !store.state.isLoading)
  }

  @Test func `a newer record that arrives while a profile is being saved is kept`() async {
    let answer = Answer<Empty>()
    var newer = Sample.user
    newer.phoneNumber = "+15550000000"
    let record = newer
    let store = makeStore(load: { record }, update: { _, _, _ in _ = try await answer() })
    store.exhaustivity = .off
    await store.send(Self.change)
    await store.send(.userUpdated(record))
    answer.fail(CancellationError())
    await store.receive(.loadUserDataResponse(record))
    #expect(store.state.userData == record)
  }

  // MARK: Loading

  @Test func `a record that cannot be loaded shows the reason`() async {
    let store = makeStore(UserFeature.State(), load: { throw UserError.networkError("") })
    await store.send(.loadUserData) { $0.isLoading = true }
    await store.receive(.loadUserDataFailed(.networkError)) {
      $0.isLoading = false
      $0.error = .networkError
    }
    await store.receive(.delegate(.userDataLoadFailed(.networkError)))
    // No one is signed in, so there is nothing to change.
    await store.send(Self.change)
  }

  @Test func `a load that was called off shows nothing, and a second replaces the first`() async {
    let calls = Calls<Int>()
    let answer = Answer<UserData>()
    let store = makeStore(load: {
      if calls.next() == 1 { throw CancellationError() }
      return try await answer()
    })
    await store.send(.loadUserData) { $0.isLoading = true }
    await store.receive(.loadCancelled) { $0.isLoading = false }
    await store.send(.loadUserData) { $0.isLoading = true }
    await store.send(.loadUserData)
    answer.give(Sample.user)
    await store.receive(.loadUserDataResponse(Sample.user)) { $0.isLoading = false }
    await store.receive(.delegate(.userDataUpdated(Sample.user)))
    #expect(answer.cancellations == 1)
  }

  @Test func `the stream's record wins over an older answer on its way`() async {
    let answer = Answer<UserData>()
    let store = makeStore(load: { try await answer() })
    var newer = Sample.user
    newer.firstName = "Ada"
    await store.send(.loadUserData) { $0.isLoading = true }
    await store.send(.userUpdated(newer)) { [newer] in
      $0.isLoading = false
      $0.userData = newer
    }
    answer.give(Sample.user)
    await store.finish()
  }
}

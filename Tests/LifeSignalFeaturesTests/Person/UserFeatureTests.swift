import Composable
import ComposableTesting
import LifeSignalFeatures
import LifeSignalModel
import Testing

@Suite struct UserFeatureTests {
  private static let profile = Profile(
    firstName: "Ada", lastName: "Lovelace", emergencyNote: "Keys")
  private static let change = UserFeature.Action.updateProfile(Edit(profile))
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
    update: @escaping @Sendable (Edit<Profile>) async throws -> Void = { _ in }
  ) -> TestStoreOf<UserFeature> {
    TestStore(initialState: state) {
      UserFeature()
    } withDependencies: {
      $0.userClient.currentUser = load
      $0.userClient.updateProfile = update
    }
  }

  // MARK: A profile

  @Test func `a profile is sent, and shows when the stream brings it`() async {
    let calls = Calls<Edit<Profile>>()
    let store = makeStore(update: { calls.note($0) })
    await store.send(Self.change)
    await store.finish()
    #expect(calls.all == [Edit(Self.profile)])
    await store.send(.userUpdated(Self.changed)) { $0.userData = Self.changed }
  }

  @Test func `a profile that could not be saved is reported with what was wanted`() async {
    let store = makeStore(update: { _ in throw UserError.networkError("") })
    await store.send(Self.change)
    await store.receive(.updateProfileFailed(Edit(Self.profile), .networkError))
  }

  @Test func `a cancelled change of the profile says nothing`() async {
    let store = makeStore(update: { _ in throw CancellationError() })
    await store.send(Self.change)
    await store.finish()
  }

  @Test func `a record of another person, or of one who has left, is not shown`() async {
    let left = makeStore(UserFeature.State())
    await left.send(.userUpdated(Sample.user))
    let store = makeStore()
    await store.send(
      .userUpdated(UserData(id: "9", profile: Profile(firstName: "O", lastName: "P"))))
  }

  // MARK: Loading

  @Test func `a record that cannot be loaded shows the reason`() async {
    let store = makeStore(UserFeature.State(), load: { throw UserError.networkError("") })
    await store.send(.loadUserData)
    await store.receive(.loadUserDataFailed(.networkError))
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
    await store.send(.loadUserData)
    await store.receive(.loadCancelled)
    await store.send(.loadUserData)
    await store.send(.loadUserData)
    answer.give(Sample.user)
    await store.receive(.loadUserDataResponse(Sample.user))
    #expect(answer.cancellations == 1)
  }

  @Test func `the stream's record wins over an older answer on its way`() async {
    let answer = Answer<UserData>()
    let store = makeStore(load: { try await answer() })
    var newer = Sample.user
    newer.firstName = "Ada"
    await store.send(.loadUserData)
    await store.send(.userUpdated(newer)) { [newer] in
      $0.userData = newer
    }
    answer.give(Sample.user)
    await store.finish()
  }
}

public import Composable
public import LifeSignalModel

/// Owner of the signed-in person's record, which the stream brings. Screens change it through their
/// own features; this one saves a profile again whose editor was closed before the repeat.
@Reducer
public struct UserFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    /// Nil until a person is signed in.
    public var userData: UserData?

    public init(userData: UserData? = nil) {
      self.userData = userData
    }
  }

  @CasePathable
  public enum Action: Equatable, Sendable {
    case loadUserData
    case loadUserDataResponse(UserData)
    case loadUserDataFailed(UserFacingError)
    case loadCancelled
    /// The server's record changed; that of a person who has left is ignored.
    case userUpdated(UserData)
    case updateProfile(Edit<Profile>)
    /// The change that was not saved, and why.
    case updateProfileFailed(Edit<Profile>, UserFacingError)
  }

  public enum CancellationID: Hashable, Sendable {
    case loadUserData
    case updateProfile
  }

  @Dependency(\.userClient) var userClient

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .loadUserData:
        return load

      case .loadUserDataResponse(let user):
        state.userData = user
        return .none

      case .userUpdated(let user):
        guard state.userData?.id == user.id else { return .none }
        state.userData = user
        return .cancel(id: CancellationID.loadUserData)

      case .updateProfile(let edit):
        guard state.userData != nil else { return .none }
        return .run { [userClient] send in
          do {
            try await userClient.updateProfile(edit)
          } catch {
            if let error = UserFacingError.fromIgnoringCancellation(error) {
              await send(.updateProfileFailed(edit, error))
            }
          }
        }
        .cancellable(id: CancellationID.updateProfile)

      case .loadUserDataFailed, .loadCancelled, .updateProfileFailed:
        return .none
      }
    }
  }

  var load: Effect<Action> {
    .request(
      { result in
        switch result {
        case .success(let user): .loadUserDataResponse(user)
        case .failure(let error): .loadUserDataFailed(error)
        }
      }, cancelled: .loadCancelled
    ) { [userClient] in try await userClient.currentUser() }
    .cancellable(id: CancellationID.loadUserData, cancelInFlight: true)
  }
}

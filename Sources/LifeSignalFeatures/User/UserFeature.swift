public import Composable
public import LifeSignalModel

/// Owner of the signed-in person's record.
@Reducer
public struct UserFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    /// Nil until somebody is signed in.
    public var userData: UserData?
    public var isLoading: Bool = false
    public var error: UserFacingError?

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
    /// The server's record changed.
    case userUpdated(UserData)
    case setError(UserFacingError?)
    case dismissError
    case delegate(Delegate)

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      case userDataUpdated(UserData)
      case userDataLoadFailed(UserFacingError)
    }
  }

  public enum CancellationID: Hashable, Sendable {
    case loadUserData
  }

  @Dependency(\.userClient) var userClient

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .loadUserData:
        state.isLoading = true
        return .request(
          { result in
            switch result {
            case .success(let user): .loadUserDataResponse(user)
            case .failure(let error): .loadUserDataFailed(error)
            }
          }, cancelled: .loadCancelled
        ) { [userClient] in try await userClient.currentUser() }
        .cancellable(id: CancellationID.loadUserData, cancelInFlight: true)

      case .loadUserDataResponse(let user):
        state.isLoading = false
        state.userData = user
        return .send(.delegate(.userDataUpdated(user)))

      case .loadUserDataFailed(let error):
        state.isLoading = false
        state.error = error
        return .send(.delegate(.userDataLoadFailed(error)))

      case .loadCancelled:
        state.isLoading = false
        return .none

      case .userUpdated(let user):
        state.isLoading = false
        state.userData = user
        return .cancel(id: CancellationID.loadUserData)

      case .setError(let error):
        state.error = error
        return .none

      case .dismissError:
        state.error = nil
        return .none

      case .delegate:
        return .none
      }
    }
  }
}

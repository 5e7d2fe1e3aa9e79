public import Composable
public import LifeSignalModel

/// Owner of the signed-in person's record. Screens change it through their own features; this one
/// saves a profile again whose editor was closed before the repeat. That shows immediately; if it
/// fails it is taken back and the record loaded again, so that the screen shows the server's state.
@Reducer
public struct UserFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    /// Nil until a person is signed in.
    public var userData: UserData?
    public var isLoading: Bool = false
    public var error: UserFacingError?
    /// The record that could not be saved last; a repeat saves it again.
    public var refused: UserData?

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

    case updateProfile(firstName: String, lastName: String, emergencyNote: String)
    case updateProfileSucceeded
    case updateProfileFailed(UserFacingError)
    /// A change failed: the record is as it was before, and is loaded again.
    case changeTakenBack(UserData)

    case dismissError
    case delegate(Delegate)

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      case userDataUpdated(UserData)
      case userDataLoadFailed(UserFacingError)
      case profileUpdateFailed(UserFacingError)
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
        return load

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

      case .updateProfile(let firstName, let lastName, let note):
        guard let user = state.userData else { return .none }
        state.userData?.firstName = firstName
        state.userData?.lastName = lastName
        state.userData?.emergencyNote = note
        return .run { [userClient] send in
          do {
            try await userClient.updateProfile(firstName, lastName, note)
            await send(.updateProfileSucceeded)
          } catch {
            await send(.changeTakenBack(user))
            if let error = UserFacingError.fromIgnoringCancellation(error) {
              await send(.updateProfileFailed(error))
            }
          }
        }

      case .updateProfileSucceeded:
        return .none

      case .updateProfileFailed(let error):
        state.error = error
        return .send(.delegate(.profileUpdateFailed(error)))

      case .changeTakenBack(let previous):
        state.refused = state.userData
        state.userData = previous
        // A record that came from the server in the meantime is newer than the one before the
        // change.
        state.isLoading = true
        return load

      case .dismissError:
        state.error = nil
        return .none

      case .delegate:
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

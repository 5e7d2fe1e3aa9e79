public import Composable
public import LifeSignalModel

/// Who I am here, and the way out.
@Reducer
public struct ProfileFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    public var name: String = ""
    /// As displayed.
    public var phoneNumber: String = ""
    public var emergencyNote: String = ""
    public var isLoading: Bool = false
    public var error: UserFacingError?
    public var confirmSignOut: PresentedAlert<Action.ConfirmSignOut>?

    public init() {}

    public var displayName: String { name.isEmpty ? "User" : name }
  }

  @CasePathable
  public enum Action: Equatable, Sendable {
    case onAppear
    case onDisappear
    case userUpdated(UserData)
    case presentSignOutConfirmation
    case dismissSignOutConfirmation
    case confirmSignOut(PresentationAction<ConfirmSignOut>)
    case signOut
    case signOutSucceeded
    case signOutFailed(UserFacingError)
    case requestCancelled
    case setError(UserFacingError?)
    case delegate(Delegate)

    @CasePathable
    public enum ConfirmSignOut: Equatable, Sendable {
      case confirmed
    }

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      case signedOut
    }
  }

  @Dependency(\.authClient) var authClient

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .onAppear, .onDisappear, .delegate:
        return .none

      case .userUpdated(let user):
        state.name = user.name
        state.phoneNumber = PhoneNumber(e164: user.phoneNumber)?.display ?? user.phoneNumber
        state.emergencyNote = user.emergencyNote
        return .none

      case .presentSignOutConfirmation:
        state.confirmSignOut = .signOut(.confirmed)
        return .none

      case .dismissSignOutConfirmation, .confirmSignOut(.dismiss):
        state.confirmSignOut = nil
        return .none

      case .confirmSignOut(.presented(.confirmed)):
        state.confirmSignOut = nil
        return .send(.signOut)

      case .signOut:
        guard !state.isLoading else { return .none }
        state.isLoading = true
        return .request(
          { (result: Result<Empty, UserFacingError>) in
            switch result {
            case .success: .signOutSucceeded
            case .failure(let error): .signOutFailed(error)
            }
          }, cancelled: .requestCancelled
        ) { [authClient] in
          try await authClient.signOut()
          return Empty()
        }

      case .signOutSucceeded:
        state.isLoading = false
        return .send(.delegate(.signedOut))

      case .signOutFailed(let error):
        state.isLoading = false
        state.error = error
        return .none

      case .requestCancelled:
        state.isLoading = false
        return .none

      case .setError(let error):
        state.error = error
        return .none
      }
    }
  }
}

public import Composable
public import LifeSignalModel

/// Everything about me as a file, for a person who has just re-authenticated.
@Reducer
public struct ExportFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    /// Whether it can be downloaded now.
    public var isReady: Bool = false
    public var isLoading: Bool = false
    public var error: UserFacingError?

    public init() {}
  }

  @CasePathable
  public enum Action: Equatable, Sendable {
    case onAppear
    case confirmResponse(Result<Empty, UserFacingError>)
    case requestCancelled
    case doneButtonTapped
    case setError(UserFacingError?)
    case delegate(Delegate)

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      case dismissed
    }
  }

  @Dependency(\.proofClient) var proofClient

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .onAppear:
        guard !state.isLoading else { return .none }
        state.isLoading = true
        return .request(Action.confirmResponse, cancelled: .requestCancelled) { [proofClient] in
          try await proofClient.confirm()
          return Empty()
        }

      case .confirmResponse(.success):
        state.isLoading = false
        state.isReady = true
        return .none

      case .confirmResponse(.failure(let error)):
        state.isLoading = false
        state.error = error
        return .none

      case .requestCancelled:
        state.isLoading = false
        return .none

      case .doneButtonTapped:
        return .send(.delegate(.dismissed))

      case .setError(let error):
        state.error = error
        return .none

      case .delegate:
        return .none
      }
    }
  }
}

public import Composable
public import LifeSignalModel

/// "What happens if I miss it?": loads the answer, and again on request.
@Reducer
public struct RehearsalFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    public var rehearsal: Rehearsal?
    public var isLoading: Bool = false
    public var error: UserFacingError?

    public init() {}
  }

  @CasePathable
  public enum Action: Equatable, Sendable {
    case onAppear
    case refreshButtonTapped
    case rehearsalResponse(Result<Rehearsal, UserFacingError>)
    case requestCancelled
    case doneButtonTapped
    case dismissError
    case delegate(Delegate)

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      case dismissed
    }
  }

  public enum CancellationID: Hashable, Sendable {
    case load
  }

  @Dependency(\.alarmClient) var alarmClient

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .onAppear, .refreshButtonTapped:
        state.isLoading = true
        return .request(Action.rehearsalResponse, cancelled: .requestCancelled) { [alarmClient] in
          try await alarmClient.rehearse()
        }
        .cancellable(id: CancellationID.load, cancelInFlight: true)

      case .rehearsalResponse(.success(let rehearsal)):
        state.isLoading = false
        state.rehearsal = rehearsal
        return .none

      case .rehearsalResponse(.failure(let error)):
        state.isLoading = false
        state.error = error
        return .none

      case .requestCancelled:
        state.isLoading = false
        return .none

      case .doneButtonTapped:
        return .send(.delegate(.dismissed))

      case .dismissError:
        state.error = nil
        return .none

      case .delegate:
        return .none
      }
    }
  }
}

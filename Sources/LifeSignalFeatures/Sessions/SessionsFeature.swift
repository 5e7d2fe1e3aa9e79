public import Composable
public import LifeSignalModel

/// Where I am signed in: this device, the others, and ending each session.
@Reducer
public struct SessionsFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    /// This device first, then the newest.
    public var sessions: [SessionData] = []
    public var hasLoaded: Bool = false
    public var isLoading: Bool = false
    /// The session to end, while the person is asked and it is ended.
    public var pendingEnd: End?
    public var error: UserFacingError?
    public var passkeys: PasskeysFeature.State = .init()

    public init() {}

    public var others: [SessionData] { sessions.filter { !$0.isCurrent } }
  }

  public enum End: Equatable, Sendable {
    case one(SessionData)
    case others
  }

  @CasePathable
  public enum Action: Equatable, Sendable {
    case onAppear
    case sessionsResponse(Result<[SessionData], UserFacingError>)
    case endButtonTapped(SessionData)
    case endOthersButtonTapped
    case endCancelled
    case endConfirmed
    case endResponse(Result<End, UserFacingError>)
    case requestCancelled
    case doneButtonTapped
    case setError(UserFacingError?)
    case passkeys(PasskeysFeature.Action)
    case delegate(Delegate)

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      case dismissed
    }
  }

  @Dependency(\.sessionListClient) var sessionListClient

  public init() {}

  public var body: some ReducerOf<Self> {
    Scope(state: \.passkeys, action: \.passkeys) { PasskeysFeature() }
    Reduce { state, action in
      switch action {
      case .onAppear:
        guard !state.hasLoaded, !state.isLoading else { return .none }
        state.isLoading = true
        return .merge(
          .request(Action.sessionsResponse, cancelled: .requestCancelled) {
            [sessionListClient] in try await sessionListClient.getSessions()
          },
          .send(.passkeys(.onAppear)))

      case .sessionsResponse(.success(let sessions)):
        state.isLoading = false
        state.hasLoaded = true
        state.sessions = sessions.filter(\.isCurrent) + sessions.filter { !$0.isCurrent }
        return .none

      case .endButtonTapped(let session):
        // This device's session ends by signing out, which also deletes its stored data.
        guard !state.isLoading, !session.isCurrent else { return .none }
        state.pendingEnd = .one(session)
        return .none

      case .endOthersButtonTapped:
        guard !state.isLoading, !state.others.isEmpty else { return .none }
        state.pendingEnd = .others
        return .none

      case .endCancelled:
        if !state.isLoading { state.pendingEnd = nil }
        return .none

      case .endConfirmed:
        guard let end = state.pendingEnd, !state.isLoading else { return .none }
        state.isLoading = true
        return .request(Action.endResponse, cancelled: .requestCancelled) { [sessionListClient] in
          switch end {
          case .one(let session): try await sessionListClient.endSession(session.id)
          case .others: try await sessionListClient.endOtherSessions()
          }
          return end
        }

      case .endResponse(.success(let end)):
        state.isLoading = false
        state.pendingEnd = nil
        switch end {
        case .one(let session): state.sessions.removeAll { $0.id == session.id }
        case .others: state.sessions.removeAll { !$0.isCurrent }
        }
        return .none

      case .sessionsResponse(.failure(let error)), .endResponse(.failure(let error)):
        state.isLoading = false
        state.pendingEnd = nil
        state.error = error
        return .none

      case .requestCancelled:
        state.isLoading = false
        state.pendingEnd = nil
        return .none

      case .doneButtonTapped:
        return .send(.delegate(.dismissed))

      case .setError(let error):
        state.error = error
        return .none

      case .passkeys, .delegate:
        return .none
      }
    }
  }
}

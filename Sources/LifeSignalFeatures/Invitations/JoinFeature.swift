public import Composable
public import LifeSignalModel

/// A visitor who has opened the link of an invitation: who invites them, and whether they join.
@Reducer
public struct JoinFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    public var token: String
    /// Nil until the server has answered.
    public var offer: InvitationOffer?
    /// Why the invitation opens no account.
    public var problem: UserFacingError?
    public var isLoading: Bool = false
    /// The person wants to join: the number comes next.
    public var isAccepted: Bool = false
    /// They have seen the invitation's wish, and grant it.
    public var hasAgreed: Bool = false

    public init(token: String) {
      self.token = token
    }
  }

  @CasePathable
  public enum Action: Equatable, Sendable {
    case onAppear
    case offerResponse(Result<InvitationOffer, UserFacingError>)
    case requestCancelled
    case joinButtonTapped
    case declineButtonTapped
    case delegate(Delegate)

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      /// The person signs in without the invitation.
      case declined
    }
  }

  public enum CancellationID: Hashable, Sendable {
    case request
  }

  @Dependency(\.performer) var performer

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .onAppear:
        state.isLoading = true
        state.problem = nil
        return .request(Action.offerResponse, cancelled: .requestCancelled) {
          [performer, token = state.token] in
          try await performer.perform(ReadInvitation(invitation: token))
        }
        .cancellable(id: CancellationID.request, cancelInFlight: true)

      case .offerResponse(.success(let offer)):
        state.isLoading = false
        state.offer = offer
        return .none

      case .offerResponse(.failure(let error)):
        state.isLoading = false
        state.problem = error
        return .none

      case .requestCancelled:
        state.isLoading = false
        return .none

      case .joinButtonTapped:
        guard state.problem == nil else { return .send(.delegate(.declined)) }
        state.isAccepted = true
        state.hasAgreed = state.offer?.wish != nil
        return .none

      case .declineButtonTapped:
        return .send(.delegate(.declined))

      case .delegate:
        return .none
      }
    }
  }
}

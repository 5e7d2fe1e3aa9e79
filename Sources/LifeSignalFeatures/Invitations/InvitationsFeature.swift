public import Composable
public import LifeSignalModel

/// Inviting people to this server: a new link, and the open ones.
@Reducer
public struct InvitationsFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    /// Nil until it is known.
    public var list: InvitationList?
    public var isLoading: Bool = false
    /// A new invitation: its link is shown until the sheet closes, and never again.
    public var created: NewInvitation?
    /// The result of sharing the link, until it is read.
    public var outcome: QRCodeShareFeature.Outcome?
    public var error: UserFacingError?

    public init() {}
  }

  /// The list after a change, with the invitation that was made.
  public struct Made: Equatable, Sendable {
    public var invitation: NewInvitation
    public var list: InvitationList

    public init(invitation: NewInvitation, list: InvitationList) {
      self.invitation = invitation
      self.list = list
    }
  }

  @CasePathable
  public enum Action: Equatable, Sendable {
    case onAppear
    case listResponse(Result<InvitationList, UserFacingError>)
    case inviteButtonTapped
    case makeResponse(Result<Made, UserFacingError>)
    case shareFinished(QRCodeShareFeature.Outcome)
    case outcomeDismissed
    case withdrawButtonTapped(InvitationData)
    case requestCancelled
    case doneButtonTapped
    case setError(UserFacingError?)
    case delegate(Delegate)

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      case dismissed
    }
  }

  @Dependency(\.performer) var performer

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .onAppear:
        guard state.list == nil, !state.isLoading else { return .none }
        state.isLoading = true
        return .request(Action.listResponse, cancelled: .requestCancelled) { [performer] in
          try await performer.answer(GetInvitations())
        }

      case .listResponse(.success(let list)):
        state.isLoading = false
        state.list = list
        return .none

      case .inviteButtonTapped:
        guard !state.isLoading else { return .none }
        state.isLoading = true
        return .request(Action.makeResponse, cancelled: .requestCancelled) { [performer] in
          let invitation = try await performer.perform(MakeInvitation())
          return Made(
            invitation: invitation, list: try await performer.answer(GetInvitations()))
        }

      case .makeResponse(.success(let made)):
        state.isLoading = false
        state.created = made.invitation
        state.list = made.list
        return .none

      case .shareFinished(let outcome):
        state.outcome = outcome
        return .none

      case .outcomeDismissed:
        state.outcome = nil
        return .none

      case .withdrawButtonTapped(let invitation):
        guard !state.isLoading else { return .none }
        state.isLoading = true
        if state.created?.details.id == invitation.id { state.created = nil }
        return .request(Action.listResponse, cancelled: .requestCancelled) { [performer] in
          try await performer.perform(WithdrawInvitation(id: invitation.id))
          return try await performer.answer(GetInvitations())
        }

      case .listResponse(.failure(let error)), .makeResponse(.failure(let error)):
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

public import Composable
public import LifeSignalModel

/// Asking someone to watch over me, or offering to watch over them: a link to send or to show.
@Reducer
public struct AskFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    public let wish: Invitation.Wish
    /// The link, shown while this page is open; its token is stored nowhere.
    public var made: NewInvitation?
    public var isLoading: Bool = false
    /// The result of sharing the link, until it is read.
    public var outcome: QRCodeShareFeature.Outcome?
    public var error: UserFacingError?

    /// - Parameter made: a link made before, shown again if it can still be used.
    public init(wish: Invitation.Wish, made: NewInvitation? = nil) {
      self.wish = wish
      self.made = made
    }
  }

  @CasePathable
  public enum Action: Equatable, Sendable {
    case onAppear
    case madeResponse(Result<NewInvitation, UserFacingError>)
    case requestCancelled
    case shareFinished(QRCodeShareFeature.Outcome)
    case outcomeDismissed
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
        guard !state.isLoading else { return .none }
        state.isLoading = true
        let former = state.made
        state.made = nil
        return .request(Action.madeResponse, cancelled: .requestCancelled) {
          [performer, wish = state.wish] in
          if let former,
            try await performer.answer(GetInvitations()).invitations.contains(former.details)
          {
            return former
          }
          return try await performer.perform(MakeInvitation(wish: wish))
        }

      case .madeResponse(.success(let made)):
        state.isLoading = false
        state.made = made
        return .none

      case .madeResponse(.failure(let error)):
        state.isLoading = false
        state.error = error
        return .none

      case .requestCancelled:
        state.isLoading = false
        return .none

      case .shareFinished(let outcome):
        state.outcome = outcome
        return .none

      case .outcomeDismissed:
        state.outcome = nil
        return .none

      case .doneButtonTapped:
        return .send(.delegate(.dismissed))

      case .setError(let error):
        state.error = error
        // Without a link the sheet has nothing to show.
        return error == nil && state.made == nil ? .send(.delegate(.dismissed)) : .none

      case .delegate:
        return .none
      }
    }
  }
}

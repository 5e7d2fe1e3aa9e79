public import Composable
public import LifeSignalModel

/// A member who has opened the link of an invitation: what its maker wishes, and the relation that begins
/// with one tap.
@Reducer
public struct WishFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    public var token: String
    /// They have agreed already, before they signed in: there is no second question.
    public var hasAgreed: Bool
    /// Nil until the server has answered.
    public var offer: InvitationOffer?
    /// The relation that has begun.
    public var contact: ContactData?
    /// Why the link is of no use.
    public var problem: UserFacingError?
    public var isLoading: Bool = false

    public init(token: String, hasAgreed: Bool = false) {
      self.token = token
      self.hasAgreed = hasAgreed
    }
  }

  @CasePathable
  public enum Action: Equatable, Sendable {
    case onAppear
    case offerResponse(Result<InvitationOffer, UserFacingError>)
    case acceptButtonTapped
    case acceptResponse(Result<ContactData, UserFacingError>)
    case requestCancelled
    case contactButtonTapped
    /// Also for "No, thanks": the link stays as it is.
    case doneButtonTapped
    case delegate(Delegate)

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      case dismissed
      case contactOpened(ContactData.ID)
    }
  }

  @Dependency(\.performer) var performer

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .onAppear:
        state.isLoading = true
        return .request(Action.offerResponse, cancelled: .requestCancelled) {
          [performer, token = state.token] in
          try await performer.perform(ReadWish(invitation: token))
        }

      case .offerResponse(.success(let offer)):
        state.isLoading = false
        state.offer = offer
        return state.hasAgreed && offer.wish != nil ? accept(&state) : .none

      case .acceptButtonTapped:
        guard !state.isLoading, state.offer?.wish != nil else { return .none }
        return accept(&state)

      case .acceptResponse(.success(let contact)):
        state.isLoading = false
        state.contact = contact
        return .none

      case .offerResponse(.failure(let error)), .acceptResponse(.failure(let error)):
        state.isLoading = false
        state.problem = error
        return .none

      case .requestCancelled:
        state.isLoading = false
        return .none

      case .contactButtonTapped:
        guard let contact = state.contact else { return .none }
        return .send(.delegate(.contactOpened(contact.id)))

      case .doneButtonTapped:
        return .send(.delegate(.dismissed))

      case .delegate:
        return .none
      }
    }
  }

  private func accept(_ state: inout State) -> Effect<Action> {
    state.isLoading = true
    return .request(Action.acceptResponse, cancelled: .requestCancelled) {
      [performer, token = state.token] in
      try await performer.perform(AcceptInvitation(invitation: token))
    }
  }
}

public import Composable
public import LifeSignalModel

/// Shows which people can see what of me, and how to end it. The contacts themselves are in the one
/// collection, which the page reads; this feature has the question and its answer.
@Reducer
public struct PrivacyFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    /// The contact whose view is to end, while the person is asked and it is done.
    public var pendingEnd: ContactData?
    /// The people whose contact requests I have blocked.
    public var blocked: [BlockedAsker] = []
    public var isLoading: Bool = false
    public var error: UserFacingError?

    public init() {}
  }

  /// The effects on a contact who may no longer see me.
  public enum Ending: Equatable, Sendable {
    /// I keep watching them.
    case sight
    /// Nothing would be left of the relation.
    case relation

    public init(_ contact: ContactData) {
      self = contact.isDependent && contact.relation == .accepted ? .sight : .relation
    }
  }

  @CasePathable
  public enum Action: Equatable, Sendable {
    case onAppear
    case blockedResponse(Result<[BlockedAsker], UserFacingError>)
    /// Allows them to send requests again.
    case allowButtonTapped(BlockedAsker)
    case allowResponse(Result<Person.ID, UserFacingError>)
    case endButtonTapped(ContactData)
    case endCancelled
    case endConfirmed
    case endResponse(Result<Empty, UserFacingError>)
    case requestCancelled
    case activityButtonTapped
    case timelineButtonTapped
    case doneButtonTapped
    case setError(UserFacingError?)
    case delegate(Delegate)

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      case showActivity
      case showTimeline
      case dismissed
    }
  }

  @Dependency(\.contactClient) var contactClient

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .onAppear:
        return .request(Action.blockedResponse, cancelled: .requestCancelled) {
          [contactClient] in try await contactClient.getBlockedAskers()
        }

      case .blockedResponse(.success(let blocked)):
        state.blocked = blocked
        return .none

      case .allowButtonTapped(let asker):
        guard !state.isLoading else { return .none }
        state.isLoading = true
        return .request(Action.allowResponse, cancelled: .requestCancelled) { [contactClient] in
          try await contactClient.allowRequests(asker.id)
          return asker.id
        }

      case .allowResponse(.success(let id)):
        state.isLoading = false
        state.blocked.removeAll { $0.id == id }
        return .none

      case .blockedResponse(.failure(let error)):
        state.error = error
        return .none

      case .allowResponse(.failure(let error)):
        state.isLoading = false
        state.error = error
        return .none

      case .endButtonTapped(let contact):
        guard !state.isLoading else { return .none }
        state.pendingEnd = contact
        return .none

      case .endCancelled:
        if !state.isLoading { state.pendingEnd = nil }
        return .none

      case .endConfirmed:
        guard let contact = state.pendingEnd, !state.isLoading else { return .none }
        state.isLoading = true
        return .request(Action.endResponse, cancelled: .requestCancelled) { [contactClient] in
          switch Ending(contact) {
          case .sight: _ = try await contactClient.updateContact(contact.id, false, true)
          case .relation: try await contactClient.removeContact(contact.id)
          }
          return Empty()
        }

      case .endResponse(.success), .requestCancelled:
        state.isLoading = false
        state.pendingEnd = nil
        return .none

      case .endResponse(.failure(let error)):
        state.isLoading = false
        state.pendingEnd = nil
        state.error = error
        return .none

      case .activityButtonTapped:
        return .send(.delegate(.showActivity))

      case .timelineButtonTapped:
        return .send(.delegate(.showTimeline))

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

public import Composable
public import LifeSignalModel

/// The log of the people who viewed and pinged me, newest first, page by page.
@Reducer
public struct ActivityFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    public var entries: [ActivityData] = []
    public var hasMore: Bool = false
    public var hasLoaded: Bool = false
    public var isLoading: Bool = false
    public var error: UserFacingError?

    public init() {}
  }

  @CasePathable
  public enum Action: Equatable, Sendable {
    case onAppear
    case refreshButtonTapped
    case loadMoreButtonTapped
    /// The newest entries: they replace the shown ones.
    case activityResponse(Result<ActivityPage, UserFacingError>)
    /// Older entries: they follow.
    case moreResponse(Result<ActivityPage, UserFacingError>)
    case requestCancelled
    case doneButtonTapped
    case setError(UserFacingError?)
    case delegate(Delegate)

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      case dismissed
    }
  }

  public enum CancellationID: Hashable, Sendable {
    case loadActivity
  }

  public static let pageSize = 30

  @Dependency(\.activityClient) var activityClient

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .onAppear:
        guard !state.hasLoaded, !state.isLoading else { return .none }
        state.isLoading = true
        return load(Action.activityResponse)

      case .refreshButtonTapped:
        state.isLoading = true
        return load(Action.activityResponse)

      case .loadMoreButtonTapped:
        guard state.hasMore, !state.isLoading, let last = state.entries.last else { return .none }
        state.isLoading = true
        return load(Action.moreResponse, before: last.id)

      case .activityResponse(.success(let page)):
        state.isLoading = false
        state.hasLoaded = true
        state.entries = page.entries
        state.hasMore = page.hasMore
        return .none

      case .moreResponse(.success(let page)):
        state.isLoading = false
        state.entries += page.entries
        state.hasMore = page.hasMore
        return .none

      case .activityResponse(.failure(let error)), .moreResponse(.failure(let error)):
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

  private func load(
    _ response: @escaping @Sendable (Result<ActivityPage, UserFacingError>) -> Action,
    before: Activity.ID? = nil
  ) -> Effect<Action> {
    .request(response, cancelled: .requestCancelled) { [activityClient] in
      try await activityClient.getActivity(before, Self.pageSize)
    }
    .cancellable(id: CancellationID.loadActivity, cancelInFlight: true)
  }
}

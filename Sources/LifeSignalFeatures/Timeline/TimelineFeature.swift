public import Composable
public import LifeSignalModel

/// The own timeline: newest first, page by page, growing while it is open; and whether its chain is
/// in order, verified now.
@Reducer
public struct TimelineFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    public var entries: [TimelineEntryData] = []
    public var hasMore: Bool = false
    public var hasLoaded: Bool = false
    public var isLoading: Bool = false
    /// Nil until the chain has been examined.
    public var verdict: TimelineVerdict?
    public var isVerifying: Bool = false
    public var error: UserFacingError?

    public init() {}
  }

  @CasePathable
  public enum Action: Equatable, Sendable {
    case onAppear
    /// Loads and verifies again.
    case refreshButtonTapped
    case loadMoreButtonTapped
    /// The newest entries, loaded on request.
    case timelineResponse(Result<TimelinePage, UserFacingError>)
    /// The newest entries, after a change.
    case timelineUpdated(TimelinePage)
    /// Older entries: they follow.
    case moreResponse(Result<TimelinePage, UserFacingError>)
    case verifyResponse(Result<TimelineVerdict, UserFacingError>)
    case requestCancelled
    case verifyCancelled
    case doneButtonTapped
    case setError(UserFacingError?)
    case delegate(Delegate)

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      case dismissed
    }
  }

  public enum CancellationID: Hashable, Sendable {
    case loadTimeline
    case timelineStream
    case verifyTimeline
  }

  public static let pageSize = 50

  @Dependency(\.timelineClient) var timelineClient

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .onAppear:
        guard !state.hasLoaded, !state.isLoading else { return .none }
        return .merge(load(&state), verify(&state), follow)

      case .refreshButtonTapped:
        return .merge(load(&state), verify(&state))

      case .loadMoreButtonTapped:
        guard state.hasMore, !state.isLoading, let last = state.entries.last else { return .none }
        state.isLoading = true
        return .request(Action.moreResponse, cancelled: .requestCancelled) { [timelineClient] in
          try await timelineClient.getTimeline(last.sequence, Self.pageSize)
        }
        .cancellable(id: CancellationID.loadTimeline, cancelInFlight: true)

      case .timelineResponse(.success(let page)):
        state.isLoading = false
        state.hasLoaded = true
        state.merge(page)
        return .none

      case .timelineUpdated(let page):
        let last = state.entries.first?.sequence
        state.hasLoaded = true
        state.merge(page)
        // Added entries are verified too, so that the sign above them is true for them.
        guard let last, last != page.entries.first?.sequence else { return .none }
        return verify(&state)

      case .moreResponse(.success(let page)):
        state.isLoading = false
        let oldest = state.entries.last?.sequence ?? .max
        state.entries += page.entries.filter { $0.sequence < oldest }
        state.hasMore = page.hasMore
        return .none

      case .verifyResponse(.success(let verdict)):
        state.isVerifying = false
        state.verdict = verdict
        return .none

      case .timelineResponse(.failure(let error)), .moreResponse(.failure(let error)):
        state.isLoading = false
        state.error = error
        return .none

      case .verifyResponse(.failure(let error)):
        state.isVerifying = false
        // An earlier result does not apply to the present entries.
        state.verdict = nil
        state.error = error
        return .none

      case .requestCancelled:
        state.isLoading = false
        return .none

      case .verifyCancelled:
        state.isVerifying = false
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

  private func load(_ state: inout State) -> Effect<Action> {
    state.isLoading = true
    return .request(Action.timelineResponse, cancelled: .requestCancelled) { [timelineClient] in
      try await timelineClient.getTimeline(nil, Self.pageSize)
    }
    .cancellable(id: CancellationID.loadTimeline, cancelInFlight: true)
  }

  private func verify(_ state: inout State) -> Effect<Action> {
    state.isVerifying = true
    return .request(Action.verifyResponse, cancelled: .verifyCancelled) { [timelineClient] in
      try await timelineClient.verifyTimeline()
    }
    .cancellable(id: CancellationID.verifyTimeline, cancelInFlight: true)
  }

  private var follow: Effect<Action> {
    .follow(
      { [timelineClient] in timelineClient.timelineStream(Self.pageSize) },
      send: Action.timelineUpdated
    )
    .cancellable(id: CancellationID.timelineStream, cancelInFlight: true)
  }
}

extension TimelineFeature.State {
  /// Puts the newest entries above the known ones. If more came than a page holds, the known ones
  /// do not follow on, and are dropped.
  fileprivate mutating func merge(_ page: TimelinePage) {
    guard let oldest = page.entries.last?.sequence else {
      entries = []
      hasMore = false
      return
    }
    let older = entries.filter { $0.sequence < oldest }
    if page.hasMore, older.first?.sequence == oldest - 1 {
      entries = page.entries + older
    } else {
      entries = page.entries
      hasMore = page.hasMore
    }
  }
}

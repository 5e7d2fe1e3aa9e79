public import Composable
import Foundation
public import LifeSignalModel

/// Owner of the ping lists, which the stream replaces. The answer to a request changes them only
/// where all pings were answered: the others wait for the stream.
@Reducer
public struct PingFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    /// The owner of these lists; distinguishes received from sent pings.
    public var userID: Person.ID?
    /// Received and unanswered.
    public var pendingPings: [PingData]
    /// All others: sent, answered, cleared, expired.
    public var pingHistory: [PingData]
    public var isLoading: Bool
    public var hasLoaded: Bool
    public var error: UserFacingError?
    public var isPingSheetPresented: Bool
    public var selectedPing: PingData?
    public var inFlight: Set<PingOperation>
    /// The pings that were pending when "respond to all" was tapped; later ones stay pending.
    public var answeringAll: Set<PingData.ID>?

    public init(
      userID: Person.ID? = nil, pendingPings: [PingData] = [], pingHistory: [PingData] = []
    ) {
      self.userID = userID
      self.pendingPings = pendingPings
      self.pingHistory = pingHistory
      isLoading = false
      hasLoaded = false
      error = nil
      isPingSheetPresented = false
      selectedPing = nil
      inFlight = []
      answeringAll = nil
    }
  }

  @CasePathable
  public enum Action: Equatable, Sendable {
    case onAppear
    case loadPings
    case pingsResponse(Result<PingLists, UserFacingError>)
    case loadCancelled
    case pingDependent(id: Person.ID)
    case pingDependentSucceeded(Person.ID)
    case pingDependentFailed(UserFacingError)
    case respondToPing(id: PingData.ID)
    case pingResponseSucceeded(PingData.ID)
    case pingResponseFailed(UserFacingError)
    case respondToAllPings
    case allPingResponsesSucceeded
    case allPingResponsesFailed(UserFacingError)
    case clearPing(id: PingData.ID)
    case clearPingSucceeded(PingData.ID)
    case clearPingFailed(UserFacingError)
    /// Nil without a failure, also when it was cancelled.
    case requestEnded(PingOperation, failure: UserFacingError? = nil)
    /// The server's lists, whole.
    case pingsUpdated(PingLists)
    case setPingSheetPresented(Bool)
    case selectPing(PingData?)
    case setError(UserFacingError?)
    case delegate(Delegate)

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      case pingsUpdated
      case pingAdded(PingData)
      case pingResponded(PingData.ID)
      case pingCleared(PingData.ID)
    }
  }

  public enum CancellationID: Hashable, Sendable {
    case loadPings
  }

  @Dependency(\.pingClient) var pingClient
  @Dependency(\.date) var date

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      if let operation = PingRequests.operation(of: action) {
        guard state.inFlight.insert(operation).inserted else { return .none }
        if operation == .respondToAll { state.rememberPending() }
        return PingRequests(client: pingClient).effect(operation, delegates: true)
      }
      switch action {
      case .onAppear:
        guard !state.hasLoaded, !state.isLoading else { return .none }
        return .send(.loadPings)

      case .loadPings:
        state.isLoading = true
        return load

      case .pingsResponse(.success(let lists)):
        state.isLoading = false
        state.replace(lists)
        return .none

      case .pingsResponse(.failure(let error)):
        state.isLoading = false
        state.error = error
        return .none

      case .loadCancelled:
        state.isLoading = false
        return .none

      case .pingsUpdated(let lists):
        // The server's newest state: an older answer still under way must not undo it.
        state.isLoading = false
        state.replace(lists)
        return .cancel(id: CancellationID.loadPings)

      case .allPingResponsesSucceeded:
        let asked = state.answeringAll ?? Set(state.pendingPings.map(\.id))
        state.answeringAll = nil
        let answered = state.respond(to: asked, at: date.now)
        return .run { send in
          for id in answered { await send(.delegate(.pingResponded(id))) }
          await send(.delegate(.pingsUpdated))
        }

      case .pingDependentFailed(let error), .pingResponseFailed(let error),
        .clearPingFailed(let error):
        state.error = error
        return .none

      case .allPingResponsesFailed(let error):
        state.answeringAll = nil
        state.error = error
        return .none

      case .requestEnded(let operation, _):
        state.inFlight.remove(operation)
        // Also when it was cancelled: the pings pending then do not matter the next time.
        if operation == .respondToAll { state.answeringAll = nil }
        return .none

      case .setPingSheetPresented(let isPresented):
        state.isPingSheetPresented = isPresented
        if !isPresented { state.selectedPing = nil }
        return .none

      case .selectPing(let ping):
        state.selectedPing = ping
        if ping != nil { state.isPingSheetPresented = true }
        return .none

      case .setError(let error):
        state.error = error
        return .none

      case .pingDependent, .pingDependentSucceeded, .respondToPing, .pingResponseSucceeded,
        .respondToAllPings, .clearPing, .clearPingSucceeded, .delegate:
        return .none
      }
    }
  }

  /// Both lists at the same time; without the history the pending ones are still worth showing.
  private var load: Effect<Action> {
    .request(Action.pingsResponse, cancelled: .loadCancelled) { [pingClient] in
      async let history = try? pingClient.getPingHistory()
      let pending = try await pingClient.getPendingPings()
      return PingLists(pending: pending, history: await history ?? [])
    }
    .cancellable(id: CancellationID.loadPings, cancelInFlight: true)
  }
}

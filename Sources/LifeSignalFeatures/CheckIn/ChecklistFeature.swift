public import Composable
import LifeSignalModel

/// The first steps: what is known of them beside the contacts and the plan.
@Reducer
public struct ChecklistFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    /// Whether the other two are known: until then no step is shown as undone.
    public var hasLoaded: Bool = false
    /// The person has saved a plan, be it the one they began with.
    public var isPlanChosen: Bool = false
    /// A reminder would reach the person: a channel is on, and this server can use it.
    public var isReached: Bool = false

    public init() {}
  }

  @CasePathable
  public enum Action: Equatable, Sendable {
    case onAppear
    case loaded(isPlanChosen: Bool, isReached: Bool)
    case planChosen
  }

  public enum CancellationID: Hashable, Sendable {
    case load
  }

  @Dependency(\.preferencesClient) var preferencesClient
  @Dependency(\.channelClient) var channelClient

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .onAppear:
        return state.isPlanChosen && state.isReached ? .none : load

      case .loaded(let isPlanChosen, let isReached):
        state.hasLoaded = true
        // A plan saved while this was read is the newer one.
        state.isPlanChosen = state.isPlanChosen || isPlanChosen
        state.isReached = isReached
        return .none

      case .planChosen:
        state.isPlanChosen = true
        return .run { [preferencesClient] _ in
          await preferencesClient.setBool(true, PreferenceKey.checkInPlanChosen)
        }
      }
    }
  }

  /// Without an answer there is no checklist, which is no reason for an error message.
  private var load: Effect<Action> {
    .run { [preferencesClient, channelClient] send in
      guard let list = try? await channelClient.getChannels() else { return }
      let isPlanChosen = await preferencesClient.bool(PreferenceKey.checkInPlanChosen)
      await send(
        .loaded(
          isPlanChosen: isPlanChosen ?? false,
          isReached: list.channels.contains(where: \.canBeTested)))
    }
    .cancellable(id: CancellationID.load, cancelInFlight: true)
  }
}

extension CheckInFeature.State {
  /// A plan other than the one everyone begins with was chosen, too.
  public var isPlanChosen: Bool {
    checklist.isPlanChosen || plan != .interval(CheckInSettings.defaultInterval)
  }
}

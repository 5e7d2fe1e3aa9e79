public import Composable
public import LifeSignalModel

/// One alert that is on: which responders know of it, who has it, and what a responder can do.
@Reducer
public struct AlarmFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    public let id: AlertRecord.ID
    /// The viewer.
    public var me: Person.ID?
    public var details: AlarmDetails?
    public var isLoading: Bool = false
    /// The alert ended while it was shown.
    public var isOver: Bool = false
    /// Something that was tapped is under way.
    public var isWorking: Bool = false
    /// Whether the person is choosing a responder to take over.
    public var isHandingOver: Bool = false
    /// Whether the person is asked to confirm giving the alert back.
    public var isReleaseAsked: Bool = false
    /// Whether the person is asked to confirm that the person of a duress alert is safe.
    public var isEndAsked: Bool = false
    public var error: UserFacingError?

    public init(id: AlertRecord.ID, me: Person.ID? = nil) {
      self.id = id
      self.me = me
    }

    public var isMine: Bool { details.map { $0.personID == me } ?? false }
    public var isHeldByMe: Bool { me != nil && details?.alarm.holder == me }
    /// A responder can end only a duress alert.
    public var canEnd: Bool { isHeldByMe && details?.alarm.kind == .duress }
    public var isOfferedToMe: Bool { me != nil && details?.alarm.offeredTo == me }
    /// False for a responder who can only answer that they are coming.
    public var mayHold: Bool { details?.mayHold ?? true }
    public var canAcknowledge: Bool {
      details != nil && !isMine && !isOver && !isWorking && !isHeldByMe && (mayHold || !isComing)
    }
    /// They have answered that they are coming, beside the responder who has it.
    public var isComing: Bool {
      details?.recipients.contains { $0.id == me && $0.isComing } ?? false
    }
    /// The responders beside the viewer who have answered that they are coming.
    public var othersComing: [AlarmDetails.Recipient] {
      details?.recipients.filter { $0.isComing && $0.id != me } ?? []
    }
    /// Whether a responder beside the viewer has not answered.
    public var hasOthersToContact: Bool {
      (details.map { $0.recipients + $0.waiting } ?? []).contains {
        !$0.isComing && $0.id != me && $0.id != details?.alarm.holder
      }
    }
    /// The owner of an alert that one responder has can have the others contacted all the same.
    public var canKeepContacting: Bool {
      isMine && details?.alarm.holder != nil && hasOthersToContact
    }

    /// The responders who can be asked to take over.
    public var successors: [AlarmDetails.Recipient] {
      (details.map { $0.recipients + $0.waiting } ?? []).filter { $0.id != me }
    }
  }

  @CasePathable
  public enum Action: Equatable, Sendable {
    case onAppear
    case alarmResponse(Result<AlarmDetails, UserFacingError>)
    /// Nil: it is over.
    case alarmUpdated(AlarmDetails?)
    case acknowledgeButtonTapped
    case keepContactingTapped
    case releaseButtonTapped
    case releaseConfirmed
    case releaseCancelled
    case endButtonTapped
    case endConfirmed
    case endCancelled
    case handOverButtonTapped
    case handOverCancelled
    case successorChosen(Person.ID)
    case workResponse(Result<Empty, UserFacingError>)
    case requestCancelled
    case doneButtonTapped
    case dismissError
    case delegate(Delegate)

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      case dismissed
    }
  }

  public enum CancellationID: Hashable, Sendable {
    case load
    case stream
  }

  @Dependency(\.alarmClient) var alarmClient

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .onAppear:
        state.isLoading = true
        let id = state.id
        return .merge(
          .request(Action.alarmResponse, cancelled: .requestCancelled) { [alarmClient] in
            try await alarmClient.getAlarm(id)
          }
          .cancellable(id: CancellationID.load, cancelInFlight: true),
          .follow({ [alarmClient] in alarmClient.alarmStream(id) }, send: Action.alarmUpdated)
            .cancellable(id: CancellationID.stream, cancelInFlight: true))

      case .alarmResponse(.success(let details)):
        state.isLoading = false
        state.details = details
        return .none

      case .alarmResponse(.failure(let error)):
        state.isLoading = false
        state.error = error
        return .none

      case .alarmUpdated(let details?):
        state.details = details
        return .none

      case .alarmUpdated(nil):
        state.isOver = true
        state.isHandingOver = false
        state.isReleaseAsked = false
        state.isEndAsked = false
        return .none

      case .acknowledgeButtonTapped:
        guard state.canAcknowledge else { return .none }
        return work(&state) { [alarmClient] in try await alarmClient.acknowledge($0) }

      case .keepContactingTapped:
        guard state.canKeepContacting, !state.isWorking else { return .none }
        return work(&state) { [alarmClient] in try await alarmClient.release($0) }

      case .releaseButtonTapped:
        state.isReleaseAsked = state.isHeldByMe && !state.isWorking
        return .none

      case .releaseCancelled:
        state.isReleaseAsked = false
        return .none

      case .releaseConfirmed:
        guard state.isReleaseAsked else { return .none }
        state.isReleaseAsked = false
        return work(&state) { [alarmClient] in try await alarmClient.release($0) }

      case .endButtonTapped:
        state.isEndAsked = state.canEnd && !state.isWorking
        return .none

      case .endCancelled:
        state.isEndAsked = false
        return .none

      case .endConfirmed:
        guard state.isEndAsked else { return .none }
        state.isEndAsked = false
        return work(&state) { [alarmClient] in try await alarmClient.endSilent($0) }

      case .handOverButtonTapped:
        state.isHandingOver = state.isHeldByMe && !state.isWorking
        return .none

      case .handOverCancelled:
        state.isHandingOver = false
        return .none

      case .successorChosen(let successor):
        guard state.isHandingOver else { return .none }
        state.isHandingOver = false
        return work(&state) { [alarmClient] in try await alarmClient.handOver($0, successor) }

      case .workResponse(.success):
        state.isWorking = false
        return .none

      case .workResponse(.failure(let error)):
        state.isWorking = false
        state.error = error
        return .none

      case .requestCancelled:
        state.isWorking = false
        state.isLoading = false
        return .none

      case .doneButtonTapped:
        return .send(.delegate(.dismissed))

      case .dismissError:
        state.error = nil
        return .none

      case .delegate:
        return .none
      }
    }
  }

  private func work(
    _ state: inout State, _ work: @escaping @Sendable (AlertRecord.ID) async throws -> Void
  ) -> Effect<Action> {
    state.isWorking = true
    state.error = nil
    let id = state.id
    return .request(Action.workResponse, cancelled: .requestCancelled) {
      try await work(id)
      return Empty()
    }
  }
}

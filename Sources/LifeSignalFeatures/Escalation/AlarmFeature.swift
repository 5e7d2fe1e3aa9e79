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
    /// It opened by itself, so no one may be looking: it is not noted as seen, and has no address.
    public var isUnasked: Bool = false
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
    /// Whether the person is asked to confirm that they have reached the person of the alert.
    public var isReachedAsked: Bool = false
    /// They have reported it here.
    public var hasReported: Bool = false
    public var error: UserFacingError?

    public init(id: AlertRecord.ID, me: Person.ID? = nil, isUnasked: Bool = false) {
      self.id = id
      self.me = me
      self.isUnasked = isUnasked
    }

    public var isMine: Bool { details.map { $0.personID == me } ?? false }
    public var isHeldByMe: Bool { me != nil && details?.alarm.holder == me }
    /// The holder of a duress alert ends it. Other alerts end when a responder has reached the person.
    public var canEnd: Bool { isHeldByMe && details?.alarm.kind == .duress }
    /// Whether the viewer can report that they have reached the person: the server refuses responders who were
    /// not contacted, and those whom the owner has overruled.
    public var canReport: Bool {
      guard let details, !isOver, !isMine, mayHold, details.alarm.kind != .duress else {
        return false
      }
      let mine = details.recipients.first { $0.id == me }
      return mine.map { $0.metAt == nil } ?? isHeldByMe
    }
    /// The responders who have reached the person while the alert stays on.
    public var metBy: [AlarmDetails.Recipient] {
      details?.recipients.filter { $0.metAt != nil } ?? []
    }
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
    case reachedButtonTapped
    case reachedConfirmed
    case reachedCancelled
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
        let follow = Effect<Action>.follow(
          { [alarmClient] in alarmClient.alarmStream(id) }, send: Action.alarmUpdated
        )
        .cancellable(id: CancellationID.stream, cancelInFlight: true)
        if state.isUnasked { return follow }
        return .merge(
          .request(Action.alarmResponse, cancelled: .requestCancelled) { [alarmClient] in
            try await alarmClient.getAlarm(id)
          }
          .cancellable(id: CancellationID.load, cancelInFlight: true),
          follow)

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
        if state.isUnasked { state.isLoading = false }
        return .none

      case .alarmUpdated(nil):
        state.isOver = true
        if state.isUnasked { state.isLoading = false }
        state.isHandingOver = false
        state.isReleaseAsked = false
        state.isEndAsked = false
        state.isReachedAsked = false
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

      case .reachedButtonTapped:
        state.isReachedAsked = state.canReport && !state.isWorking
        return .none

      case .reachedCancelled:
        state.isReachedAsked = false
        return .none

      case .reachedConfirmed:
        guard state.isReachedAsked else { return .none }
        state.isReachedAsked = false
        state.hasReported = true
        return work(&state) { [alarmClient] in try await alarmClient.reached($0) }

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
        state.hasReported = false
        state.error = error
        return .none

      case .requestCancelled:
        state.isWorking = false
        state.hasReported = false
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

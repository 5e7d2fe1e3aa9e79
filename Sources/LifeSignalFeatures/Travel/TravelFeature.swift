public import Composable
public import Foundation
public import LifeSignalModel

/// A trip: "if I am not there by half past ten". Its state comes from the person's record.
@Reducer
public struct TravelFeature: Sendable {
  /// The fields before the start.
  public struct Setup: Equatable, Sendable {
    /// Where to and by what means.
    public var note: String = ""
    /// One of the offered lengths, in seconds; nil for a day and time of one's own.
    public var length: TimeInterval? = TravelData.offered[1]
    /// A day and time of one's own, as the browser's field sends it: "2026-03-29T22:30".
    public var wall: String
    public var problem: Refusal?

    public init(now: Date, zone: Zone) {
      wall = zone.wall(at: now + TravelData.offered[1])
    }

    /// The chosen end; nil if the typed text is no day and time.
    public func due(now: Date, zone: Zone) -> Date? {
      length.map { (now + $0).storable } ?? zone.instant(wall: wall)
    }
  }

  @ObservableState
  public struct State: Equatable, Sendable {
    /// The trip that has not ended.
    public var travel: TravelData?
    /// The zone in which a time of arrival is typed.
    public var zone: Zone = .utc
    public var setup: Setup?
    public var isBusy: Bool = false
    /// The end whose reminder was dismissed.
    public var dismissedReminder: Date?
    public var confirmation: PresentedAlert<Action.Confirmation>?
    public var error: UserFacingError?

    public init() {}

    /// Adopts the server's state.
    mutating func apply(_ travel: TravelData?) {
      guard travel != self.travel else { return }
      // Started, ended or overdue in the meantime: the question asked here is settled.
      if travel?.id != self.travel?.id || travel?.status != .underWay { confirmation = nil }
      if travel?.id != self.travel?.id { dismissedReminder = nil }
      if travel != nil { setup = nil }
      self.travel = travel.flatMap { $0.isActive ? $0 : nil }
    }

    /// Whether the person must be reminded now, on any page.
    public func isReminding(now: Date) -> Bool {
      guard let travel, travel.status == .underWay, now >= travel.remindAt,
        travel.remindAt > travel.startedAt || now >= travel.dueAt
      else { return false }
      return dismissedReminder != travel.dueAt
    }
  }

  @CasePathable
  public enum Action: Equatable, Sendable {
    case startButtonTapped
    case setupDismissed
    case noteChanged(String)
    case lengthSelected(TimeInterval)
    case wallChanged(String)
    case startTapped
    case arriveTapped
    /// By this many seconds from the end, or from now if that has passed.
    case extendTapped(TimeInterval)
    case cancelTapped
    case reminderDismissed
    case travelResponse(Result<TravelData, UserFacingError>)
    case endResponse(Result<Empty, UserFacingError>)
    case requestCancelled
    case confirmation(PresentationAction<Confirmation>)
    case dismissError

    @CasePathable
    public enum Confirmation: Equatable, Sendable {
      case cancelConfirmed
    }
  }

  @Dependency(\.travelClient) var travelClient
  @Dependency(\.date) var date

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .startButtonTapped:
        guard state.travel == nil else { return .none }
        state.setup = Setup(now: date.now, zone: state.zone)
        return .none

      case .setupDismissed:
        state.setup = nil
        return .none

      case .noteChanged(let note):
        state.setup?.note = note
        state.setup?.problem = nil
        return .none

      case .lengthSelected(let length):
        state.setup?.length = length
        state.setup?.problem = nil
        return .none

      case .wallChanged(let text):
        state.setup?.length = nil
        state.setup?.wall = text
        state.setup?.problem = nil
        return .none

      case .startTapped:
        return start(&state)

      case .arriveTapped:
        return end(&state) { [travelClient] in try await travelClient.arrive($0) }

      case .extendTapped(let seconds):
        guard let travel = state.travel, !state.isBusy else { return .none }
        let due = (max(travel.dueAt, date.now) + seconds).storable
        state.isBusy = true
        return .request(Action.travelResponse, cancelled: .requestCancelled) { [travelClient] in
          try await travelClient.extend(travel.id, due)
        }

      case .cancelTapped:
        guard state.travel?.status == .underWay else { return .none }
        state.confirmation = .cancellation
        return .none

      case .confirmation(.presented(.cancelConfirmed)):
        state.confirmation = nil
        return end(&state) { [travelClient] in try await travelClient.cancel($0) }

      case .confirmation(.dismiss):
        state.confirmation = nil
        return .none

      case .reminderDismissed:
        state.dismissedReminder = state.travel?.dueAt
        return .none

      case .travelResponse(.success(let travel)):
        state.isBusy = false
        state.travel = travel
        state.setup = nil
        return .none

      case .endResponse(.success):
        state.isBusy = false
        state.travel = nil
        return .none

      case .travelResponse(.failure(let error)), .endResponse(.failure(let error)):
        state.isBusy = false
        state.error = error
        return .none

      case .requestCancelled:
        state.isBusy = false
        return .none

      case .dismissError:
        state.error = nil
        return .none
      }
    }
  }

  private func start(_ state: inout State) -> Effect<Action> {
    guard let setup = state.setup, !state.isBusy else { return .none }
    let now = date.now
    guard let due = setup.due(now: now, zone: state.zone), due > now else {
      state.setup?.problem = .travelInThePast
      return .none
    }
    guard due <= now + TravelRules.longest else {
      state.setup?.problem = .travelTooLong
      return .none
    }
    guard setup.note.count <= TravelRules.longestNote else {
      state.setup?.problem = .travelNoteTooLong
      return .none
    }
    state.isBusy = true
    return .request(Action.travelResponse, cancelled: .requestCancelled) { [travelClient] in
      try await travelClient.start(due, setup.note)
    }
  }

  private func end(
    _ state: inout State, _ work: @escaping @Sendable (TravelData.ID) async throws -> Void
  ) -> Effect<Action> {
    guard let travel = state.travel, !state.isBusy else { return .none }
    state.isBusy = true
    return .request(Action.endResponse, cancelled: .requestCancelled) {
      try await work(travel.id)
      return Empty()
    }
  }
}

extension PresentedAlert where Action == TravelFeature.Action.Confirmation {
  public static var cancellation: Self {
    Self(
      title: "Cancel travel timer",
      message: "No one will be contacted if you do not arrive.",
      buttons: [
        .init("Keep", role: .cancel),
        .init("Cancel timer", role: .destructive, action: .cancelConfirmed),
      ])
  }
}

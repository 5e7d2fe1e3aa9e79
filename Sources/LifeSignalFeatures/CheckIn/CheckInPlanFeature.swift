public import Composable
public import Foundation
public import LifeSignalModel

/// Choosing how often, or at which times of which days, to check in, and what comes before and
/// after a deadline.
@Reducer
public struct CheckInPlanFeature: Sendable {
  public enum Kind: String, CaseIterable, Equatable, Sendable {
    case interval
    case times
  }

  @ObservableState
  public struct State: Equatable, Sendable {
    public var kind: Kind
    public var interval: IntervalSelectionFeature.State
    /// Earliest first.
    public var times: [TimeOfDay]
    public var days: [Weekday]
    public var zone: Zone
    /// As typed.
    public var zoneText: String
    /// Where the browser is.
    public var browserZone: Zone?
    /// The time that "Add" adds, as typed.
    public var newTime: String = "20:00"
    /// A time was typed that is not among the times yet: "Save" adds it.
    public var isTimeTyped: Bool = false
    /// Seconds before the deadline; 0 for none.
    public var reminder: TimeInterval
    /// Seconds after the deadline.
    public var gracePeriod: TimeInterval
    public var isSaving: Bool = false
    /// Whether there is a countdown to stop.
    public var hasCountdown: Bool
    /// When an interval that counts at present began; nil while none does.
    public var startedAt: Date?
    /// Whether the person is asked to confirm that they only watch over others.
    public var isStopAsked: Bool = false
    /// Why the plan cannot be saved as it is.
    public var problem: Refusal?
    public var error: UserFacingError?

    public init(
      plan: CheckInPlan, browserZone: Zone? = nil, reminder: TimeInterval = 7_200,
      gracePeriod: TimeInterval = CheckInSettings.defaultGracePeriod, hasCountdown: Bool = true
    ) {
      self.hasCountdown = hasCountdown
      let chosen = plan.times
      kind = chosen == nil ? .interval : .times
      if case .interval(let seconds) = plan {
        interval = .init(currentInterval: seconds)
      } else {
        interval = .init()
      }
      times = chosen?.times ?? TimeOfDay("09:00").map { [$0] } ?? []
      days = chosen?.days ?? Weekday.allCases
      zone = chosen?.zone ?? browserZone ?? .utc
      zoneText = zone.identifier
      self.browserZone = browserZone
      self.reminder = reminder
      self.gracePeriod = gracePeriod
    }

    /// The plan that would be saved.
    public var plan: CheckInPlan {
      switch kind {
      case .interval: .interval(interval.pickedInterval)
      case .times: .times(CheckInTimes(times: times, days: days, zone: zone))
      }
    }

    /// The browser's zone where the plan has another.
    public var offeredZone: Zone? { browserZone == zone ? nil : browserZone }
  }

  @CasePathable
  public enum Action: Equatable, Sendable {
    case kindChanged(Kind)
    case interval(IntervalSelectionFeature.Action)
    case newTimeChanged(String)
    case addTimeTapped
    case removeTimeTapped(TimeOfDay)
    case dayToggled(Weekday)
    case daysSelected([Weekday])
    case zoneChanged(String)
    case useBrowserZoneTapped
    case reminderChosen(TimeInterval)
    case gracePeriodChosen(TimeInterval)
    case saveTapped
    /// The plan that was sent: later changes were not saved.
    case saveResponse(Result<CheckInPlan, UserFacingError>)
    case requestCancelled
    case stopTapped
    case stopDeclined
    case stopConfirmed
    case stopResponse(Result<Empty, UserFacingError>)
    case cancelTapped
    case dismissError
    case delegate(Delegate)

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      case saved(CheckInPlan)
      /// The person only watches over others.
      case stopped
      case cancelled
    }
  }

  @Dependency(\.checkInClient) var checkInClient
  @Dependency(\.date) var date

  public init() {}

  public var body: some ReducerOf<Self> {
    Scope(state: \.interval, action: \.interval) { IntervalSelectionFeature() }
    Reduce { state, action in
      switch action {
      case .kindChanged(let kind):
        state.kind = kind
        state.problem = nil
        return .none

      case .newTimeChanged(let text):
        state.newTime = text
        state.isTimeTyped = !text.isEmpty
        state.problem = nil
        return .none

      case .addTimeTapped:
        add(&state)
        return .none

      case .removeTimeTapped(let time):
        state.times.removeAll { $0 == time }
        state.problem = nil
        return .none

      case .dayToggled(let day):
        if state.days.contains(day) {
          state.days.removeAll { $0 == day }
        } else {
          state.days = (state.days + [day]).sorted()
        }
        state.problem = nil
        return .none

      case .daysSelected(let days):
        state.days = days.sorted()
        state.problem = nil
        return .none

      case .zoneChanged(let text):
        state.zoneText = text
        let zone = Zone(text.trimmingCharacters(in: .whitespaces))
        state.problem = zone == nil ? .invalidZone : nil
        if let zone { state.zone = zone }
        return .none

      case .useBrowserZoneTapped:
        guard let zone = state.browserZone else { return .none }
        state.zone = zone
        state.zoneText = zone.identifier
        state.problem = nil
        return .none

      case .reminderChosen(let reminder):
        state.reminder = reminder
        return .none

      case .gracePeriodChosen(let gracePeriod):
        state.gracePeriod = gracePeriod
        return .none

      case .saveTapped:
        return save(&state)

      case .saveResponse(.success(let plan)):
        state.isSaving = false
        return .send(.delegate(.saved(plan)))

      case .saveResponse(.failure(let error)):
        state.isSaving = false
        state.error = error
        return .none

      case .requestCancelled:
        state.isSaving = false
        return .none

      case .stopTapped:
        state.isStopAsked = true
        return .none

      case .stopDeclined:
        state.isStopAsked = false
        return .none

      case .stopConfirmed:
        guard state.isStopAsked, !state.isSaving else { return .none }
        state.isStopAsked = false
        state.isSaving = true
        return .request(Action.stopResponse, cancelled: .requestCancelled) { [checkInClient] in
          try await checkInClient.stopCountdown()
          return Empty()
        }

      case .stopResponse(.success):
        state.isSaving = false
        return .send(.delegate(.stopped))

      case .stopResponse(.failure(let error)):
        state.isSaving = false
        state.error = error
        return .none

      case .cancelTapped:
        return .send(.delegate(.cancelled))

      case .dismissError:
        state.error = nil
        return .none

      case .interval, .delegate:
        return .none
      }
    }
  }

  private func add(_ state: inout State) {
    guard let time = TimeOfDay(state.newTime) else {
      state.problem = .noCheckInTimes
      return
    }
    guard !state.times.contains(time) else {
      state.problem = .duplicateCheckInTime
      return
    }
    guard state.times.count < CheckInTimes.most else {
      state.problem = .tooManyCheckInTimes
      return
    }
    state.times = (state.times + [time]).sorted()
    state.isTimeTyped = false
    state.problem = nil
  }

  private func save(_ state: inout State) -> Effect<Action> {
    guard !state.isSaving else { return .none }
    if state.kind == .times, Zone(state.zoneText.trimmingCharacters(in: .whitespaces)) == nil {
      state.problem = .invalidZone
      return .none
    }
    if state.kind == .times, state.isTimeTyped {
      add(&state)
      // One that is there already is saved, too.
      guard [nil, .duplicateCheckInTime].contains(state.problem) else { return .none }
    }
    let plan: CheckInPlan
    do {
      plan = try state.plan.validated()
    } catch {
      state.problem = error
      return .none
    }
    state.problem = nil
    if case .interval(let seconds) = plan, let start = state.startedAt, start + seconds <= date.now
    {
      state.error = .validation(
        title: "Interval already over",
        message:
          "Your last check-in is older than \(Countdown.interval(seconds)). "
          + "Check in first, or your responders may be alerted.")
      return .none
    }
    state.isSaving = true
    return .request(Action.saveResponse, cancelled: .requestCancelled) { [checkInClient] in
      try await checkInClient.setPlan(plan)
      return plan
    }
  }
}

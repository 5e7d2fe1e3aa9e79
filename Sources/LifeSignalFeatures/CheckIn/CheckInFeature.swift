public import Composable
public import Foundation
public import LifeSignalModel

/// The check-in with one tap, and the promise it keeps. Lengths are seconds.
@Reducer
public struct CheckInFeature: Sendable {
  /// A setting on its way to the server, in seconds.
  public enum SettingsChange: Equatable, Sendable {
    case interval(TimeInterval)
    case reminder(TimeInterval)
    case gracePeriod(TimeInterval)

    /// Whether it is shown before the server has agreed: not for a change that may wait for
    /// re-authentication.
    var isShownAtOnce: Bool {
      if case .interval(let interval) = self { interval <= ProofRules.freeWait } else { true }
    }
  }

  @ObservableState
  public struct State: Equatable, Sendable {
    public var lastCheckInTime: Date?
    /// The deadline that the plan gives for the last check-in. The browser counts down to it
    /// itself.
    public var nextCheckInTime: Date?
    /// Times of day promised instead of the interval.
    public var checkInTimes: CheckInTimes?
    /// Until then there are no reminders and no missed deadlines.
    public var pausedUntil: Date?
    /// When the countdown began without a check-in: with the first responder, or at the end of a pause.
    public var resumedAt: Date?
    public var checkInInterval: TimeInterval = CheckInSettings.defaultInterval
    public var reminderInterval: TimeInterval = 7_200
    public var gracePeriod: TimeInterval = CheckInSettings.defaultGracePeriod
    /// The longest of the reminders without a switch; 0 without any.
    public var ownReminder: TimeInterval = 0
    /// The master switch; without it no reminder is scheduled.
    public var areRemindersEnabled: Bool = true
    /// Newest first.
    public var checkInHistory: [CheckInRecord] = []
    public var isCheckingIn: Bool = false
    public var isLoadingHistory: Bool = false
    /// Whether there may be older ones than ``checkInHistory`` shows.
    public var hasOlderCheckIns: Bool = false
    public var isHistoryPresented: Bool = false
    /// The last weeks, day by day; empty until loaded.
    public var calendar: CheckInCalendar = .init()
    /// The browser's zone; nil until it has been reported.
    public var browserZone: Zone?
    public var isResuming: Bool = false
    public var isSnoozing: Bool = false
    /// When the reminder comes again; nil if the person has not asked for that here.
    public var snoozedUntil: Date?
    public var travel: TravelFeature.State = .init()
    public var checklist: ChecklistFeature.State = .init()
    public var isCheckInButtonCoolingDown: Bool = false
    /// When the check-in was made that the page confirms; nil after ``CheckInFeature/confirmation``.
    public var confirmedAt: Date?
    /// Settings on their way to the server; the stream's older values do not undo them.
    public var savingSettings: Int = 0
    /// The newest record that came in the meantime: it is shown if the changes are refused.
    public var heldRecord: UserData?
    /// The server's time of the last event here.
    public var currentTime: Date
    public var error: UserFacingError?
    /// A failure that does not affect the check-in itself.
    public var notice: UserFacingError?
    @Presents public var planEditor: CheckInPlanFeature.State?
    @Presents public var pauseEditor: PauseFeature.State?
    @Presents public var rehearsal: RehearsalFeature.State?
    public var alert: PresentedAlert<Action.Alert>?

    public init(currentTime: Date = Date(timeIntervalSince1970: 0)) {
      self.currentTime = currentTime
    }
  }

  @CasePathable
  public enum Action: Equatable, Sendable {
    case checkInButtonTapped
    case checkInResponse(Result<Date, UserFacingError>)
    case coolDownEnded
    case confirmationEnded
    case reminderScheduleFailed(UserFacingError)
    case requestCancelled
    case setCheckInInterval(TimeInterval)
    case setReminderInterval(TimeInterval)
    case setGracePeriod(TimeInterval)
    case settingsSaved
    /// An interval that the server had to agree to first applies now.
    case intervalSaved(TimeInterval, reminder: TimeInterval)
    /// The change was refused: the given settings apply again, if it was shown already. Nil when
    /// the work was cancelled.
    case settingsSaveFailed(SettingsChange, CheckInSettings, UserFacingError?)
    case loadCheckInHistory
    case checkInHistoryResponse(Result<[CheckInRecord], UserFacingError>)
    case historyCancelled
    case historyButtonTapped
    case historyDismissed
    case loadOlderCheckIns
    case olderCheckInsResponse(Result<[CheckInRecord], UserFacingError>)
    case loadCalendar
    case calendarResponse(Result<CheckInCalendar, UserFacingError>)
    /// The browser reports its zone; an invalid zone is ignored.
    case zoneOffered(String)
    case planButtonTapped
    case pauseButtonTapped
    case resumeButtonTapped
    case resumeResponse(Result<Empty, UserFacingError>)
    case snoozeButtonTapped
    case snoozeResponse(Result<Date, UserFacingError>)
    case appBecameActive
    case loadCheckInSettings
    case checkInSettingsResponse(Result<CheckInSettings, UserFacingError>)
    /// The server's record changed.
    case userUpdated(UserData)
    case planEditor(PresentationAction<CheckInPlanFeature.Action>)
    case pauseEditor(PresentationAction<PauseFeature.Action>)
    case rehearsalButtonTapped
    case rehearsal(PresentationAction<RehearsalFeature.Action>)
    case travel(TravelFeature.Action)
    case checklist(ChecklistFeature.Action)
    case alert(PresentationAction<Alert>)
    case dismissError
    case dismissNotice

    @CasePathable
    public enum Alert: Equatable, Sendable {
      /// Confirms saving an interval whose deadline has passed already.
      case intervalConfirmed(TimeInterval)
    }
  }

  public enum CancellationID: Hashable, Sendable {
    case history
    case settings
    case coolDown
    case reminder
    case calendar
  }

  /// How long the page confirms a check-in.
  public static let confirmation: Duration = .seconds(8)

  /// The number of older check-ins loaded together.
  public static let historyPage = 30

  @Dependency(\.checkInClient) var checkInClient
  @Dependency(\.notificationClient) var notificationClient
  @Dependency(\.date) var date
  @Dependency(\.continuousClock) var clock

  public init() {}

  public var body: some ReducerOf<Self> {
    Scope(state: \.travel, action: \.travel) { TravelFeature() }
    Scope(state: \.checklist, action: \.checklist) { ChecklistFeature() }
    Reduce { state, action in
      switch action {
      case .checkInButtonTapped:
        guard !state.isCheckingIn, !state.isCheckInButtonCoolingDown else { return .none }
        state.isCheckingIn = true
        return .request(Action.checkInResponse, cancelled: .requestCancelled) { [checkInClient] in
          try await checkInClient.checkIn()
        }

      case .checkInResponse(.success(let time)):
        return checkedIn(&state, time)

      case .checkInResponse(.failure(let error)):
        state.isCheckingIn = false
        state.error = error
        return .none

      case .requestCancelled:
        state.isCheckingIn = false
        state.isResuming = false
        state.isSnoozing = false
        return .none

      case .coolDownEnded:
        state.isCheckInButtonCoolingDown = false
        return .none

      case .confirmationEnded:
        state.confirmedAt = nil
        return .none

      case .reminderScheduleFailed(let error):
        state.notice = error
        return .none

      case .setCheckInInterval(let interval):
        return setInterval(&state, interval)

      case .alert(.presented(.intervalConfirmed(let interval))):
        state.alert = nil
        return saveInterval(&state, interval)

      case .alert(.dismiss):
        state.alert = nil
        return .none

      case .setReminderInterval(let reminder):
        return setReminder(&state, reminder)

      case .setGracePeriod(let gracePeriod):
        return setGracePeriod(&state, gracePeriod)

      case .settingsSaved:
        state.savingSettings = max(0, state.savingSettings - 1)
        if state.savingSettings == 0 { state.heldRecord = nil }
        return .none

      case .intervalSaved(let interval, let reminder):
        return show(&state, interval, reminder)

      case .settingsSaveFailed(let change, let previous, let error):
        return saveFailed(&state, change, previous, error)

      case .loadCheckInHistory:
        state.isLoadingHistory = true
        return .request(Action.checkInHistoryResponse, cancelled: .historyCancelled) {
          // One page of them: a person who has checked in for years has thousands.
          [checkInClient] in try await checkInClient.getCheckInHistory(Self.historyPage)
        }
        .cancellable(id: CancellationID.history, cancelInFlight: true)

      case .checkInHistoryResponse(.success(let records)):
        state.isLoadingHistory = false
        state.showNewest(records)
        return .none

      case .historyButtonTapped, .historyDismissed, .loadOlderCheckIns, .olderCheckInsResponse,
        .loadCalendar, .calendarResponse, .zoneOffered:
        return reduceHistory(&state, action)

      case .rehearsalButtonTapped, .rehearsal, .planButtonTapped, .planEditor, .pauseButtonTapped,
        .pauseEditor, .resumeButtonTapped, .resumeResponse, .snoozeButtonTapped, .snoozeResponse:
        return reducePlan(&state, action)

      case .checkInHistoryResponse(.failure(let error)):
        state.isLoadingHistory = false
        state.error = error
        return .none

      case .historyCancelled:
        state.isLoadingHistory = false
        return .none

      case .appBecameActive:
        state.currentTime = date.now
        return .merge(.send(.loadCheckInSettings), .send(.loadCheckInHistory))

      case .loadCheckInSettings:
        return loadSettings

      case .checkInSettingsResponse(.success(let settings)):
        guard state.savingSettings == 0 else { return .none }
        state.apply(settings)
        return .none

      case .checkInSettingsResponse(.failure(let error)):
        state.error = error
        return .none

      case .userUpdated(let user):
        state.currentTime = date.now
        state.apply(user)
        state.travel.apply(user.travel)
        // A check-in made elsewhere, a pause or a missed deadline changes the picture too.
        return state.isHistoryPresented ? .send(.loadCalendar) : .none

      case .dismissError:
        state.error = nil
        return .none

      case .dismissNotice:
        state.notice = nil
        return .none

      case .travel, .checklist:
        return .none
      }
    }
    .ifLet(\.$planEditor, action: \.planEditor) {
      CheckInPlanFeature()
    }
    .ifLet(\.$rehearsal, action: \.rehearsal) {
      RehearsalFeature()
    }
    .ifLet(\.$pauseEditor, action: \.pauseEditor) {
      PauseFeature()
    }
  }
}

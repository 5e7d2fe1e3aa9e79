public import Composable
import Foundation
public import LifeSignalModel

/// The reminders and pushes that the person wants. A change shows once the server has it.
@Reducer
public struct NotificationPreferencesFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    public var preferences: NotificationPreferences = .init()
    public var authorizationStatus: NotificationAuthorizationStatus = .notDetermined
    public var isLoading: Bool = false
    public var error: UserFacingError?
    /// The change that is being saved, or could not be saved last; a repeat saves it again.
    public var wanted: Edit<NotificationPreferences>?
    /// Whether the page shows that the last change was saved.
    public var isFeedbackPresented: Bool = false
    /// The reminder picked to be added, in minutes before the deadline.
    public var chosenReminder: Int?

    public init() {}

    public var isNotificationsEnabled: Bool { preferences.isNotificationsEnabled }
    public var notify30MinBefore: Bool { preferences.notify30MinBefore }
    public var notify2HoursBefore: Bool { preferences.notify2HoursBefore }
  }

  @CasePathable
  public enum Action: Equatable, Sendable {
    /// The server's record changed.
    case updateNotificationState(NotificationPreferences)
    case checkAuthorizationStatus
    case authorizationStatusUpdated(NotificationAuthorizationStatus)
    case updateNotificationSettings(enabled: Bool)
    case updateNotificationSettingsSucceeded
    case updateNotificationSettingsError(UserFacingError)
    /// Nil leaves a switch as it is.
    case updateNotificationPreferences(notify30Min: Bool?, notify2Hours: Bool?)
    case updateNotificationPreferencesSucceeded
    case updateNotificationPreferencesError(UserFacingError)
    /// Another time is picked; minutes before the deadline.
    case ownReminderChosen(Int)
    case addOwnReminderTapped
    case removeOwnReminderTapped(Int)
    case toggleAlertNotifications
    case togglePingNotifications
    case toggleCheckInNotifications
    case toggleContactNotifications
    /// Repeats a change that was not saved.
    case savePreferences(Edit<NotificationPreferences>)
    case updateFCMToken(String)
    case updateFCMTokenSucceeded
    case updateFCMTokenError(UserFacingError)
    /// The change was cancelled; no message is shown.
    case requestCancelled
    case clearError
  }

  @Dependency(\.notificationClient) var notificationClient
  @Dependency(\.preferencesClient) var preferencesClient
  @Dependency(\.userClient) var userClient
  @Dependency(\.date) var date

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .updateNotificationState(let preferences):
        state.preferences = preferences
        return .none

      case .checkAuthorizationStatus:
        return .run { [notificationClient] send in
          await send(.authorizationStatusUpdated(notificationClient.getAuthorizationStatus()))
        }

      case .authorizationStatusUpdated(let status):
        state.authorizationStatus = status
        return .none

      case .updateNotificationSettings(let isEnabled):
        guard let edit = begin(&state, { $0.isNotificationsEnabled = isEnabled }) else {
          return .none
        }
        return save(
          edit, .updateNotificationSettingsSucceeded, { .updateNotificationSettingsError($0) }
        ) { [notificationClient] in
          // A notification that the platform forbids cannot be switched on.
          if isEnabled, try await !notificationClient.isAllowed() {
            throw UserFacingError.notificationPermissionDenied
          }
        }

      case .updateNotificationPreferences(let notify30Min, let notify2Hours):
        return change(&state) {
          $0.notify30MinBefore = notify30Min ?? $0.notify30MinBefore
          $0.notify2HoursBefore = notify2Hours ?? $0.notify2HoursBefore
        }

      case .ownReminderChosen(let minutes):
        state.chosenReminder = minutes
        return .none

      case .addOwnReminderTapped:
        guard !state.isLoading else { return .none }
        guard let minutes = state.reminderToAdd else {
          state.error = Refusal.tooManyReminders.userFacingError
          return .none
        }
        state.chosenReminder = nil
        return change(&state) { $0.ownReminders = ($0.ownReminders ?? []).adding(minutes) }

      case .removeOwnReminderTapped(let minutes):
        return change(&state) { $0.ownReminders = ($0.ownReminders ?? []).removing(minutes) }

      case .toggleAlertNotifications:
        return change(&state) { $0.alertNotifications.toggle() }

      case .togglePingNotifications:
        return change(&state) { $0.pingNotifications.toggle() }

      case .toggleCheckInNotifications:
        return change(&state) { $0.checkInNotifications.toggle() }

      case .toggleContactNotifications:
        return change(&state) { $0.contactNotifications.toggle() }

      case .savePreferences(let edit):
        // Switching on asks the platform, also the second time.
        guard edit.changes(\.isNotificationsEnabled), edit.wanted.isNotificationsEnabled else {
          return change(&state) { $0 = edit.applied(to: $0) }
        }
        return .send(.updateNotificationSettings(enabled: true))

      case .updateNotificationSettingsSucceeded, .updateNotificationPreferencesSucceeded:
        state.isLoading = false
        // Over HTTP the next save sends the whole record, so it must include this change even before the
        // stream delivers it. What the stream has brought meanwhile is newer than this answer.
        if let edit = state.wanted, state.preferences == edit.seen {
          state.preferences = edit.wanted
        }
        state.wanted = nil
        state.isFeedbackPresented = true
        return .none

      case .updateNotificationSettingsError(let error),
        .updateNotificationPreferencesError(let error):
        state.isLoading = false
        state.error = error
        return .none

      case .requestCancelled:
        state.isLoading = false
        state.wanted = nil
        return .none

      case .updateFCMToken(let token):
        return .request(
          { (result: Result<Empty, UserFacingError>) in
            switch result {
            case .success: .updateFCMTokenSucceeded
            case .failure(let error): .updateFCMTokenError(error)
            }
          }, cancelled: .updateFCMTokenSucceeded
        ) { [userClient] in
          try await userClient.updatePushToken(token)
          return Empty()
        }

      case .updateFCMTokenSucceeded:
        return .none

      case .updateFCMTokenError(let error):
        state.error = error
        return .none

      case .clearError:
        state.error = nil
        return .none
      }
    }
  }

  private func change(
    _ state: inout State, _ update: (inout NotificationPreferences) -> Void
  ) -> Effect<Action> {
    guard let edit = begin(&state, update) else { return .none }
    return save(
      edit, .updateNotificationPreferencesSucceeded, { .updateNotificationPreferencesError($0) })
  }

  /// One change at a time: a second would not contain the first, which is not shown yet.
  private func begin(
    _ state: inout State, _ update: (inout NotificationPreferences) -> Void
  ) -> Edit<NotificationPreferences>? {
    guard !state.isLoading else { return nil }
    var edit = Edit(state.preferences, seen: state.preferences)
    update(&edit.wanted)
    state.wanted = edit
    state.isLoading = true
    state.error = nil
    state.isFeedbackPresented = false
    return edit
  }

  /// To the server first, whose answer counts; then to the device, with its reminders.
  private func save(
    _ edit: Edit<NotificationPreferences>, _ succeeded: Action,
    _ failed: @escaping @Sendable (UserFacingError) -> Action,
    after check: @escaping @Sendable () async throws -> Void = {}
  ) -> Effect<Action> {
    .request(
      { (result: Result<Empty, UserFacingError>) in
        switch result {
        case .success: succeeded
        case .failure(let error): failed(error)
        }
      }, cancelled: .requestCancelled
    ) { [notificationClient, preferencesClient, userClient, now = date.now] in
      try await check()
      try await notificationClient.updateNotificationSettings(edit)
      // The same preferences always give the same bytes.
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      await preferencesClient.setData(
        try? encoder.encode(edit.wanted), PreferenceKey.notificationPreferences)
      if let expiration = try? await userClient.currentUser().expirationTimestamp {
        await notificationClient.replaceReminders(
          of: expiration, edit.seen?.ownReminders, with: edit.wanted, now: now)
      }
      return Empty()
    }
  }
}

extension NotificationClient {
  /// Whether the platform allows the device to notify; asks for permission if it has not been asked
  /// before.
  fileprivate func isAllowed() async throws -> Bool {
    switch await getAuthorizationStatus() {
    case .authorized, .provisional, .ephemeral: true
    case .denied, .notDetermined: try await requestAuthorization()
    }
  }

  /// The device's own reminders for one deadline: one per switch and one per own reminder, none when
  /// all is off.
  /// - Parameter old: own reminders that may have been made before.
  func replaceReminders(
    of expiration: Date, _ old: OwnReminders? = nil, with preferences: NotificationPreferences,
    now: Date
  ) async {
    let own = (old?.minutes ?? []) + (preferences.ownReminders?.minutes ?? [])
    await cancelReminders(of: expiration, OwnReminders(own))
    for minutes in preferences.leads {
      let at = expiration - Double(minutes * 60)
      // A device that cannot remind is no reason to report that the change failed.
      if at > now { try? await scheduleCheckInReminder(at) }
    }
  }

  func cancelReminders(of expiration: Date, _ own: OwnReminders?) async {
    await cancelScheduledNotifications(
      ([30, 120] + (own?.minutes ?? [])).map {
        "checkInReminder-\(Int(clamping: expiration.timeIntervalSince1970))-\($0)"
      })
  }
}

public import Composable
public import LifeSignalModel

/// Which reminders and pushes the person wants. Shown at once, taken back when saving fails.
@Reducer
public struct NotificationPreferencesFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    public var preferences: NotificationPreferences = .init()
    public var authorizationStatus: NotificationAuthorizationStatus = .notDetermined
    public var isLoading: Bool = false
    public var error: UserFacingError?

    public init() {}

    public var isNotificationsEnabled: Bool { preferences.isNotificationsEnabled }
    public var notify30MinBefore: Bool { preferences.notify30MinBefore }
    public var notify2HoursBefore: Bool { preferences.notify2HoursBefore }
  }

  @CasePathable
  public enum Action: Equatable, Sendable {
    /// The server's record changed.
    case updateNotificationState(NotificationPreferences)
    case updateNotificationSettings(enabled: Bool)
    case updateNotificationPreferences(notify30Min: Bool, notify2Hours: Bool)
    case toggleAlertNotifications
    case togglePingNotifications
    case toggleCheckInNotifications
    case toggleContactNotifications
    case saveSucceeded
    /// The given preferences hold again. Without an error the work was called off.
    case saveFailed(NotificationPreferences, UserFacingError?)
    case clearError
  }

  @Dependency(\.notificationClient) var notificationClient

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .updateNotificationState(let preferences):
        guard !state.isLoading else { return .none }
        state.preferences = preferences
        return .none

      case .updateNotificationSettings(let enabled):
        return change(&state) { $0.isNotificationsEnabled = enabled }

      case .updateNotificationPreferences(let notify30Min, let notify2Hours):
        return change(&state) {
          $0.notify30MinBefore = notify30Min
          $0.notify2HoursBefore = notify2Hours
        }

      case .toggleAlertNotifications:
        return change(&state) { $0.alertNotifications.toggle() }

      case .togglePingNotifications:
        return change(&state) { $0.pingNotifications.toggle() }

      case .toggleCheckInNotifications:
        return change(&state) { $0.checkInNotifications.toggle() }

      case .toggleContactNotifications:
        return change(&state) { $0.contactNotifications.toggle() }

      case .saveSucceeded:
        state.isLoading = false
        return .none

      case .saveFailed(let previous, let error):
        state.isLoading = false
        state.preferences = previous
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
    // One change at a time: the answer to a first must not take back a second.
    guard !state.isLoading else { return .none }
    let previous = state.preferences
    update(&state.preferences)
    state.isLoading = true
    state.error = nil
    let preferences = state.preferences
    return .run { [notificationClient] send in
      do {
        try await notificationClient.updateNotificationSettings(preferences)
        await send(.saveSucceeded)
      } catch {
        await send(.saveFailed(previous, UserFacingError.fromIgnoringCancellation(error)))
      }
    }
  }
}

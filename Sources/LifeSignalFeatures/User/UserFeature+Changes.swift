import Composable
import Foundation
import LifeSignalModel

/// Changes of the own record.
extension UserFeature {
  func change(_ state: inout State, _ action: Action) -> Effect<Action> {
    guard let user = state.userData else { return .none }
    switch action {
    case .updateFirstName(let name):
      return .send(
        .updateProfile(
          firstName: name, lastName: user.lastName, emergencyNote: user.emergencyNote))
    case .updateLastName(let name):
      return .send(
        .updateProfile(
          firstName: user.firstName, lastName: name, emergencyNote: user.emergencyNote))
    case .updateEmergencyNote(let note):
      return .send(
        .updateProfile(firstName: user.firstName, lastName: user.lastName, emergencyNote: note))

    case .updateProfile(let firstName, let lastName, let note):
      let (first, last) = (PersonName.trimmed(firstName), PersonName.trimmed(lastName))
      guard !first.isEmpty, !last.isEmpty else {
        return .send(.updateProfileFailed(.nameRequired))
      }
      let text = PersonName.trimmed(note)
      state.userData?.firstName = first
      state.userData?.lastName = last
      state.userData?.emergencyNote = text
      return request(from: user) { [userClient] in
        try await userClient.updateProfile(first, last, text)
        return .updateProfileSucceeded
      } failed: {
        .updateProfileFailed($0)
      }

    case .updateProfileImage(let image):
      return request(from: user) { [userClient] in
        .updateProfileImageSucceeded(try await userClient.updateProfileImage(image))
      } failed: {
        .updateProfileImageFailed($0)
      }

    case .updateNotificationPreferences(let enabled, let notify30Min, let notify2Hours):
      var preferences = user.preferences
      preferences.isNotificationsEnabled = enabled
      preferences.notify30MinBefore = notify30Min
      preferences.notify2HoursBefore = notify2Hours
      state.userData?.preferences = preferences
      return request(from: user) { [userClient, preferences] in
        try await userClient.updateNotificationPreferences(preferences)
        return .updateNotificationPreferencesSucceeded
      } failed: {
        .updateNotificationPreferencesFailed($0)
      }

    case .updateReminderInterval(let seconds):
      guard let preferences = user.preferences.withReminderInterval(seconds) else {
        return .send(
          .updateNotificationPreferencesFailed(Refusal.invalidReminder.userFacingError))
      }
      return .send(
        .updateNotificationPreferences(
          enabled: preferences.isNotificationsEnabled,
          notify30MinBefore: preferences.notify30MinBefore,
          notify2HoursBefore: preferences.notify2HoursBefore))

    case .checkIn:
      state.userData?.lastCheckedIn = date.now
      state.userData?.deadline = nil
      return request(from: user, movesDeadline: true) { [checkInClient] in
        .checkInSucceeded(try await checkInClient.checkIn())
      } failed: {
        .checkInFailed($0)
      }

    case .updateCheckInInterval(let seconds):
      state.userData?.checkInInterval = seconds
      // The server's answer is not here yet: until then the plan says when.
      state.userData?.deadline = nil
      return request(from: user, movesDeadline: true) { [checkInClient] in
        try await checkInClient.setCheckInInterval(seconds)
        return .updateCheckInIntervalSucceeded(seconds)
      } failed: {
        .updateCheckInIntervalFailed($0)
      }

    case .triggerManualAlert:
      state.userData?.manualAlertActive = true
      state.userData?.manualAlertTimestamp = date.now
      return request(from: user) { [alertClient] in
        .triggerManualAlertSucceeded(try await alertClient.activateAlert())
      } failed: {
        .triggerManualAlertFailed($0)
      }

    case .clearManualAlert:
      state.userData?.manualAlertActive = false
      state.userData?.manualAlertTimestamp = nil
      return request(from: user) { [alertClient] in
        _ = try await alertClient.deactivateAlert()
        return .clearManualAlertSucceeded
      } failed: {
        .clearManualAlertFailed($0)
      }

    default:
      return end(&state, action, user)
    }
  }

  /// How a change ended.
  private func end(
    _ state: inout State, _ action: Action, _ user: UserData
  ) -> Effect<Action> {
    switch action {
    case .updateProfileSucceeded:
      return .send(.delegate(.profileUpdated(user)))
    case .updateProfileImageSucceeded(let url):
      state.userData?.profileImageURL = url
      return .send(.delegate(.profileUpdated(state.userData ?? user)))
    case .updateNotificationPreferencesSucceeded:
      return remind(user)
    case .checkInSucceeded(let date):
      state.userData?.lastCheckedIn = date
      return .merge(remind(state.userData ?? user), .send(.delegate(.checkInPerformed(date))))
    case .updateCheckInIntervalSucceeded(let seconds):
      return .merge(remind(user), .send(.delegate(.checkInIntervalUpdated(seconds))))
    case .triggerManualAlertSucceeded(let date):
      state.userData?.manualAlertTimestamp = date
      return .none
    case .clearManualAlertSucceeded:
      return .none

    case .updateProfileFailed(let error), .updateProfileImageFailed(let error):
      return fail(&state, error, .profileUpdateFailed(error))
    case .updateNotificationPreferencesFailed(let error):
      return fail(&state, error, .notificationPreferencesUpdateFailed(error))
    case .checkInFailed(let error):
      return fail(&state, error, .checkInFailed(error))
    case .updateCheckInIntervalFailed(let error):
      return fail(&state, error, .checkInIntervalUpdateFailed(error))
    case .triggerManualAlertFailed(let error):
      return fail(&state, error, .manualAlertTriggerFailed(error))
    case .clearManualAlertFailed(let error):
      return fail(&state, error, .manualAlertClearFailed(error))
    default:
      return .none
    }
  }

  private func fail(
    _ state: inout State, _ error: UserFacingError, _ delegate: Action.Delegate
  ) -> Effect<Action> {
    state.error = error
    return .send(.delegate(delegate))
  }

  private func request(
    from previous: UserData, movesDeadline: Bool = false,
    _ work: @escaping @Sendable () async throws -> Action,
    failed: @escaping @Sendable (UserFacingError) -> Action
  ) -> Effect<Action> {
    .run { [notificationClient] send in
      do {
        let outcome = try await work()
        if movesDeadline, let old = previous.expirationTimestamp {
          await notificationClient.cancelReminders(of: old, previous.ownReminders)
        }
        await send(outcome)
      } catch {
        await send(.changeTakenBack(previous))
        if let error = UserFacingError.fromIgnoringCancellation(error) {
          await send(failed(error))
        }
      }
    }
  }

  /// The device's own reminders, from last check-in plus interval: never from now.
  private func remind(_ user: UserData) -> Effect<Action> {
    guard let expiration = user.expirationTimestamp else { return .none }
    return .run { [notificationClient, preferences = user.preferences, now = date.now] _ in
      await notificationClient.replaceReminders(
        of: expiration, with: preferences, now: now)
    }
  }
}

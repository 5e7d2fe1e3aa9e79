import Composable
import LifeSignalModel

/// Failures on any screen that may be retried, shown once, above all screens.
extension AppFeature {
  /// This alert replaces the screen's own; errors that cannot be retried stay where they were.
  ///
  /// A safety alert that failed on its own screen is left out: that screen shows more prominently
  /// that no responder has been notified, and repeats it itself.
  func offerRetry(_ state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .mainTab(.checkIn(.checkInResponse(.failure(let error)))) where error.isRetryable:
      state.errorAlert = AppErrorAlert(.checkIn, error)
      return .send(.mainTab(.checkIn(.dismissError)))

    case .mainTab(.checkIn(.settingsSaveFailed(let change, _, let error?))):
      guard error.isRetryable, let operation = change.retry else { return .none }
      state.errorAlert = AppErrorAlert(operation, error)
      return .send(.mainTab(.checkIn(.dismissError)))

    case .mainTab(.profile(let action)):
      return offerRetry(&state, action)

    case .notification(.preferences(.updateNotificationSettingsError(let error))),
      .notification(.preferences(.updateNotificationPreferencesError(let error))):
      guard error.isRetryable, let wanted = state.notification.preferences.wanted else {
        return .none
      }
      state.errorAlert = AppErrorAlert(.updatePreferences(wanted), error)
      return .send(.notification(.preferences(.clearError)))

    case .ping(.requestEnded(let operation, let error?)):
      state.errorAlert = AppErrorAlert(.ping(operation), error)
      return .send(.ping(.setError(nil)))

    case .mainTab(.responders(.ping(.requestEnded(let operation, let error?)))):
      guard error.isRetryable else { return .none }
      state.errorAlert = AppErrorAlert(.pingOfResponders(operation), error)
      return .send(.mainTab(.responders(.setError(nil))))

    case .mainTab(.dependents(.ping(.requestEnded(let operation, let error?)))):
      guard error.isRetryable else { return .none }
      state.errorAlert = AppErrorAlert(.pingOfDependents(operation), error)
      return .send(.mainTab(.dependents(.setError(nil))))

    default:
      return .none
    }
  }

  private func offerRetry(
    _ state: inout State, _ action: ProfileFeature.Action
  ) -> Effect<Action> {
    guard let profile = state.mainTab?.profile else { return .none }
    switch action {
    case .updateProfileResponse(.failure(let error)) where error.isRetryable:
      state.errorAlert = AppErrorAlert(.updateProfile(profile.edit), error)
      return .send(.mainTab(.profile(.setError(nil))))

    case .settings(.presented(.updateSettingsResponse(.failure(let error)))):
      guard error.isRetryable, let wanted = profile.settings?.preferences.wanted else {
        return .none
      }
      state.errorAlert = AppErrorAlert(.updatePreferences(wanted), error)
      return .send(.mainTab(.profile(.settings(.presented(.setError(nil))))))

    case .sendPhoneChangeVerificationCodeResponse(.failure(let error)),
      .updateUserPhoneNumberResponse(.failure(let error)):
      // A wrong code has to be typed again: its field shows that.
      if case .authenticationFailed = error { return .none }
      guard error.isRetryable else { return .none }
      state.errorAlert = AppErrorAlert(.updatePhoneNumber, error)
      return .none

    default:
      return .none
    }
  }

  func again(_ operation: RetryOperation, _ state: State) -> Effect<Action> {
    switch operation {
    case .loadUserData: .send(.user(.loadUserData))
    case .loadContacts: .send(.contacts(.loadContacts))
    case .checkIn: .send(.mainTab(.checkIn(.checkInButtonTapped)))
    case .ping(let operation): .send(.ping(operation.request))
    case .pingOfResponders(let operation):
      .send(.mainTab(.responders(.ping(operation.request))))
    case .pingOfDependents(let operation):
      .send(.mainTab(.dependents(.ping(operation.request))))
    case .signOut: .send(.signOut)
    case .updateProfile(let edit):
      // The editor is still open, unless it was left before the repeat.
      state.mainTab?.profile.isEditing == true
        ? .send(.mainTab(.profile(.updateProfile)))
        : .send(.user(.updateProfile(edit)))
    case .updatePreferences(let edit):
      // The one feature that exists whatever sheet is open; the others follow the record.
      .send(.notification(.preferences(.savePreferences(edit))))
    case .updateReminder(let reminder): .send(.mainTab(.checkIn(.setReminderInterval(reminder))))
    case .updateCheckInInterval(let interval):
      .send(.mainTab(.checkIn(.setCheckInInterval(interval))))
    case .updatePhoneNumber:
      state.mainTab?.profile.isCodeSent == true
        ? .send(.mainTab(.profile(.updateUserPhoneNumber)))
        : .send(.mainTab(.profile(.sendPhoneChangeVerificationCode)))
    }
  }
}

extension CheckInFeature.SettingsChange {
  /// The grace period has no message above all screens: its own screen shows the error.
  fileprivate var retry: RetryOperation? {
    switch self {
    case .interval(let interval): .updateCheckInInterval(interval)
    case .reminder(let reminder): .updateReminder(reminder)
    case .gracePeriod: nil
    }
  }
}

import Composable
import Foundation
import LifeSignalModel

extension CheckInFeature {
  func checkedIn(_ state: inout State, _ time: Date) -> Effect<Action> {
    state.isCheckingIn = false
    state.currentTime = date.now
    // A late answer never takes back a newer check-in.
    let isNews = state.lastCheckInTime.map { time > $0 } ?? true
    let outstanding = state.nextCheckInTime
    state.lastCheckInTime = max(time, state.lastCheckInTime ?? time)
    if !state.isPaused { state.resumedAt = nil }
    if isNews || state.checkInTimes == nil { state.recomputeDeadline(outstanding: outstanding) }
    state.error = nil
    state.snoozedUntil = nil
    state.isCheckInButtonCoolingDown = true
    state.confirmedAt = date.now
    return .merge(
      .run { [clock] send in
        try await clock.sleep(for: .seconds(1))
        await send(.coolDownEnded)
        try await clock.sleep(for: Self.confirmation - .seconds(1))
        await send(.confirmationEnded)
      }
      .cancellable(id: CancellationID.coolDown, cancelInFlight: true),
      scheduleReminder(state),
      state.isHistoryPresented ? .send(.loadCalendar) : .none
    )
  }

  /// Asks before saving an interval that has run out already: it would alert the responders.
  func setInterval(_ state: inout State, _ interval: TimeInterval) -> Effect<Action> {
    guard CheckInSettings.intervals.contains(interval) else {
      state.error = .validation(
        title: "Please check what you entered",
        message: "The interval must be between 1 hour and 7 days.")
      return .none
    }
    let now = date.now
    if state.checkInTimes == nil, !state.isPaused, let last = state.countdownStart,
      last + interval <= now, now < last + state.checkInInterval
    {
      state.alert = PresentedAlert(
        title: "Interval already over",
        message:
          "Your last check-in is older than \(Countdown.interval(interval)). "
          + "Check in first, or your responders may be alerted.",
        buttons: [
          .init("Cancel", role: .cancel),
          .init("Change", role: .destructive, action: .intervalConfirmed(interval)),
        ])
      return .none
    }
    return saveInterval(&state, interval)
  }

  func saveInterval(_ state: inout State, _ interval: TimeInterval) -> Effect<Action> {
    let previous = state.settings
    let reminder = CheckInSettings.reminder(state.reminderInterval, below: interval)
    let lowersReminder = reminder != state.reminderInterval
    let work: @Sendable () async throws -> Void = { [checkInClient] in
      try await checkInClient.setCheckInInterval(interval)
      if lowersReminder { try await checkInClient.setReminderInterval(reminder) }
    }
    guard interval <= ProofRules.freeWait else {
      // It may wait minutes for re-authentication. Until then the page shows the current promise,
      // with other devices' changes; the device reminds of it.
      return .run { send in
        do {
          try await work()
          await send(.intervalSaved(interval, reminder: reminder))
        } catch {
          await send(
            .settingsSaveFailed(
              .interval(interval), previous, UserFacingError.fromIgnoringCancellation(error)))
        }
      }
    }
    return .merge(
      save(&state, .interval(interval), previous, work), show(&state, interval, reminder))
  }

  func show(
    _ state: inout State, _ interval: TimeInterval, _ reminder: TimeInterval
  ) -> Effect<Action> {
    state.checkInInterval = interval
    state.checkInTimes = nil
    state.reminderInterval = reminder
    state.recomputeDeadline()
    return scheduleReminder(state)
  }

  /// Takes back the state shown before saving, and shows other devices' changes since; for an
  /// interval, the device reminds of the current one.
  func saveFailed(
    _ state: inout State, _ change: SettingsChange, _ previous: CheckInSettings,
    _ error: UserFacingError?
  ) -> Effect<Action> {
    if change.isShownAtOnce {
      state.savingSettings = max(0, state.savingSettings - 1)
      state.apply(previous)
      if state.savingSettings == 0, let record = state.heldRecord {
        state.heldRecord = nil
        state.apply(record)
      }
    }
    if let error { state.error = error }
    let isInterval = if case .interval = change { true } else { false }
    return isInterval ? scheduleReminder(state) : .none
  }

  func setReminder(_ state: inout State, _ reminder: TimeInterval) -> Effect<Action> {
    guard reminder == 0 || CheckInSettings.offeredReminders.contains(reminder),
      state.checkInTimes != nil || reminder < state.checkInInterval
    else {
      state.error = .validation(
        title: "Please check what you entered",
        message: "The reminder must come before the deadline.")
      return .none
    }
    let previous = state.settings
    state.reminderInterval = reminder
    return .merge(
      save(&state, .reminder(reminder), previous) { [checkInClient] in
        try await checkInClient.setReminderInterval(reminder)
      },
      scheduleReminder(state)
    )
  }

  func setGracePeriod(_ state: inout State, _ gracePeriod: TimeInterval) -> Effect<Action> {
    guard CheckInSettings.gracePeriods.contains(gracePeriod) else {
      state.error = .validation(
        title: "Please check what you entered",
        message: "The grace period must be at most 60 minutes.")
      return .none
    }
    let previous = state.settings
    state.gracePeriod = gracePeriod
    return save(&state, .gracePeriod(gracePeriod), previous) { [checkInClient] in
      try await checkInClient.setGracePeriod(gracePeriod)
    }
  }

  /// Stores a setting shown already; the previous ones come back when that fails.
  private func save(
    _ state: inout State, _ change: SettingsChange, _ previous: CheckInSettings,
    _ work: @escaping @Sendable () async throws -> Void
  ) -> Effect<Action> {
    state.savingSettings += 1
    return .run { send in
      do {
        try await work()
        await send(.settingsSaved)
      } catch {
        await send(
          .settingsSaveFailed(change, previous, UserFacingError.fromIgnoringCancellation(error)))
      }
    }
  }

  /// The device's own reminder, for the future only.
  private func scheduleReminder(_ state: State) -> Effect<Action> {
    guard state.areRemindersEnabled, !state.isPaused, state.reminderInterval > 0,
      let due = state.nextCheckInTime?.addingTimeInterval(-state.reminderInterval),
      due > date.now
    else { return .none }
    return .run { [notificationClient] send in
      do {
        try await notificationClient.scheduleCheckInReminder(due)
      } catch {
        if let error = UserFacingError.fromIgnoringCancellation(error) {
          await send(.reminderScheduleFailed(error))
        }
      }
    }
    .cancellable(id: CancellationID.reminder, cancelInFlight: true)
  }

  var loadSettings: Effect<Action> {
    .run { [checkInClient] send in
      do {
        async let interval = checkInClient.getCheckInInterval()
        async let reminder = checkInClient.getReminderInterval()
        async let gracePeriod = checkInClient.getGracePeriod()
        let settings = try await CheckInSettings(
          interval: interval, reminder: reminder, gracePeriod: gracePeriod)
        await send(.checkInSettingsResponse(.success(settings)))
      } catch {
        if let error = UserFacingError.fromIgnoringCancellation(error) {
          await send(.checkInSettingsResponse(.failure(error)))
        }
      }
    }
    .cancellable(id: CancellationID.settings, cancelInFlight: true)
  }
}

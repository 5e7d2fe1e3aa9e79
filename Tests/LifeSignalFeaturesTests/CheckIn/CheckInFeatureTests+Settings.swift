import Composable
import ComposableTesting
import Foundation
import LifeSignalFeatures
import LifeSignalModel
import Testing

extension CheckInFeatureTests {
  // MARK: Changing

  @Test func `a chosen interval counts from the last check-in and lowers the reminder`() async {
    let (intervals, reminders) = (Calls<TimeInterval>(), Calls<TimeInterval>())
    let store = makeStore(lastCheckIn: Sample.now - 600, { _ in }) {
      $0.checkInClient.setCheckInInterval = { intervals.note($0) }
      $0.checkInClient.setReminderInterval = { reminders.note($0) }
      $0.notificationClient.scheduleCheckInReminder = {
        #expect($0 == Sample.now - 600 + 7_200 - 1_800)
      }
    }
    await store.send(.setCheckInInterval(7_200)) {
      $0.checkInInterval = 7_200
      $0.reminderInterval = 1_800
      $0.nextCheckInTime = Sample.now - 600 + 7_200
      $0.savingSettings = 1
    }
    await store.receive(.settingsSaved) { $0.savingSettings = 0 }
    #expect(intervals.all == [7_200])
    #expect(reminders.all == [1_800])
  }

  @Test func `an interval that was not saved is taken back`() async {
    let store = makeStore(lastCheckIn: Sample.now, { $0.areRemindersEnabled = false }) {
      $0.checkInClient.setCheckInInterval = { _ in throw CheckInError.serverError("") }
    }
    await store.send(.setCheckInInterval(28_800)) {
      $0.checkInInterval = 28_800
      $0.nextCheckInTime = Sample.now + 28_800
      $0.savingSettings = 1
    }
    await store.receive(.settingsSaveFailed(.interval(28_800), CheckInSettings(), .serverError)) {
      [day] in
      $0.savingSettings = 0
      $0.checkInInterval = day
      $0.nextCheckInTime = Sample.now + day
      $0.error = .serverError
    }
  }

  @Test func `an interval longer than a day is shown when the server has agreed, and not before`()
    async
  {
    let answer = Answer<Empty>()
    let reminders = Calls<Date>()
    let store = makeStore(lastCheckIn: Sample.now, { _ in }) {
      $0.checkInClient.setCheckInInterval = { _ in _ = try await answer() }
      $0.notificationClient.scheduleCheckInReminder = { reminders.note($0) }
    }
    await store.send(.setCheckInInterval(259_200))
    // What another device changes meanwhile is shown as ever.
    var other = Sample.user
    other.checkInInterval = 57_600
    store.exhaustivity = .off
    await store.send(.userUpdated(other))
    #expect(store.state.checkInInterval == 57_600)
    store.exhaustivity = .on
    answer.give(Empty())
    await store.receive(.intervalSaved(259_200, reminder: 7_200)) {
      $0.checkInInterval = 259_200
      $0.nextCheckInTime = $0.lastCheckInTime.map { $0 + 259_200 }
    }
    await store.finish()
    #expect(reminders.all == store.state.nextCheckInTime.map { [$0 - 7_200] })
  }

  @Test func `a proof that is not given leaves what other devices have made of the promise`() async
  {
    let answer = Answer<Empty>()
    let reminders = Calls<Date>()
    let store = makeStore(lastCheckIn: Sample.now, { _ in }) {
      $0.checkInClient.setCheckInInterval = { _ in _ = try await answer() }
      $0.notificationClient.scheduleCheckInReminder = { reminders.note($0) }
    }
    store.exhaustivity = .off
    await store.send(.setCheckInInterval(259_200))
    var other = Sample.user
    other.checkInInterval = 57_600
    await store.send(.userUpdated(other))
    answer.fail(CancellationError())
    await store.receive(\.settingsSaveFailed)
    await store.finish()
    #expect(store.state.checkInInterval == 57_600 && store.state.savingSettings == 0)
    #expect(store.state.error == nil)
    #expect(reminders.all == store.state.nextCheckInTime.map { [$0 - 7_200] })
  }

  @Test func `a refused interval gives way to what came meanwhile, and the device reminds of that`()
    async
  {
    let answer = Answer<Empty>()
    let reminders = Calls<Date>()
    let store = makeStore(lastCheckIn: Sample.now, { _ in }) {
      $0.checkInClient.setCheckInInterval = { _ in _ = try await answer() }
      $0.notificationClient.scheduleCheckInReminder = { reminders.note($0) }
    }
    store.exhaustivity = .off
    await store.send(.setCheckInInterval(28_800))
    var other = Sample.user
    other.checkInInterval = 57_600
    await store.send(.userUpdated(other))
    #expect(store.state.checkInInterval == 28_800)
    answer.fail(CheckInError.serverError(""))
    await store.receive(\.settingsSaveFailed)
    await store.finish()
    #expect(store.state.checkInInterval == 57_600 && store.state.heldRecord == nil)
    #expect(reminders.all.last == store.state.nextCheckInTime.map { $0 - 7_200 })
  }

  @Test func `an interval that is over already is saved only after a warning`() async {
    let store = makeStore(lastCheckIn: Sample.now - 40_000, { $0.areRemindersEnabled = false }) {
      $0.checkInClient.setCheckInInterval = { _ in }
    }
    store.exhaustivity = .off
    await store.send(.setCheckInInterval(28_800))
    store.exhaustivity = .on
    #expect(store.state.alert?.title == "Interval already over")
    #expect(store.state.checkInInterval == day)
    await store.send(.alert(.presented(.intervalConfirmed(28_800)))) {
      $0.alert = nil
      $0.checkInInterval = 28_800
      $0.nextCheckInTime = Sample.now - 40_000 + 28_800
      $0.savingSettings = 1
    }
    await store.receive(.settingsSaved) { $0.savingSettings = 0 }
  }

  @Test(arguments: [0.0, 3_599, 604_801])
  func `an interval out of range is refused`(interval: TimeInterval) async {
    let store = makeStore()
    await store.send(.setCheckInInterval(interval)) {
      $0.error = .validation(
        title: "Please check what you entered",
        message: "The interval must be between 1 hour and 7 days.")
    }
  }

  @Test func `a grace period is chosen and saved`() async {
    let saved = Calls<TimeInterval>()
    let store = makeStore { _ in
    } _: {
      $0.checkInClient.setGracePeriod = { saved.note($0) }
    }
    await store.send(.setGracePeriod(0)) {
      $0.gracePeriod = 0
      $0.savingSettings = 1
    }
    await store.receive(.settingsSaved) { $0.savingSettings = 0 }
    #expect(saved.all == [0])
  }

  @Test func `a reminder as long as the interval is refused`() async {
    let store = makeStore { $0.checkInInterval = 7_200 }
    await store.send(.setReminderInterval(7_200)) {
      $0.error = .validation(
        title: "Please check what you entered",
        message: "The reminder must come before the deadline.")
    }
  }

  @Test func `the stream does not undo a setting on its way`() async {
    let answer = Answer<Empty>()
    let store = makeStore(lastCheckIn: Sample.now, { $0.areRemindersEnabled = false }) {
      $0.checkInClient.setGracePeriod = { _ in _ = try await answer() }
    }
    await store.send(.setGracePeriod(1_800)) {
      $0.gracePeriod = 1_800
      $0.savingSettings = 1
    }
    var older = Sample.user
    older.preferences.isNotificationsEnabled = false
    await store.send(.userUpdated(older)) { $0.heldRecord = older }
    answer.give(Empty())
    await store.receive(.settingsSaved) {
      $0.savingSettings = 0
      $0.heldRecord = nil
    }
    await store.send(.userUpdated(older)) { $0.gracePeriod = 600 }
  }

  // MARK: Choosing and loading

  @Test func `a reminder is chosen and saved; one that was not saved is taken back`() async {
    let calls = Calls<Int>()
    let store = makeStore(lastCheckIn: Sample.now, { $0.areRemindersEnabled = false }) {
      $0.checkInClient.setReminderInterval = { _ in
        switch calls.next() {
        case 1: break
        case 2: throw CheckInError.networkError("")
        default: throw CancellationError()
        }
      }
    }
    await store.send(.setReminderInterval(1_800)) {
      $0.reminderInterval = 1_800
      $0.savingSettings = 1
    }
    await store.receive(.settingsSaved) { $0.savingSettings = 0 }
    let saved = CheckInSettings(reminder: 1_800)
    await store.send(.setReminderInterval(0)) {
      $0.reminderInterval = 0
      $0.savingSettings = 1
    }
    await store.receive(.settingsSaveFailed(.reminder(0), saved, .networkError)) {
      $0.reminderInterval = 1_800
      $0.savingSettings = 0
      $0.error = .networkError
    }
    await store.send(.dismissError) { $0.error = nil }
    await store.send(.setReminderInterval(0)) {
      $0.reminderInterval = 0
      $0.savingSettings = 1
    }
    await store.receive(.settingsSaveFailed(.reminder(0), saved, nil)) {
      $0.reminderInterval = 1_800
      $0.savingSettings = 0
    }
  }

  @Test(arguments: [-1.0, 3_601])
  func `a grace period out of range is refused`(gracePeriod: TimeInterval) async {
    let store = makeStore()
    await store.send(.setGracePeriod(gracePeriod)) {
      $0.error = .validation(
        title: "Please check what you entered",
        message: "The grace period must be at most 60 minutes.")
    }
  }

  @Test func `a warning about an interval can be declined`() async {
    let store = makeStore(lastCheckIn: Sample.now - 40_000)
    store.exhaustivity = .off
    await store.send(.setCheckInInterval(28_800))
    #expect(store.state.alert != nil)
    store.exhaustivity = .on
    await store.send(.alert(.dismiss)) { $0.alert = nil }
    #expect(store.state.checkInInterval == day)
    await store.finish()
  }

  @Test func `settings are loaded together, and a late answer does not undo one on its way`() async
  {
    let (loading, saving) = (Answer<TimeInterval>(), Answer<Empty>())
    let store = makeStore(lastCheckIn: Sample.now, { $0.areRemindersEnabled = false }) {
      $0.checkInClient.getCheckInInterval = { 28_800 }
      $0.checkInClient.getReminderInterval = { 1_800 }
      $0.checkInClient.getGracePeriod = { try await loading() }
      $0.checkInClient.setGracePeriod = { _ in _ = try await saving() }
    }
    let loaded = CheckInSettings(interval: 28_800, reminder: 1_800, gracePeriod: 300)
    await store.send(.loadCheckInSettings)
    await store.send(.setGracePeriod(1_800)) {
      $0.gracePeriod = 1_800
      $0.savingSettings = 1
    }
    loading.give(300)
    await store.receive(.checkInSettingsResponse(.success(loaded)))
    saving.give(Empty())
    await store.receive(.settingsSaved) { $0.savingSettings = 0 }
    await store.send(.loadCheckInSettings)
    await store.receive(.checkInSettingsResponse(.success(loaded))) {
      $0.checkInInterval = 28_800
      $0.reminderInterval = 1_800
      $0.gracePeriod = 300
      $0.nextCheckInTime = Sample.now + 28_800
    }
  }

  @Test(arguments: [true, false])
  func `settings and history that do not come say why, unless they were called off`(
    fails: Bool
  ) async {
    let store = makeStore { _ in
    } _: {
      $0.checkInClient.getCheckInInterval = {
        if fails { throw CheckInError.serverError("") }
        throw CancellationError()
      }
      $0.checkInClient.getReminderInterval = { 7_200 }
      $0.checkInClient.getGracePeriod = { 600 }
      $0.checkInClient.getCheckInHistory = { _ in
        if fails { throw CheckInError.networkError("") }
        throw CancellationError()
      }
    }
    await store.send(.loadCheckInSettings)
    if fails {
      await store.receive(.checkInSettingsResponse(.failure(.serverError))) {
        $0.error = .serverError
      }
      await store.send(.dismissError) { $0.error = nil }
    }
    await store.send(.loadCheckInHistory) { $0.isLoadingHistory = true }
    if fails {
      await store.receive(.checkInHistoryResponse(.failure(.networkError))) {
        $0.isLoadingHistory = false
        $0.error = .networkError
      }
    } else {
      await store.receive(.historyCancelled) { $0.isLoadingHistory = false }
    }
    await store.finish()
  }
}

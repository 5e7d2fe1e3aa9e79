import Composable
import ComposableTesting
import Foundation
import LifeSignalFeatures
import LifeSignalModel
import Testing

/// The check-in screen's part in plans, pauses and history.
@Suite struct PromiseFeatureTests {
  private let day: TimeInterval = 86_400

  private func makeStore(
    _ change: (inout CheckInFeature.State) -> Void = { _ in },
    _ update: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<CheckInFeature> {
    var state = CheckInFeature.State(currentTime: Sample.now)
    state.lastCheckInTime = Sample.now
    state.nextCheckInTime = Sample.now + day
    state.areRemindersEnabled = false
    change(&state)
    return TestStore(initialState: state) {
      CheckInFeature()
    } withDependencies: {
      $0.continuousClock = TestClock()
      $0.date = .constant(Sample.now)
      update(&$0)
    }
  }

  private func record(_ id: Int64, _ seconds: TimeInterval) -> CheckInRecord {
    CheckInRecord(id: CheckInRecord.ID(id), userID: Sample.me, timestamp: Sample.now - seconds)
  }

  @Test func `a saved plan closes its sheet and is shown`() async {
    let times = CheckInTimes(times: [TimeOfDay("08:00")!], zone: .utc)
    let kept = Calls<String>()
    let store = makeStore { _ in
    } _: {
      $0.preferencesClient.setBool = { kept.note("\($1): \($0)") }
    }
    await store.send(.planButtonTapped) {
      $0.planEditor = .init(plan: .interval(86_400), reminder: 0)
      $0.planEditor?.startedAt = Sample.now
    }
    await store.send(.planEditor(.presented(.delegate(.saved(.times(times)))))) {
      $0.planEditor = nil
      $0.checkInTimes = times
    }
    await store.receive(.checklist(.planChosen)) { $0.checklist.isPlanChosen = true }
    await store.send(.planButtonTapped) { $0.planEditor = .init(plan: .times(times), reminder: 0) }
    await store.send(.planEditor(.presented(.delegate(.saved(.interval(28_800)))))) {
      $0.planEditor = nil
      $0.checkInTimes = nil
      $0.checkInInterval = 28_800
      $0.nextCheckInTime = Sample.now + 28_800
    }
    await store.send(.planButtonTapped) {
      $0.planEditor = .init(plan: .interval(28_800), reminder: 0)
      $0.planEditor?.startedAt = Sample.now
    }
    await store.send(.planEditor(.presented(.delegate(.cancelled)))) { $0.planEditor = nil }
    await store.finish()
    #expect(kept.all == ["CheckInPlanChosen: true"], "once, whatever the plan")
  }

  @Test func `the reminder and the grace period of the sheet are saved where they changed`() async {
    let store = makeStore {
      $0.areRemindersEnabled = true
      $0.checklist.isPlanChosen = true
    } _: {
      $0.checkInClient.setReminderInterval = { #expect($0 == 1_800) }
      $0.checkInClient.setGracePeriod = { #expect($0 == 0) }
      $0.notificationClient.scheduleCheckInReminder = { _ in }
    }
    await store.send(.planButtonTapped) {
      $0.planEditor = .init(plan: .interval(86_400))
      $0.planEditor?.startedAt = Sample.now
    }
    await store.send(.planEditor(.presented(.delegate(.saved(.interval(86_400)))))) {
      $0.planEditor = nil
    }
    await store.send(.planButtonTapped) {
      $0.planEditor = .init(plan: .interval(86_400))
      $0.planEditor?.startedAt = Sample.now
    }
    await store.send(.planEditor(.presented(.reminderChosen(1_800)))) {
      $0.planEditor?.reminder = 1_800
    }
    await store.send(.planEditor(.presented(.gracePeriodChosen(0)))) {
      $0.planEditor?.gracePeriod = 0
    }
    store.exhaustivity = .off
    await store.send(.planEditor(.presented(.delegate(.saved(.interval(86_400))))))
    await store.receive(.setReminderInterval(1_800))
    await store.receive(.setGracePeriod(0))
    await store.receive(.settingsSaved)
    await store.receive(.settingsSaved)
    #expect(store.state.reminderInterval == 1_800 && store.state.gracePeriod == 0)
    #expect(store.state.savingSettings == 0)
    await store.finish()
  }

  @Test func `a shorter interval that would be over already is not saved`() async {
    let store = makeStore {
      $0.lastCheckInTime = Sample.now - 18_000
      $0.nextCheckInTime = Sample.now - 18_000 + day
    }
    store.exhaustivity = .off
    await store.send(.planButtonTapped)
    await store.send(.planEditor(.presented(.interval(.intervalUnitChanged(.hours)))))
    await store.send(.planEditor(.presented(.interval(.intervalValueChanged(1)))))
    await store.send(.planEditor(.presented(.saveTapped)))
    #expect(store.state.planEditor?.isSaving == false)
    #expect(store.state.planEditor?.error?.title == "Interval already over")
    await store.finish()
  }

  @Test func `leaving the plan while it is saved calls the request off`() async {
    let answer = Answer<Empty>()
    let store = makeStore { _ in
    } _: {
      $0.checkInClient.setPlan = { _ in _ = try await answer() }
    }
    await store.send(.planButtonTapped) {
      $0.planEditor = .init(plan: .interval(86_400), reminder: 0)
      $0.planEditor?.startedAt = Sample.now
    }
    await store.send(.planEditor(.presented(.saveTapped))) { $0.planEditor?.isSaving = true }
    await store.send(.planEditor(.presented(.delegate(.cancelled)))) { $0.planEditor = nil }
    await store.finish()
    #expect(answer.cancellations == 1)
  }

  @Test func `a pause is shown at once, and resuming counts a whole interval`() async {
    let store = makeStore { _ in
    } _: {
      $0.checkInClient.resume = {}
    }
    let until = Sample.now + 3 * day
    await store.send(.pauseButtonTapped) {
      $0.pauseEditor = .init(now: Sample.now, zone: .utc)
    }
    await store.send(.pauseEditor(.presented(.delegate(.paused(until: until))))) { [day] in
      $0.pauseEditor = nil
      $0.pausedUntil = until
      $0.nextCheckInTime = until + day
    }
    await store.send(.resumeButtonTapped) { $0.isResuming = true }
    await store.send(.resumeButtonTapped)
    await store.receive(.resumeResponse(.success(Empty()))) { [day] in
      $0.isResuming = false
      $0.pausedUntil = nil
      $0.resumedAt = Sample.now
      $0.nextCheckInTime = Sample.now + day
    }
    await store.send(.resumeButtonTapped)
  }

  @Test func `a failed resumption leaves the pause and says why`() async {
    let store = makeStore {
      $0.pausedUntil = Sample.now + 60
    } _: {
      $0.checkInClient.resume = { throw CheckInError.serverError("") }
    }
    await store.send(.resumeButtonTapped) { $0.isResuming = true }
    await store.receive(.resumeResponse(.failure(.serverError))) {
      $0.isResuming = false
      $0.error = .serverError
    }
  }

  @Test func `a reminder comes again, and the page says when`() async {
    let until = Sample.now + 1_800
    let store = makeStore { _ in
    } _: {
      $0.checkInClient.snooze = { until }
    }
    await store.send(.snoozeButtonTapped) { $0.isSnoozing = true }
    await store.send(.snoozeButtonTapped)
    await store.receive(.snoozeResponse(.success(until))) {
      $0.isSnoozing = false
      $0.snoozedUntil = until
    }
  }

  @Test func `a reminder that would come too late is refused with the reason`() async {
    let refused = UserFacingError.from(Refusal.snoozeTooLate)
    let store = makeStore { _ in
    } _: {
      $0.checkInClient.snooze = { throw Refusal.snoozeTooLate }
    }
    await store.send(.snoozeButtonTapped) { $0.isSnoozing = true }
    await store.receive(.snoozeResponse(.failure(refused))) {
      $0.isSnoozing = false
      $0.error = refused
    }
  }

  @Test func `a reminder can come again from the first one on, while there is time`() {
    var state = CheckInFeature.State(currentTime: Sample.now)
    state.nextCheckInTime = Sample.now
    state.gracePeriod = 3_600
    func isOffered(_ seconds: TimeInterval) -> Bool { state.canSnooze(at: Sample.now + seconds) }
    #expect(!isOffered(-7_201))
    #expect(isOffered(-7_200))
    #expect(isOffered(1_799))
    #expect(!isOffered(1_800))
    state.ownReminder = 14_400
    #expect(isOffered(-14_400) && !isOffered(-14_401))
    state.ownReminder = 0
    state.snoozedUntil = Sample.now - 60
    #expect(!isOffered(-61))
    #expect(isOffered(-60))
    state.areRemindersEnabled = false
    #expect(!isOffered(-60))
    #expect(isOffered(0))
    state.pausedUntil = Sample.now + 86_400
    #expect(!isOffered(0))
  }

  @Test func `the server's deadline, pause, times and journey are taken over`() async {
    let store = makeStore()
    var user = Sample.user
    user.preferences.isNotificationsEnabled = false
    user.preferences.ownReminders = [60, 240]
    user.deadline = Sample.now + 5_000
    user.checkInTimes = CheckInTimes(times: [TimeOfDay("08:00")!], zone: .utc)
    user.travel = TravelData(id: "7", startedAt: Sample.now, dueAt: Sample.now + 60)
    let first = user
    await store.send(.userUpdated(first)) {
      $0.nextCheckInTime = Sample.now + 5_000
      $0.ownReminder = 14_400
      $0.checkInTimes = first.checkInTimes
      $0.travel.travel = first.travel
    }
    user.pausedUntil = Sample.now + 900
    user.deadline = Sample.now + 9_000
    user.travel = nil
    await store.send(.userUpdated(user)) {
      $0.pausedUntil = Sample.now + 900
      $0.nextCheckInTime = Sample.now + 9_000
      $0.travel.travel = nil
    }
  }

  @Test func `the history comes as a picture and a page, older ones on demand`() async {
    let page = (0..<30).map { record(Int64(100 - $0), TimeInterval($0)) }
    let older = [record(9, 900), record(8, 901)]
    let calendar = CheckInCalendar(
      now: Sample.now, zone: .utc, checkIns: [Sample.now], missed: [], pauses: [])
    let store = makeStore { _ in
    } _: {
      $0.checkInClient.getCheckInHistory = { limit in
        #expect(limit == CheckInFeature.historyPage)
        return page
      }
      $0.checkInClient.getCheckInCalendar = { _ in calendar }
      $0.checkInClient.getOlderCheckIns = { record, _ in
        #expect(record == page.last)
        return older + [page[29]]
      }
    }
    store.exhaustivity = .off
    await store.send(.historyButtonTapped)
    await store.receive(.checkInHistoryResponse(.success(page)))
    await store.receive(.calendarResponse(.success(calendar)))
    store.exhaustivity = .on
    #expect(store.state.isHistoryPresented)
    #expect(store.state.hasOlderCheckIns)
    await store.send(.loadOlderCheckIns) { $0.isLoadingHistory = true }
    await store.send(.loadOlderCheckIns)
    await store.receive(.olderCheckInsResponse(.success(older + [page[29]]))) {
      $0.isLoadingHistory = false
      $0.checkInHistory = page + older
      $0.hasOlderCheckIns = false
    }
    await store.send(.historyDismissed) { $0.isHistoryPresented = false }
  }

  @Test func `a picture that cannot be drawn is a notice, older ones that fail an error`() async {
    let store = makeStore {
      $0.checkInHistory = [record(1, 5)]
    } _: {
      $0.checkInClient.getCheckInCalendar = { _ in throw URLError(.timedOut) }
      $0.checkInClient.getOlderCheckIns = { _, _ in throw URLError(.timedOut) }
    }
    await store.send(.loadCalendar)
    await store.receive(.calendarResponse(.failure(.requestTimeout))) {
      $0.notice = .requestTimeout
    }
    await store.send(.loadOlderCheckIns) { $0.isLoadingHistory = true }
    await store.receive(.olderCheckInsResponse(.failure(.requestTimeout))) {
      $0.isLoadingHistory = false
      $0.error = .requestTimeout
    }
  }

  @Test func `the browser's zone is heard once it is one`() async {
    let store = makeStore()
    await store.send(.zoneOffered("Mars/Olympus"))
    await store.send(.zoneOffered("Europe/Berlin")) {
      $0.browserZone = Zone("Europe/Berlin")
      $0.travel.zone = Zone("Europe/Berlin")!
    }
    await store.send(.zoneOffered("Europe/Berlin"))
  }

  @Test func `an interval that replaces times brings them back when it was not saved`() async {
    let times = CheckInTimes(times: [TimeOfDay("08:00")!], zone: .utc)
    let store = makeStore {
      $0.checkInTimes = times
      $0.recompute()
    } _: {
      $0.checkInClient.setCheckInInterval = { _ in throw CheckInError.serverError("") }
    }
    let before = store.state.nextCheckInTime
    await store.send(.setCheckInInterval(28_800)) {
      $0.checkInTimes = nil
      $0.checkInInterval = 28_800
      $0.nextCheckInTime = Sample.now + 28_800
      $0.savingSettings = 1
    }
    await store.receive(
      .settingsSaveFailed(.interval(28_800), CheckInSettings(times: times), .serverError)
    ) { [day] in
      $0.savingSettings = 0
      $0.checkInTimes = times
      $0.checkInInterval = day
      $0.nextCheckInTime = before
      $0.error = .serverError
    }
  }
}

extension CheckInFeature.State {
  fileprivate mutating func recompute() {
    nextCheckInTime = lastCheckInTime.map { plan.deadline(after: $0) }
  }
}

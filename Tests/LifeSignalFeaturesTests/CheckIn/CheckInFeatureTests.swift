import Composable
import ComposableTesting
import Foundation
import LifeSignalFeatures
import LifeSignalModel
import Testing

@Suite struct CheckInFeatureTests {
  let clock = TestClock()
  let day: TimeInterval = 86_400

  func makeStore(
    lastCheckIn: Date? = nil, _ change: (inout CheckInFeature.State) -> Void = { _ in },
    _ update: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<CheckInFeature> {
    var state = CheckInFeature.State(currentTime: Sample.now)
    state.lastCheckInTime = lastCheckIn
    state.nextCheckInTime = lastCheckIn.map { $0 + day }
    change(&state)
    return TestStore(initialState: state) {
      CheckInFeature()
    } withDependencies: {
      $0.continuousClock = clock
      $0.date = .constant(Sample.now)
      update(&$0)
    }
  }

  // MARK: Checking in

  @Test func `one tap restarts the countdown, however often it is tapped`() async {
    let calls = Calls<Int>()
    let reminders = Calls<Date>()
    let store = makeStore {
      _ in
    } _: {
      $0.checkInClient.checkIn = {
        _ = calls.next()
        return Sample.now
      }
      $0.notificationClient.scheduleCheckInReminder = { reminders.note($0) }
    }
    await store.send(.checkInButtonTapped) { $0.isCheckingIn = true }
    await store.send(.checkInButtonTapped)
    await store.receive(.checkInResponse(.success(Sample.now))) { [day] in
      $0.isCheckingIn = false
      $0.lastCheckInTime = Sample.now
      $0.nextCheckInTime = Sample.now + day
      $0.isCheckInButtonCoolingDown = true
      $0.confirmedAt = Sample.now
    }
    await store.send(.checkInButtonTapped)
    await clock.advance(by: .seconds(1))
    await store.receive(.coolDownEnded) { $0.isCheckInButtonCoolingDown = false }
    await clock.advance(by: .seconds(7))
    await store.receive(.confirmationEnded) { $0.confirmedAt = nil }
    #expect(calls.count == 1)
    #expect(reminders.all == [Sample.now + day - 7_200])
  }

  @Test func `a check-in is confirmed for eight seconds, a second one for eight more`() async {
    let store = makeStore {
      $0.areRemindersEnabled = false
    } _: {
      $0.checkInClient.checkIn = { Sample.now }
    }
    store.exhaustivity = .off
    await store.send(.checkInButtonTapped)
    await store.receive(.checkInResponse(.success(Sample.now))) { $0.confirmedAt = Sample.now }
    await clock.advance(by: .seconds(6))
    await store.receive(.coolDownEnded)
    await store.send(.checkInButtonTapped)
    await store.receive(.checkInResponse(.success(Sample.now)))
    await clock.advance(by: .seconds(7))
    await store.receive(.coolDownEnded) { $0.confirmedAt = Sample.now }
    await clock.advance(by: .seconds(1))
    await store.receive(.confirmationEnded) { $0.confirmedAt = nil }
  }

  @Test func `a failed check-in says why and may be repeated`() async {
    let store = makeStore(lastCheckIn: Sample.now - 60, { _ in }) {
      $0.checkInClient.checkIn = { throw URLError(.notConnectedToInternet) }
    }
    await store.send(.checkInButtonTapped) { $0.isCheckingIn = true }
    await store.receive(.checkInResponse(.failure(.networkError))) {
      $0.isCheckingIn = false
      $0.error = .networkError
    }
  }

  @Test func `a check-in that was called off shows nothing`() async {
    let store = makeStore { _ in
    } _: {
      $0.checkInClient.checkIn = { throw CancellationError() }
    }
    await store.send(.checkInButtonTapped) { $0.isCheckingIn = true }
    await store.receive(.requestCancelled) { $0.isCheckingIn = false }
  }

  @Test func `an answer that comes late takes no newer check-in back`() async {
    let answer = Answer<Date>()
    let store = makeStore {
      $0.areRemindersEnabled = false
    } _: {
      $0.checkInClient.checkIn = { try await answer() }
    }
    await store.send(.checkInButtonTapped) { $0.isCheckingIn = true }
    var user = Sample.user
    user.lastCheckedIn = Sample.now
    user.preferences.isNotificationsEnabled = false
    await store.send(.userUpdated(user)) { [day] in
      $0.lastCheckInTime = Sample.now
      $0.nextCheckInTime = Sample.now + day
    }
    answer.give(Sample.now - 30)
    await store.receive(.checkInResponse(.success(Sample.now - 30))) {
      $0.isCheckingIn = false
      $0.isCheckInButtonCoolingDown = true
      $0.confirmedAt = Sample.now
    }
    await clock.advance(by: .seconds(1))
    await store.receive(.coolDownEnded) { $0.isCheckInButtonCoolingDown = false }
    await clock.advance(by: .seconds(7))
    await store.receive(.confirmationEnded) { $0.confirmedAt = nil }
  }

  @Test func `a reminder that could not be scheduled is a notice, not a failed check-in`() async {
    let store = makeStore { _ in
    } _: {
      $0.checkInClient.checkIn = { Sample.now }
      $0.notificationClient.scheduleCheckInReminder = { _ in
        throw NotificationError.permissionError("")
      }
    }
    await store.send(.checkInButtonTapped) { $0.isCheckingIn = true }
    await store.receive(.checkInResponse(.success(Sample.now))) { [day] in
      $0.isCheckingIn = false
      $0.lastCheckInTime = Sample.now
      $0.nextCheckInTime = Sample.now + day
      $0.isCheckInButtonCoolingDown = true
      $0.confirmedAt = Sample.now
    }
    await store.receive(.reminderScheduleFailed(.permissionDenied)) {
      $0.notice = .permissionDenied
    }
    await clock.advance(by: .seconds(1))
    await store.receive(.coolDownEnded) { $0.isCheckInButtonCoolingDown = false }
    await clock.advance(by: .seconds(7))
    await store.receive(.confirmationEnded) { $0.confirmedAt = nil }
  }

  // MARK: Time

  @Test func `becoming active starts no ticker: the browser counts down by itself`() async {
    let store = makeStore { _ in
    } _: {
      stubLoads(&$0)
    }
    store.exhaustivity = .off
    await store.send(.appBecameActive)
    store.exhaustivity = .on
    await store.skipReceivedActions()
    await store.finish()
    #expect(clock.sleeperCount == 0)
  }

  private func stubLoads(_ values: inout DependencyValues) {
    values.checkInClient.getCheckInInterval = { 86_400 }
    values.checkInClient.getReminderInterval = { 7_200 }
    values.checkInClient.getGracePeriod = { 600 }
    values.checkInClient.getCheckInHistory = { _ in [] }
  }

  @Test func `values on the screen follow from the state alone`() {
    var state = CheckInFeature.State(currentTime: Sample.now)
    #expect(state.formattedTimeRemaining.english == "No check-in")
    #expect(!state.isOverdue)
    state.nextCheckInTime = Sample.now + 43_200
    #expect(state.formattedTimeRemaining.english == "12h 0m")
    #expect(state.checkInProgress == 0.5)
    state.currentTime = Sample.now + 43_201
    #expect(state.isOverdue)
    #expect(state.timeRemaining == 0)
    #expect(state.formattedTimeRemaining.english == "Overdue")
  }

  @Test func `dismissing a notice or an error removes it`() async {
    let store = makeStore {
      $0.notice = .permissionDenied
      $0.error = .networkError
    }
    await store.send(.dismissNotice) { $0.notice = nil }
    await store.send(.dismissError) { $0.error = nil }
    await store.send(.travel(.dismissError))
  }
}

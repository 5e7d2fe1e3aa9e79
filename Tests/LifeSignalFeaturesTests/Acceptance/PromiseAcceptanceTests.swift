import Composable
import ComposableTesting
import Foundation
import LifeSignalFeatures
import LifeSignalModel
import Testing

/// Items 18, 19 and 22 of the acceptance checklist.
@Suite struct PromiseAcceptanceTests {
  private let clock = TestClock()

  private func alertStore(
    isActive: Bool = false, _ update: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<AlertFeature> {
    var state = AlertFeature.State(currentTime: Sample.now)
    state.isAlertActive = isActive
    let store = TestStore(initialState: state) {
      AlertFeature()
    } withDependencies: {
      $0.continuousClock = clock
      $0.date = .constant(Sample.now)
      update(&$0)
    }
    store.exhaustivity = .off
    return store
  }

  @Test func `18: four taps within three seconds activate`() async {
    let calls = Calls<Int>()
    let store = alertStore {
      $0.alertClient.activateAlert = {
        _ = calls.next()
        return Sample.now
      }
    }
    for _ in 0..<4 {
      await store.send(.alertButtonTapped)
      await clock.advance(by: .milliseconds(700))
    }
    await store.receive(.alertActivationResponse(.success(Sample.now)))
    #expect(store.state.isAlertActive)
    #expect(calls.count == 1)
  }

  @Test func `18: three taps, then three seconds, are nothing`() async {
    let store = alertStore()
    for _ in 0..<3 { await store.send(.alertButtonTapped) }
    await clock.advance(by: .milliseconds(2_999))
    #expect(store.state.activationProgress == 0.75)
    await clock.advance(by: .milliseconds(1))
    await store.receive(.setActivationProgress(0))
    #expect(store.state.activationProgress == 0)
  }

  @Test func `18: holding to the end, as the page times it, ends it once`() async {
    let calls = Calls<Int>()
    let store = alertStore(isActive: true) {
      $0.alertClient.deactivateAlert = {
        _ = calls.next()
        return Sample.now
      }
    }
    await store.send(.alertDeactivationProgressChanged(0.97))
    #expect(!store.state.isDeactivatingAlert)
    await store.send(.alertDeactivationProgressChanged(1))
    await store.receive(.alertDeactivationResponse(.success(Sample.now)))
    #expect(calls.count == 1)
    #expect(!store.state.isAlertActive)
    // The lock: neither way for two seconds.
    #expect(!store.state.canActivateAlert)
    await clock.advance(by: .seconds(2))
    await store.receive(.lockEnded)
    #expect(store.state.canActivateAlert)
  }

  private func checkInStore(
    lastCheckIn: Date, interval: TimeInterval = 86_400,
    _ update: (inout DependencyValues) -> Void
  ) -> TestStoreOf<CheckInFeature> {
    var state = CheckInFeature.State(currentTime: Sample.now)
    state.lastCheckInTime = lastCheckIn
    state.checkInInterval = interval
    state.nextCheckInTime = lastCheckIn + interval
    let store = TestStore(initialState: state) {
      CheckInFeature()
    } withDependencies: {
      $0.continuousClock = clock
      $0.date = .constant(Sample.now)
      update(&$0)
    }
    store.exhaustivity = .off
    return store
  }

  @Test(arguments: [(0, 1), (72_000, 1), (82_800, 0)] as [(TimeInterval, Int)])
  func `19: a reminder is scheduled only in the future`(age: TimeInterval, count: Int) async {
    let scheduled = Calls<Date>()
    let store = checkInStore(lastCheckIn: Sample.now - age) {
      $0.checkInClient.setReminderInterval = { _ in }
      $0.notificationClient.scheduleCheckInReminder = { scheduled.note($0) }
    }
    await store.send(.setReminderInterval(7_200))
    await store.receive(.settingsSaved)
    await store.finish()
    #expect(scheduled.count == count)
    #expect(scheduled.all.allSatisfy { $0 > Sample.now })
  }

  @Test func `19: a changed interval counts from the last check-in, and a failed save restores`()
    async
  {
    let store = checkInStore(lastCheckIn: Sample.now - 600) {
      $0.checkInClient.setCheckInInterval = { _ in throw CheckInError.serverError("") }
      $0.notificationClient.scheduleCheckInReminder = { _ in }
    }
    await store.send(.setCheckInInterval(28_800))
    #expect(store.state.nextCheckInTime == Sample.now - 600 + 28_800)
    await store.receive(.settingsSaveFailed(.interval(28_800), CheckInSettings(), .serverError))
    #expect(store.state.checkInInterval == 86_400)
    #expect(store.state.nextCheckInTime == Sample.now - 600 + 86_400)
  }

  @Test func `22: the same cancellation ids in two stores do not interfere`() async {
    let (one, two) = (Answer<[CheckInRecord]>(), Answer<[CheckInRecord]>())
    let first = checkInStore(lastCheckIn: Sample.now) {
      $0.checkInClient.getCheckInHistory = { _ in try await one() }
    }
    let second = checkInStore(lastCheckIn: Sample.now) {
      $0.checkInClient.getCheckInHistory = { _ in try await two() }
    }
    await first.send(.loadCheckInHistory)
    await second.send(.loadCheckInHistory)
    // Cancels in flight within its own store only.
    await second.send(.loadCheckInHistory)
    one.give([])
    await first.receive(.checkInHistoryResponse(.success([])))
    #expect(one.cancellations == 0)
    two.give([])
    await second.receive(.checkInHistoryResponse(.success([])))
    #expect(!first.state.isLoadingHistory && !second.state.isLoadingHistory)
  }
}

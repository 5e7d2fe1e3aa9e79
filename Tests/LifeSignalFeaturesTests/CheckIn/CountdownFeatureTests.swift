import Composable
import ComposableTesting
import Foundation
import LifeSignalFeatures
import LifeSignalModel
import Testing

@Suite struct CountdownFeatureTests {
  private let day: TimeInterval = 86_400

  private func makeStore(
    _ update: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<CheckInFeature> {
    var state = CheckInFeature.State(currentTime: Sample.now)
    state.lastCheckInTime = Sample.now
    state.nextCheckInTime = Sample.now + day
    state.areRemindersEnabled = false
    return TestStore(initialState: state) {
      CheckInFeature()
    } withDependencies: {
      $0.continuousClock = TestClock()
      $0.date = .constant(Sample.now)
      update(&$0)
    }
  }

  @Test func `the countdown is stopped after a question, once`() async {
    let calls = Calls<String>()
    let store = makeStore { $0.checkInClient.stopCountdown = { calls.note("stop") } }
    await store.send(.planButtonTapped) {
      $0.planEditor = .init(plan: .interval(86_400), reminder: 0)
      $0.planEditor?.startedAt = Sample.now
    }
    await store.send(.planEditor(.presented(.stopConfirmed)))
    await store.send(.planEditor(.presented(.stopTapped))) { $0.planEditor?.isStopAsked = true }
    await store.send(.planEditor(.presented(.stopDeclined))) { $0.planEditor?.isStopAsked = false }
    await store.send(.planEditor(.presented(.stopTapped))) { $0.planEditor?.isStopAsked = true }
    await store.send(.planEditor(.presented(.stopConfirmed))) {
      $0.planEditor?.isStopAsked = false
      $0.planEditor?.isSaving = true
    }
    await store.receive(.planEditor(.presented(.stopResponse(.success(Empty()))))) {
      $0.planEditor?.isSaving = false
    }
    await store.receive(.planEditor(.presented(.delegate(.stopped)))) {
      $0.planEditor = nil
      $0.lastCheckInTime = nil
      $0.nextCheckInTime = nil
    }
    #expect(!store.state.hasCountdown)
    #expect(calls.all == ["stop"])
  }

  @Test func `a refusal keeps the sheet and says why`() async {
    let store = makeStore { $0.checkInClient.stopCountdown = { throw Refusal.endAlertFirst } }
    await store.send(.planButtonTapped) {
      $0.planEditor = .init(plan: .interval(86_400), reminder: 0)
      $0.planEditor?.startedAt = Sample.now
    }
    await store.send(.planEditor(.presented(.stopTapped))) { $0.planEditor?.isStopAsked = true }
    await store.send(.planEditor(.presented(.stopConfirmed))) {
      $0.planEditor?.isStopAsked = false
      $0.planEditor?.isSaving = true
    }
    let error = UserFacingError.from(Refusal.endAlertFirst)
    await store.receive(.planEditor(.presented(.stopResponse(.failure(error))))) {
      $0.planEditor?.isSaving = false
      $0.planEditor?.error = error
    }
  }

  @Test func `a countdown that was stopped or begun elsewhere is shown`() async {
    let store = makeStore()
    store.exhaustivity = .off
    var user = Sample.user
    (user.lastCheckedIn, user.deadline) = (nil, nil)
    await store.send(.userUpdated(user))
    #expect(!store.state.hasCountdown && store.state.lastCheckInTime == nil)
    (user.resumedAt, user.deadline) = (Sample.now, Sample.now + day)
    await store.send(.userUpdated(user))
    #expect(store.state.countdownStart == Sample.now)
    #expect(store.state.nextCheckInTime == Sample.now + day)
  }
}

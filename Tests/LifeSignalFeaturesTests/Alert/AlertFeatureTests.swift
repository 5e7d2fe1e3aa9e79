import Composable
import ComposableTesting
import Foundation
import LifeSignalFeatures
import LifeSignalModel
import Testing

@Suite struct AlertFeatureTests {
  private let clock = TestClock()

  private func makeStore(
    isActive: Bool = false, _ update: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<AlertFeature> {
    var state = AlertFeature.State(currentTime: Sample.now)
    state.isAlertActive = isActive
    state.alertStartTime = isActive ? Sample.now : nil
    return TestStore(initialState: state) {
      AlertFeature()
    } withDependencies: {
      $0.continuousClock = clock
      $0.date = .constant(Sample.now)
      update(&$0)
    }
  }

  private func tap(_ store: TestStoreOf<AlertFeature>, _ progress: Double) async {
    await store.send(.alertButtonTapped) { $0.activationProgress = progress }
  }

  // MARK: Raising

  @Test func `four taps raise the alert once, then both ways are locked for two seconds`() async {
    let calls = Calls<Int>()
    let store = makeStore {
      $0.alertClient.activateAlert = {
        _ = calls.next()
        return Sample.now + 1
      }
    }
    for progress in [0.25, 0.5, 0.75] { await tap(store, progress) }
    await store.send(.alertButtonTapped) {
      $0.activationProgress = 1
      $0.isActivatingAlert = true
    }
    await store.send(.alertButtonTapped)
    await store.receive(.alertActivationResponse(.success(Sample.now + 1))) {
      $0.isActivatingAlert = false
      $0.isAlertActive = true
      $0.alertStartTime = Sample.now + 1
      $0.activationProgress = 0
      $0.lockedUntil = Sample.now + 2
    }
    #expect(!store.state.canDeactivateAlert)
    await store.send(.alertDeactivationProgressChanged(1))
    await store.send(.alertDeactivationButtonTapped)
    await clock.advance(by: .seconds(2))
    await store.receive(.lockEnded) { $0.lockedUntil = nil }
    #expect(store.state.canDeactivateAlert)
    #expect(calls.count == 1)
  }

  @Test func `three taps are forgotten three seconds after the last`() async {
    let store = makeStore()
    await tap(store, 0.25)
    await clock.advance(by: .milliseconds(2_900))
    await tap(store, 0.5)
    await clock.advance(by: .milliseconds(2_900))
    await tap(store, 0.75)
    await clock.advance(by: .milliseconds(2_999))
    await clock.advance(by: .milliseconds(1))
    await store.receive(.setActivationProgress(0)) { $0.activationProgress = 0 }
    await store.finish()
  }

  @Test func `a failed activation is never silent and may be repeated`() async {
    let store = makeStore { $0.alertClient.activateAlert = { throw URLError(.timedOut) } }
    for progress in [0.25, 0.5, 0.75] { await tap(store, progress) }
    await store.send(.alertButtonTapped) {
      $0.activationProgress = 1
      $0.isActivatingAlert = true
    }
    await store.receive(.alertActivationResponse(.failure(.requestTimeout))) {
      $0.isActivatingAlert = false
      $0.activationProgress = 0
      $0.error = .requestTimeout
    }
    #expect(store.state.canActivateAlert)
  }

  // MARK: Ending

  @Test func `a hold reported by the page ends the alert, then both ways are locked`() async {
    let store = makeStore(isActive: true) {
      $0.alertClient.deactivateAlert = { Sample.now + 9 }
    }
    await store.send(.alertDeactivationProgressChanged(0.9)) { $0.deactivationProgress = 0.9 }
    await store.send(.alertDeactivationProgressChanged(1)) {
      $0.deactivationProgress = 1
      $0.isDeactivatingAlert = true
    }
    await store.receive(.alertDeactivationResponse(.success(Sample.now + 9))) {
      $0.isDeactivatingAlert = false
      $0.isAlertActive = false
      $0.deactivationProgress = 0
      $0.lockedUntil = Sample.now + 2
    }
    await clock.advance(by: .seconds(2))
    await store.receive(.lockEnded) { $0.lockedUntil = nil }
  }

  @Test func `a hold timed by the page ends the alert once, though reported twice`() async {
    let calls = Calls<Int>()
    let answer = Answer<Date>()
    let store = makeStore(isActive: true) {
      $0.alertClient.deactivateAlert = {
        _ = calls.next()
        return try await answer()
      }
    }
    await store.send(.alertDeactivationProgressChanged(1)) {
      $0.deactivationProgress = 1
      $0.isDeactivatingAlert = true
    }
    await store.send(.alertDeactivationProgressChanged(1))
    await store.send(.deactivateAlertConfirmed)
    answer.fail(AlertError.serverError(""))
    await store.receive(.alertDeactivationResponse(.failure(.serverError))) {
      $0.isDeactivatingAlert = false
      $0.deactivationProgress = 0
      $0.error = .serverError
    }
    #expect(calls.count == 1)
    #expect(store.state.isAlertActive)
  }

  @Test func `the accessible way asks first`() async {
    let store = makeStore(isActive: true) {
      $0.alertClient.deactivateAlert = { throw CancellationError() }
    }
    await store.send(.alertDeactivationButtonTapped) { $0.confirmationAlert = .deactivation }
    #expect(store.state.confirmationAlert?.title == "Deactivate alert")
    await store.send(.confirmationAlert(.dismiss)) { $0.confirmationAlert = nil }
    await store.send(.alertDeactivationButtonTapped) { $0.confirmationAlert = .deactivation }
    await store.send(.confirmationAlert(.presented(.deactivateAlertConfirmed))) {
      $0.confirmationAlert = nil
      $0.isDeactivatingAlert = true
    }
    await store.receive(.requestCancelled) { $0.isDeactivatingAlert = false }
  }

  @Test func `an alert that ends elsewhere closes the question about it`() async {
    let store = makeStore(isActive: true) {
      $0.alertClient.getAlertStatus = { AlertStatusSnapshot() }
    }
    await store.send(.alertDeactivationButtonTapped) { $0.confirmationAlert = .deactivation }
    // News that it is still on keeps the question.
    await store.send(.updateAlertState(isActive: true, timestamp: Sample.now))
    await store.send(.updateAlertState(isActive: false, timestamp: nil)) {
      $0.isAlertActive = false
      $0.confirmationAlert = nil
    }
    await store.send(.updateAlertState(isActive: true, timestamp: Sample.now)) {
      $0.isAlertActive = true
    }
    await store.send(.alertDeactivationButtonTapped) { $0.confirmationAlert = .deactivation }
    await store.send(.loadAlertStatus)
    await store.receive(.alertStatusResponse(.success(AlertStatusSnapshot()))) {
      $0.isAlertActive = false
      $0.confirmationAlert = nil
    }
  }

  // MARK: News

  @Test func `the server's word counts, except older news against a switch on its way`() async {
    let answer = Answer<Date>()
    let store = makeStore { $0.alertClient.activateAlert = { try await answer() } }
    await store.send(.updateAlertState(isActive: true, timestamp: Sample.now - 5)) {
      $0.isAlertActive = true
      $0.alertStartTime = Sample.now - 5
    }
    await store.send(.updateAlertState(isActive: false, timestamp: nil)) {
      $0.isAlertActive = false
    }
    for progress in [0.25, 0.5, 0.75] { await tap(store, progress) }
    await store.send(.alertButtonTapped) {
      $0.activationProgress = 1
      $0.isActivatingAlert = true
    }
    await store.send(.updateAlertState(isActive: false, timestamp: nil))
    // Raised on the server though the answer gets lost: the page must show it.
    await store.send(.updateAlertState(isActive: true, timestamp: Sample.now)) {
      $0.isAlertActive = true
      $0.alertStartTime = Sample.now
      $0.activationProgress = 0
    }
    answer.fail(URLError(.networkConnectionLost))
    await store.receive(.alertActivationResponse(.failure(.networkError))) {
      $0.isActivatingAlert = false
      $0.error = .networkError
    }
    #expect(store.state.isAlertActive)
  }

  @Test func `becoming active loads the status and starts no timer`() async {
    let store = makeStore {
      $0.alertClient.getAlertStatus = { AlertStatusSnapshot(isActive: true, startTime: Sample.now) }
    }
    await store.send(.appBecameActive)
    await store.receive(.loadAlertStatus)
    await store.receive(\.alertStatusResponse) {
      $0.isAlertActive = true
      $0.alertStartTime = Sample.now
    }
    await store.finish()
  }

  @Test func `a status that cannot be loaded shows the reason, and is no failed alert`() async {
    let calls = Calls<Int>()
    let store = makeStore(isActive: true) {
      $0.alertClient.getAlertStatus = {
        if calls.next() < 3 { throw AlertError.networkError("") }
        return AlertStatusSnapshot(isActive: true, startTime: Sample.now)
      }
    }
    await store.send(.loadAlertStatus)
    await store.receive(.alertStatusResponse(.failure(.networkError))) {
      $0.statusError = .networkError
    }
    #expect(store.state.error == nil)
    await store.send(.dismissError) { $0.statusError = nil }
    await store.send(.loadAlertStatus)
    await store.receive(.alertStatusResponse(.failure(.networkError))) {
      $0.statusError = .networkError
    }
    await store.send(.loadAlertStatus)
    await store.receive(\.alertStatusResponse) { $0.statusError = nil }
  }

  @Test func `a cancelled request for the status reports nothing`() async {
    let store = makeStore {
      $0.alertClient.getAlertStatus = { throw CancellationError() }
    }
    await store.send(.loadAlertStatus)
    await store.finish()
  }

  @Test func `a status that comes late does not undo a switch on its way`() async {
    let (status, raised) = (Answer<AlertStatusSnapshot>(), Answer<Date>())
    let store = makeStore {
      $0.alertClient.getAlertStatus = { try await status() }
      $0.alertClient.activateAlert = { try await raised() }
    }
    await store.send(.loadAlertStatus)
    await store.send(.activateAlertConfirmed) {
      $0.activationProgress = 1
      $0.isActivatingAlert = true
    }
    status.give(AlertStatusSnapshot())
    await store.receive(.alertStatusResponse(.success(AlertStatusSnapshot())))
    raised.give(Sample.now)
    await store.receive(.alertActivationResponse(.success(Sample.now))) {
      $0.isActivatingAlert = false
      $0.isAlertActive = true
      $0.alertStartTime = Sample.now
      $0.activationProgress = 0
      $0.lockedUntil = Sample.now + 2
    }
    await clock.advance(by: .seconds(2))
    await store.receive(.lockEnded) { $0.lockedUntil = nil }
  }

  // MARK: Once more

  @Test func `a failed alarm is raised once more without four more taps, and only once`() async {
    let calls = Calls<Int>()
    let store = makeStore {
      $0.alertClient.activateAlert = {
        if calls.next() == 1 { throw URLError(.timedOut) }
        return Sample.now
      }
    }
    await store.send(.activateAlertConfirmed) {
      $0.activationProgress = 1
      $0.isActivatingAlert = true
    }
    await store.receive(.alertActivationResponse(.failure(.requestTimeout))) {
      $0.isActivatingAlert = false
      $0.activationProgress = 0
      $0.error = .requestTimeout
    }
    await store.send(.activateAlertConfirmed) {
      $0.activationProgress = 1
      $0.isActivatingAlert = true
      $0.error = nil
    }
    await store.send(.activateAlertConfirmed)
    await store.receive(.alertActivationResponse(.success(Sample.now))) {
      $0.isActivatingAlert = false
      $0.isAlertActive = true
      $0.alertStartTime = Sample.now
      $0.activationProgress = 0
      $0.lockedUntil = Sample.now + 2
    }
    await store.send(.activateAlertConfirmed)
    await clock.advance(by: .seconds(2))
    await store.receive(.lockEnded) { $0.lockedUntil = nil }
    await store.send(.activateAlertConfirmed)
    #expect(calls.count == 2)
  }

  @Test func `an activation that was called off forgets the taps and says nothing`() async {
    let store = makeStore { $0.alertClient.activateAlert = { throw CancellationError() } }
    await store.send(.activateAlertConfirmed) {
      $0.activationProgress = 1
      $0.isActivatingAlert = true
    }
    await store.receive(.requestCancelled) {
      $0.isActivatingAlert = false
      $0.activationProgress = 0
    }
    #expect(store.state.canActivateAlert)
  }

  @Test func `a hold reported late, of an alert that has ended, leaves nothing behind`() async {
    let store = makeStore()
    await store.send(.alertDeactivationProgressChanged(0.4))
    await store.send(.alertDeactivationProgressChanged(1))
    await store.send(.deactivateAlertConfirmed)
    await store.send(.alertDeactivationButtonTapped)
    await store.finish()
  }
}

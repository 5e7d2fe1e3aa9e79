import Composable
import ComposableTesting
import Foundation
import LifeSignalFeatures
import LifeSignalModel
import Testing

@Suite struct OnboardingFeatureTests {
  private func makeStore(
    _ update: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<OnboardingFeature> {
    var state = OnboardingFeature.State()
    state.firstName = "Ada"
    state.lastName = "Lovelace "
    return TestStore(initialState: state) {
      OnboardingFeature()
    } withDependencies: {
      update(&$0)
    }
  }

  @Test func `a name stays as it is typed, and both names are needed`() async {
    let store = TestStore(initialState: OnboardingFeature.State()) { OnboardingFeature() }
    await store.send(.firstNameChanged("McKenzie")) { $0.firstName = "McKenzie" }
    let missing = UserFacingError.validation(
      title: "Please check what you entered", message: "First name and last name are required.")
    await store.send(.nextStep) { $0.error = missing }
    await store.send(.completeSetupButtonTapped)
    await store.send(.setError(nil)) { $0.error = nil }
    await store.send(.lastNameChanged("van der Berg-O'Neill")) {
      $0.lastName = "van der Berg-O'Neill"
    }
    await store.send(.nextStep) { $0.currentStep = 1 }
    await store.send(.previousStep) { $0.currentStep = 0 }
  }

  @Test func `completing writes name and defaults, once, and starts no countdown`() async {
    let calls = Calls<String>()
    let store = makeStore {
      $0.userClient.updateProfile = {
        let profile = $0.wanted
        calls.note("profile \(profile.firstName) \(profile.lastName) \(profile.emergencyNote)")
      }
      $0.checkInClient.setCheckInInterval = { calls.note("interval \($0)") }
      $0.userClient.updateNotificationPreferences = {
        calls.note("reminder \($0.reminderInterval)")
      }
    }
    await store.send(.completeSetupButtonTapped) { $0.isLoading = true }
    await store.send(.completeSetupButtonTapped)
    await store.receive(.profileUpdateSucceeded) {
      $0.isLoading = false
      $0.isComplete = true
      $0.showInstructions = true
    }
    #expect(calls.all == ["profile Ada Lovelace ", "interval 86400.0", "reminder 7200.0"])
    await store.send(.gotItButtonTapped) { $0.showInstructions = false }
    await store.receive(.delegate(.onboardingCompleted))
    await store.send(.gotItButtonTapped)
  }

  @Test func `a failure stays on the step and says why`() async {
    struct Mystery: Error {}
    let store = makeStore { $0.userClient.updateProfile = { _ in throw Mystery() } }
    await store.send(.completeSetupButtonTapped) { $0.isLoading = true }
    await store.receive(
      .profileUpdateFailed(.operationFailed("We couldn’t create your profile"))
    ) {
      $0.isLoading = false
      $0.error = .operationFailed("We couldn’t create your profile")
    }
    #expect(store.state.canComplete)
  }

  @Test func `a note goes along, and what was called off may be asked again`() async {
    let notes = Calls<String>()
    let store = makeStore {
      $0.userClient.updateProfile = {
        notes.note($0.wanted.emergencyNote)
        throw CancellationError()
      }
    }
    await store.send(.emergencyNoteChanged(" Insulin ")) { $0.emergencyNote = " Insulin " }
    for _ in 1...2 {
      await store.send(.completeSetupButtonTapped) { $0.isLoading = true }
      await store.receive(.requestCancelled) { $0.isLoading = false }
    }
    #expect(notes.all == ["Insulin", "Insulin"])
    #expect(!store.state.isComplete && !store.state.showInstructions)
    await store.send(.gotItButtonTapped)
  }

  @Test func `a default that cannot be stored leaves the last step open`() async {
    let store = makeStore {
      $0.userClient.updateProfile = { _ in }
      $0.checkInClient.setCheckInInterval = { _ in }
      $0.userClient.updateNotificationPreferences = { _ in throw URLError(.timedOut) }
    }
    await store.send(.completeSetupButtonTapped) { $0.isLoading = true }
    await store.receive(.profileUpdateFailed(.requestTimeout)) {
      $0.isLoading = false
      $0.error = .requestTimeout
    }
    #expect(store.state.canComplete)
  }
}

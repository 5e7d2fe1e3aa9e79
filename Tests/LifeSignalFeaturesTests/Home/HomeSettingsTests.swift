import Composable
import ComposableTesting
import LifeSignalFeatures
import LifeSignalModel
import Testing

@Suite struct HomeSettingsTests {
  private func makeStore(_ change: (inout HomeFeature.State) -> Void = { _ in })
    -> TestStoreOf<HomeFeature>
  {
    var state = HomeFeature.State()
    change(&state)
    return TestStore(initialState: state) { HomeFeature() }
  }

  @Test func `unit and value are picked, and saving hands the interval on`() async {
    let store = makeStore()
    await store.send(.intervalSaved)
    await store.send(.showIntervalPickerButtonTapped) {
      $0.intervalPicker = .init(currentInterval: 86_400)
    }
    await store.send(.intervalPicker(.presented(.intervalUnitChanged(.hours)))) {
      $0.intervalPicker?.intervalPickerUnit = .hours
      $0.intervalPicker?.intervalPickerValue = 8
    }
    await store.send(.intervalPicker(.presented(.intervalValueChanged(12)))) {
      $0.intervalPicker?.intervalPickerValue = 12
    }
    await store.send(.intervalSaved) { $0.intervalPicker = nil }
    await store.receive(.delegate(.updateCheckInInterval(43_200)))
  }

  @Test func `an interval that would replace times of day asks first`() async {
    let store = makeStore {
      $0.checkInTimes = CheckInTimes(times: [TimeOfDay("08:00")!], zone: .utc)
      $0.intervalPicker = .init()
    }
    await store.send(.intervalSaved) {
      $0.intervalPicker = nil
      $0.pendingIntervalChange = 86_400
      $0.showIntervalChangeConfirmation = true
    }
    await store.send(.setIntervalChangeConfirmation(false)) {
      $0.pendingIntervalChange = nil
      $0.showIntervalChangeConfirmation = false
    }
    await store.send(.intervalChangeConfirmed)
    await store.send(.showIntervalPickerButtonTapped) { $0.intervalPicker = .init() }
    await store.send(.intervalSaved) {
      $0.intervalPicker = nil
      $0.pendingIntervalChange = 86_400
      $0.showIntervalChangeConfirmation = true
    }
    await store.send(.intervalChangeConfirmed) {
      $0.pendingIntervalChange = nil
      $0.showIntervalChangeConfirmation = false
    }
    await store.receive(.delegate(.updateCheckInInterval(86_400)))
  }

  @Test func `a reminder is chosen, asked about, and handed on`() async {
    let store = makeStore()
    // Two hours hold already; a quarter of an hour is not offered.
    await store.send(.reminderChoiceSelected(120))
    await store.send(.reminderChoiceSelected(15))
    await store.send(.reminderChoiceSelected(30)) { $0.pendingReminderChoice = 30 }
    await store.send(.reminderChoiceCancelled) { $0.pendingReminderChoice = nil }
    await store.send(.reminderChoiceConfirmed)
    await store.send(.reminderChoiceSelected(0)) { $0.pendingReminderChoice = 0 }
    await store.send(.reminderChoiceConfirmed) { $0.pendingReminderChoice = nil }
    await store.receive(.delegate(.updateReminderInterval(0)))
  }
}

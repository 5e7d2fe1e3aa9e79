import Composable
import ComposableTesting
import LifeSignalFeatures
import LifeSignalModel
import Testing

@Suite struct CheckInPlanFeatureTests {
  private let nine = TimeOfDay("09:00")!
  private let evening = TimeOfDay("20:00")!

  private func makeStore(
    _ plan: CheckInPlan = .interval(86_400),
    _ update: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<CheckInPlanFeature> {
    TestStore(
      initialState: CheckInPlanFeature.State(plan: plan, browserZone: Zone("Europe/Berlin"))
    ) {
      CheckInPlanFeature()
    } withDependencies: {
      update(&$0)
    }
  }

  @Test func `times are added in order, once each, and removed`() async {
    let store = makeStore()
    await store.send(.kindChanged(.times)) { $0.kind = .times }
    await store.send(.addTimeTapped) { [nine, evening] in $0.times = [nine, evening] }
    await store.send(.addTimeTapped) { $0.problem = .duplicateCheckInTime }
    await store.send(.newTimeChanged("07:15")) {
      $0.newTime = "07:15"
      $0.isTimeTyped = true
      $0.problem = nil
    }
    await store.send(.addTimeTapped) { [nine, evening] in
      $0.times = [TimeOfDay("07:15")!, nine, evening]
      $0.isTimeTyped = false
    }
    await store.send(.removeTimeTapped(nine)) { [evening] in
      $0.times = [TimeOfDay("07:15")!, evening]
    }
    await store.send(.newTimeChanged("25:00")) {
      $0.newTime = "25:00"
      $0.isTimeTyped = true
    }
    await store.send(.addTimeTapped) { $0.problem = .noCheckInTimes }
  }

  @Test func `Save saves a typed time that was not added, and no time that was not typed`() async {
    let saved = Calls<CheckInPlan>()
    let both = CheckInPlan.times(CheckInTimes(times: [nine, evening], zone: .utc))
    let store = makeStore(.times(CheckInTimes(times: [nine], zone: .utc))) {
      $0.checkInClient.setPlan = { saved.note($0) }
    }
    await store.send(.newTimeChanged("20:00")) { $0.isTimeTyped = true }
    await store.send(.saveTapped) { [nine, evening] in
      $0.times = [nine, evening]
      $0.isTimeTyped = false
      $0.isSaving = true
    }
    await store.receive(.saveResponse(.success(both))) { $0.isSaving = false }
    await store.receive(.delegate(.saved(both)))
    await store.send(.removeTimeTapped(nine)) { [evening] in $0.times = [evening] }
    // Typed again, it is there once.
    await store.send(.newTimeChanged("20:00")) { $0.isTimeTyped = true }
    let one = CheckInPlan.times(CheckInTimes(times: [evening], zone: .utc))
    await store.send(.saveTapped) { $0.isSaving = true }
    await store.receive(.saveResponse(.success(one))) { $0.isSaving = false }
    await store.receive(.delegate(.saved(one)))
    await store.send(.newTimeChanged("")) {
      $0.newTime = ""
      $0.isTimeTyped = false
    }
    await store.send(.saveTapped) { $0.isSaving = true }
    await store.receive(.saveResponse(.success(one))) { $0.isSaving = false }
    await store.receive(.delegate(.saved(one)))
    #expect(saved.all == [both, one, one])
  }

  @Test func `a typed time that is one too many is not saved`() async {
    let store = makeStore(
      .times(
        CheckInTimes(times: (0..<12).compactMap { TimeOfDay(minutes: $0 * 60) }, zone: .utc)))
    await store.send(.newTimeChanged("21:15")) {
      $0.newTime = "21:15"
      $0.isTimeTyped = true
    }
    await store.send(.saveTapped) { $0.problem = .tooManyCheckInTimes }
  }

  @Test func `at most twelve times a day`() async {
    let store = makeStore(
      .times(
        CheckInTimes(times: (0..<12).compactMap { TimeOfDay(minutes: $0 * 60) }, zone: .utc)))
    await store.send(.addTimeTapped) { $0.problem = .tooManyCheckInTimes }
  }

  @Test func `days are chosen one by one or together`() async {
    let store = makeStore()
    await store.send(.dayToggled(.sunday)) { $0.days = Array(Weekday.allCases.dropLast()) }
    await store.send(.daysSelected([.friday, .monday])) { $0.days = [.monday, .friday] }
    await store.send(.dayToggled(.wednesday)) { $0.days = [.monday, .wednesday, .friday] }
  }

  @Test func `a zone is typed or taken from the browser, and an unknown one is refused`() async {
    let store = makeStore(.times(CheckInTimes(times: [nine], zone: .utc)))
    #expect(store.state.offeredZone?.identifier == "Europe/Berlin")
    await store.send(.zoneChanged("Mars/Olympus")) {
      $0.zoneText = "Mars/Olympus"
      $0.problem = .invalidZone
    }
    await store.send(.saveTapped)
    await store.send(.zoneChanged(" Asia/Kathmandu")) {
      $0.zoneText = " Asia/Kathmandu"
      $0.zone = Zone("Asia/Kathmandu")!
      $0.problem = nil
    }
    await store.send(.useBrowserZoneTapped) {
      $0.zone = Zone("Europe/Berlin")!
      $0.zoneText = "Europe/Berlin"
    }
    #expect(store.state.offeredZone == nil)
  }

  @Test func `a plan is saved once, and the parent receives it`() async {
    let saved = Calls<CheckInPlan>()
    let answer = Answer<Empty>()
    let plan = CheckInPlan.times(CheckInTimes(times: [nine], zone: .utc))
    let store = makeStore(plan) {
      $0.checkInClient.setPlan = {
        saved.note($0)
        _ = try await answer()
      }
    }
    await store.send(.saveTapped) { $0.isSaving = true }
    await store.send(.saveTapped)
    // What is changed while it is saved was not saved.
    await store.send(.dayToggled(.sunday)) { $0.days = Array(Weekday.allCases.dropLast()) }
    answer.give(Empty())
    await store.receive(.saveResponse(.success(plan))) { $0.isSaving = false }
    await store.receive(.delegate(.saved(plan)))
    #expect(saved.all == [plan])
  }

  @Test func `a plan that cannot be is not sent, one that fails may be repeated`() async {
    let store = makeStore(.times(CheckInTimes(times: [nine], days: [], zone: .utc))) {
      $0.checkInClient.setPlan = { _ in throw Refusal.checkInFirst }
    }
    await store.send(.saveTapped) { $0.problem = .noCheckInDays }
    await store.send(.dayToggled(.monday)) {
      $0.days = [.monday]
      $0.problem = nil
    }
    await store.send(.saveTapped) { $0.isSaving = true }
    let error = UserFacingError(Refusal.checkInFirst)
    await store.receive(.saveResponse(.failure(error))) {
      $0.isSaving = false
      $0.error = error
    }
    await store.send(.dismissError) { $0.error = nil }
    await store.send(.cancelTapped)
    await store.receive(.delegate(.cancelled))
  }

  @Test func `a save that was called off shows nothing`() async {
    let store = makeStore { $0.checkInClient.setPlan = { _ in throw CancellationError() } }
    await store.send(.saveTapped) { $0.isSaving = true }
    await store.receive(.requestCancelled) { $0.isSaving = false }
  }

  @Test func `an interval is picked in days or hours`() async {
    let store = makeStore { $0.checkInClient.setPlan = { #expect($0 == .interval(43_200)) } }
    await store.send(.interval(.intervalUnitChanged(.hours))) {
      $0.interval.intervalPickerUnit = .hours
      $0.interval.intervalPickerValue = 8
    }
    await store.send(.interval(.intervalValueChanged(12))) {
      $0.interval.intervalPickerValue = 12
    }
    await store.send(.saveTapped) { $0.isSaving = true }
    await store.receive(.saveResponse(.success(.interval(43_200)))) { $0.isSaving = false }
    await store.receive(.delegate(.saved(.interval(43_200))))
  }
}

import Composable
import ComposableTesting
import Foundation
import LifeSignalFeatures
import LifeSignalModel
import Testing

@Suite struct TravelFeatureTests {
  private let travel = TravelData(
    id: "7", note: "Bus", startedAt: Sample.now - 600, dueAt: Sample.now + 3_600)

  private func makeStore(
    _ travel: TravelData? = nil, _ update: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<TravelFeature> {
    var state = TravelFeature.State()
    state.travel = travel
    return TestStore(initialState: state) {
      TravelFeature()
    } withDependencies: {
      $0.date = .constant(Sample.now)
      update(&$0)
    }
  }

  @Test func `a journey is started once, with its note and end`() async {
    let asked = Calls<Date>()
    let answer = Answer<TravelData>()
    let store = makeStore {
      $0.travelClient.start = { due, note in
        #expect(note == "Bus")
        asked.note(due)
        return try await answer()
      }
    }
    let setup = TravelFeature.Setup(now: Sample.now, zone: .utc)
    await store.send(.startButtonTapped) { $0.setup = setup }
    await store.send(.noteChanged("Bus")) { $0.setup?.note = "Bus" }
    await store.send(.lengthSelected(7_200)) { $0.setup?.length = 7_200 }
    await store.send(.startTapped) { $0.isBusy = true }
    await store.send(.startTapped)
    answer.give(travel)
    await store.receive(.travelResponse(.success(travel))) { [travel] in
      $0.isBusy = false
      $0.travel = travel
      $0.setup = nil
    }
    await store.send(.startButtonTapped)
    #expect(asked.all == [Sample.now + 7_200])
  }

  @Test func `an end that cannot be is not sent`() async {
    let store = makeStore()
    await store.send(.startButtonTapped) { $0.setup = .init(now: Sample.now, zone: .utc) }
    await store.send(.wallChanged("2023-11-14T22:00")) {
      $0.setup?.length = nil
      $0.setup?.wall = "2023-11-14T22:00"
    }
    await store.send(.startTapped) { $0.setup?.problem = .travelInThePast }
    await store.send(.wallChanged("2023-11-17T08:00")) {
      $0.setup?.wall = "2023-11-17T08:00"
      $0.setup?.problem = nil
    }
    await store.send(.startTapped) { $0.setup?.problem = .travelTooLong }
    let long = String(repeating: "x", count: 501)
    await store.send(.noteChanged(long)) {
      $0.setup?.note = long
      $0.setup?.problem = nil
    }
    await store.send(.lengthSelected(1_800)) { $0.setup?.length = 1_800 }
    await store.send(.startTapped) { $0.setup?.problem = .travelNoteTooLong }
    await store.send(.setupDismissed) { $0.setup = nil }
  }

  @Test func `a time of arrival is read by the clocks of the browser`() async {
    let asked = Calls<Date>()
    let store = makeStore {
      $0.travelClient.start = { [travel] due, _ in
        asked.note(due)
        return travel
      }
    }
    store.exhaustivity = .off
    await store.send(.startButtonTapped)
    await store.send(.wallChanged("2023-11-15T00:30"))
    await store.send(.startTapped)
    await store.receive(.travelResponse(.success(travel)))
    #expect(asked.all == [Zone.utc.instant(wall: "2023-11-15T00:30")!])
  }

  @Test func `more time counts from the end, or from now where that has passed`() async {
    let asked = Calls<Date>()
    var late = travel
    late.dueAt = Sample.now - 60
    for start in [travel, late] {
      let store = makeStore(start) {
        $0.travelClient.extend = { _, due in
          asked.note(due)
          return start
        }
      }
      await store.send(.extendTapped(1_800)) { $0.isBusy = true }
      await store.send(.extendTapped(1_800))
      await store.receive(.travelResponse(.success(start))) { $0.isBusy = false }
    }
    #expect(asked.all == [Sample.now + 5_400, Sample.now + 1_800])
  }

  @Test func `arriving ends it once`() async {
    let calls = Calls<TravelData.ID>()
    let store = makeStore(travel) { $0.travelClient.arrive = { calls.note($0) } }
    await store.send(.arriveTapped) { $0.isBusy = true }
    await store.send(.arriveTapped)
    await store.receive(.endResponse(.success(Empty()))) {
      $0.isBusy = false
      $0.travel = nil
    }
    #expect(calls.all == ["7"])
  }

  @Test func `cancelling asks first, and an overdue one cannot be cancelled`() async {
    let store = makeStore(travel) { $0.travelClient.cancel = { _ in } }
    await store.send(.cancelTapped) { $0.confirmation = .cancellation }
    await store.send(.confirmation(.dismiss)) { $0.confirmation = nil }
    await store.send(.cancelTapped) { $0.confirmation = .cancellation }
    await store.send(.confirmation(.presented(.cancelConfirmed))) {
      $0.confirmation = nil
      $0.isBusy = true
    }
    await store.receive(.endResponse(.success(Empty()))) {
      $0.isBusy = false
      $0.travel = nil
    }
    var overdue = travel
    overdue.status = .overdue
    await makeStore(overdue).send(.cancelTapped)
  }

  @Test func `failures say why, work called off nothing`() async {
    let store = makeStore(travel) {
      $0.travelClient.arrive = { _ in throw URLError(.timedOut) }
      $0.travelClient.extend = { _, _ in throw CancellationError() }
    }
    await store.send(.arriveTapped) { $0.isBusy = true }
    await store.receive(.endResponse(.failure(.requestTimeout))) {
      $0.isBusy = false
      $0.error = .requestTimeout
    }
    await store.send(.dismissError) { $0.error = nil }
    await store.send(.extendTapped(900)) { $0.isBusy = true }
    await store.receive(.requestCancelled) { $0.isBusy = false }

    let refusing = makeStore(travel) {
      $0.travelClient.extend = { _, _ in throw URLError(.notConnectedToInternet) }
      $0.travelClient.cancel = { _ in throw CancellationError() }
    }
    await refusing.send(.extendTapped(900)) { $0.isBusy = true }
    await refusing.receive(.travelResponse(.failure(.networkError))) {
      $0.isBusy = false
      $0.error = .networkError
    }
    await refusing.send(.cancelTapped) { $0.confirmation = .cancellation }
    await refusing.send(.confirmation(.presented(.cancelConfirmed))) {
      $0.confirmation = nil
      $0.isBusy = true
    }
    await refusing.receive(.requestCancelled) { $0.isBusy = false }
  }

  @Test func `the record has the last word, also about what is being asked`() async {
    var state = CheckInFeature.State(currentTime: Sample.now)
    state.travel.travel = travel
    let store = TestStore(initialState: state) {
      CheckInFeature()
    } withDependencies: {
      $0.date = .constant(Sample.now)
    }
    store.exhaustivity = .off
    await store.send(.travel(.cancelTapped))
    await store.send(.travel(.reminderDismissed))
    var user = Sample.user
    user.travel = travel
    user.travel?.dueAt += 60
    await store.send(.userUpdated(user))
    #expect(store.state.travel.travel == user.travel)
    #expect(store.state.travel.confirmation == .cancellation)
    #expect(store.state.travel.dismissedReminder == Sample.now + 3_600)
    user.travel = nil
    await store.send(.userUpdated(user))
    #expect(store.state.travel.travel == nil && store.state.travel.confirmation == nil)
    #expect(store.state.travel.dismissedReminder == nil)
  }

  @Test func `the question comes near the end, until it is put aside or moved`() {
    var state = TravelFeature.State()
    state.travel = travel
    #expect(!state.isReminding(now: travel.dueAt - 901))
    #expect(state.isReminding(now: travel.dueAt - 900))
    state.dismissedReminder = travel.dueAt
    #expect(!state.isReminding(now: travel.dueAt))
    state.travel?.dueAt += 60
    #expect(state.isReminding(now: travel.dueAt))
    state.travel?.status = .overdue
    #expect(!state.isReminding(now: travel.dueAt))
  }
}

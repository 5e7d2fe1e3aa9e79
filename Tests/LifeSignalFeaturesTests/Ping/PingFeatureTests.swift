import Composable
import ComposableTesting
import Foundation
import LifeSignalFeatures
import LifeSignalModel
import Testing

@Suite struct PingFeatureTests {
  private func makeStore(
    _ state: PingFeature.State = PingFeature.State(userID: Sample.me),
    _ update: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<PingFeature> {
    TestStore(initialState: state) {
      PingFeature()
    } withDependencies: {
      $0.date = .constant(Sample.now)
      update(&$0)
    }
  }

  private func state(
    pending: [PingData] = [], history: [PingData] = []
  ) -> PingFeature.State {
    PingFeature.State(userID: Sample.me, pendingPings: pending, pingHistory: history)
  }

  // MARK: Loading

  @Test func `the first appearance loads both lists, the second loads nothing`() async {
    let store = makeStore {
      $0.pingClient.getPendingPings = { [Sample.incoming()] }
      $0.pingClient.getPingHistory = { [Sample.outgoing()] }
    }
    await store.send(.onAppear)
    await store.receive(.loadPings) { $0.isLoading = true }
    await store.receive(
      .pingsResponse(
        .success(PingLists(pending: [Sample.incoming()], history: [Sample.outgoing()])))
    ) {
      $0.isLoading = false
      $0.hasLoaded = true
      $0.pendingPings = [Sample.incoming()]
      $0.pingHistory = [Sample.outgoing()]
    }
    await store.send(.onAppear)
    await store.finish()
  }

  @Test func `an empty list does not load again either`() async {
    let store = makeStore {
      $0.pingClient.getPendingPings = { [] }
      $0.pingClient.getPingHistory = { [] }
    }
    await store.send(.loadPings) { $0.isLoading = true }
    await store.receive(.pingsResponse(.success(PingLists()))) {
      $0.isLoading = false
      $0.hasLoaded = true
    }
    await store.send(.onAppear)
    await store.finish()
  }

  @Test func `a failed load says why and ends the loading`() async {
    let store = makeStore {
      $0.pingClient.getPendingPings = { throw URLError(.timedOut) }
      $0.pingClient.getPingHistory = { [] }
    }
    await store.send(.loadPings) { $0.isLoading = true }
    await store.receive(.pingsResponse(.failure(.requestTimeout))) {
      $0.isLoading = false
      $0.error = .requestTimeout
    }
  }

  @Test func `without the history the pending pings are still shown`() async {
    let store = makeStore {
      $0.pingClient.getPendingPings = { [Sample.incoming()] }
      $0.pingClient.getPingHistory = { throw PingError.serverError("") }
    }
    await store.send(.loadPings) { $0.isLoading = true }
    await store.receive(.pingsResponse(.success(PingLists(pending: [Sample.incoming()])))) {
      $0.isLoading = false
      $0.hasLoaded = true
      $0.pendingPings = [Sample.incoming()]
    }
  }

  @Test func `a load that was called off shows nothing`() async {
    let store = makeStore {
      $0.pingClient.getPendingPings = { throw CancellationError() }
      $0.pingClient.getPingHistory = { [] }
    }
    await store.send(.loadPings) { $0.isLoading = true }
    await store.receive(.loadCancelled) { $0.isLoading = false }
  }

  @Test func `a second load replaces the first`() async {
    let (first, second) = (Answer<[PingData]>(), Answer<[PingData]>())
    let calls = Calls<Int>()
    let store = makeStore {
      $0.pingClient.getPendingPings = {
        try await calls.next() == 1 ? first() : second()
      }
      $0.pingClient.getPingHistory = { [] }
    }
    let former = await store.send(.loadPings) { $0.isLoading = true }
    await store.send(.loadPings)
    first.give([Sample.outgoing()])
    second.give([Sample.incoming()])
    await store.receive(.pingsResponse(.success(PingLists(pending: [Sample.incoming()])))) {
      $0.isLoading = false
      $0.hasLoaded = true
      $0.pendingPings = [Sample.incoming()]
    }
    await former.finish()
    await store.finish()
  }

  @Test func `the stream's lists win over an older answer on its way`() async {
    let answer = Answer<[PingData]>()
    let store = makeStore {
      $0.pingClient.getPendingPings = { try await answer() }
      $0.pingClient.getPingHistory = { [] }
    }
    await store.send(.loadPings) { $0.isLoading = true }
    await store.send(.pingsUpdated(PingLists(pending: [Sample.incoming()]))) {
      $0.isLoading = false
      $0.hasLoaded = true
      $0.pendingPings = [Sample.incoming()]
    }
    answer.give([])
    await store.finish()
  }

  // MARK: Asking

  @Test func `a ping is sent once, and its delegate follows the success`() async {
    let calls = Calls<Person.ID>()
    let store = makeStore {
      $0.pingClient.pingDependent = {
        calls.note($0)
        return Sample.outgoing()
      }
    }
    await store.send(.pingDependent(id: "3")) { $0.inFlight = [.ping("3")] }
    await store.send(.pingDependent(id: "3"))
    await store.receive(.pingDependentSucceeded("3"))
    await store.receive(.delegate(.pingAdded(Sample.outgoing())))
    await store.receive(.requestEnded(.ping("3"))) { $0.inFlight = [] }
    #expect(calls.all == ["3"])
  }

  @Test func `a refused ping says why and changes nothing else`() async {
    let store = makeStore {
      $0.pingClient.pingDependent = { _ in throw PingError.permissionError("") }
    }
    await store.send(.pingDependent(id: "3")) { $0.inFlight = [.ping("3")] }
    await store.receive(.pingDependentFailed(.permissionDenied)) { $0.error = .permissionDenied }
    await store.receive(.requestEnded(.ping("3"), failure: .permissionDenied)) { $0.inFlight = [] }
  }

  @Test func `a ping that was called off shows nothing and may be repeated`() async {
    let store = makeStore {
      $0.pingClient.pingDependent = { _ in throw CancellationError() }
    }
    await store.send(.pingDependent(id: "3")) { $0.inFlight = [.ping("3")] }
    await store.receive(.requestEnded(.ping("3"))) { $0.inFlight = [] }
  }

  // MARK: Answering

  @Test func `an answered ping stays pending until the stream brings the answer`() async {
    let store = makeStore(state(pending: [Sample.incoming()])) {
      $0.pingClient.respondToPing = { _ in }
    }
    await store.send(.respondToPing(id: "11")) { $0.inFlight = [.respond("11")] }
    await store.receive(.pingResponseSucceeded("11"))
    await store.receive(.delegate(.pingResponded("11")))
    await store.receive(.requestEnded(.respond("11"))) { $0.inFlight = [] }
    let answered = Sample.incoming().responded(at: Sample.now)
    await store.send(.pingsUpdated(PingLists(history: [answered]))) {
      $0.hasLoaded = true
      $0.pendingPings = []
      $0.pingHistory = [answered]
    }
  }

  @Test func `answering all leaves a ping pending that arrived meanwhile`() async {
    let answer = Answer<Empty>()
    let (old, older, late) = (
      Sample.incoming("11"), Sample.incoming("12", at: Sample.now - 60),
      Sample.incoming("13", at: Sample.now + 1)
    )
    let store = makeStore(state(pending: [old, older])) {
      $0.pingClient.respondToAllPings = { _ = try await answer() }
    }
    await store.send(.respondToAllPings) {
      $0.inFlight = [.respondToAll]
      $0.answeringAll = ["11", "12"]
    }
    await store.send(.pingsUpdated(PingLists(pending: [old, older, late]))) {
      $0.pendingPings = [old, older, late]
      $0.hasLoaded = true
    }
    answer.give(Empty())
    await store.receive(.allPingResponsesSucceeded) {
      $0.answeringAll = nil
      $0.pendingPings = [late]
      $0.pingHistory = [old.responded(at: Sample.now), older.responded(at: Sample.now)]
    }
    await store.receive(.requestEnded(.respondToAll)) { $0.inFlight = [] }
    await store.receive(.delegate(.pingResponded("11")))
    await store.receive(.delegate(.pingResponded("12")))
    await store.receive(.delegate(.pingsUpdated))
  }

  @Test func `a failed answer to all keeps every ping pending`() async {
    let store = makeStore(state(pending: [Sample.incoming()])) {
      $0.pingClient.respondToAllPings = { throw URLError(.notConnectedToInternet) }
    }
    await store.send(.respondToAllPings) {
      $0.inFlight = [.respondToAll]
      $0.answeringAll = ["11"]
    }
    await store.receive(.allPingResponsesFailed(.networkError)) {
      $0.answeringAll = nil
      $0.error = .networkError
    }
    await store.receive(.requestEnded(.respondToAll, failure: .networkError)) { $0.inFlight = [] }
  }

  // MARK: Withdrawing

  @Test(arguments: [true, false])
  func `a ping is withdrawn wherever it is listed, and the stream says so`(isPending: Bool) async {
    let ping = isPending ? Sample.incoming("21") : Sample.outgoing("21")
    let store = makeStore(isPending ? state(pending: [ping]) : state(history: [ping])) {
      $0.pingClient.clearPing = { _ in }
    }
    await store.send(.clearPing(id: "21")) { $0.inFlight = [.clear("21")] }
    await store.receive(.clearPingSucceeded("21"))
    await store.receive(.delegate(.pingCleared("21")))
    await store.receive(.requestEnded(.clear("21"))) { $0.inFlight = [] }
    await store.send(.pingsUpdated(PingLists(history: [ping.cleared]))) {
      $0.hasLoaded = true
      $0.pendingPings = []
      $0.pingHistory = [ping.cleared]
    }
  }

  // MARK: One ping

  @Test func `the sheet follows its ping`() async {
    let store = makeStore(state(pending: [Sample.incoming()]))
    await store.send(.selectPing(Sample.incoming())) {
      $0.selectedPing = Sample.incoming()
      $0.isPingSheetPresented = true
    }
    await store.send(.pingsUpdated(PingLists(history: [Sample.incoming().cleared]))) {
      $0.hasLoaded = true
      $0.pendingPings = []
      $0.pingHistory = [Sample.incoming().cleared]
      $0.selectedPing = Sample.incoming().cleared
    }
    await store.send(.setPingSheetPresented(false)) {
      $0.isPingSheetPresented = false
      $0.selectedPing = nil
    }
  }

  @Test func `the history is grouped by day, newest first`() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(secondsFromGMT: 0))
    let yesterday = Sample.outgoing("22", at: Sample.now - 86_400)
    let earlier = Sample.outgoing("23", at: Sample.now - 60)
    let groups = state(history: [yesterday, earlier, Sample.outgoing()])
      .groupedPingHistory(calendar: calendar)
    #expect(groups.map { $0.pings.map(\.id) } == [["21", "23"], ["22"]])
  }
}

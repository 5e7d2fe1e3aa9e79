import Composable
import ComposableTesting
import Foundation
import LifeSignalFeatures
import LifeSignalModel
import Testing

@Suite struct DependentsFeatureTests: DependentsSuite {
  // MARK: Appearing

  @Test func `the first appearance loads and restores the order, both`() async {
    let keys = Calls<String>()
    let store = makeStore {
      $0.contacts.hasLoaded = false
    } _: {
      $0.contactClient.getContacts = { [] }
      $0.preferencesClient.string = { key in
        keys.note(key)
        return "Name"
      }
    }
    await store.send(.onAppear) { $0.isLoading = true }
    await store.receive(.contacts(.loadContacts))
    await store.receive(.sortOptionLoaded(.name)) {
      $0.sortOption = .name
      $0.hasLoadedSortOption = true
    }
    await store.receive(.contacts(.contactsLoaded([]))) {
      $0.contacts.hasLoaded = true
      $0.isLoading = false
    }
    await store.send(.onAppear)
    await store.finish()
    #expect(keys.all == ["DependentsSortOption"])
  }

  @Test(arguments: [nil, "Favourites"])
  func `a stored order that names no option is ignored`(stored: String?) async {
    let store = makeStore([], { _ in }) { $0.preferencesClient.string = { _ in stored } }
    await store.send(.onAppear)
    await store.finish()
  }

  @Test func `choosing an order stores it once, restoring stores nothing`() async {
    let written = Calls<String?>()
    let store = makeStore([], { _ in }) {
      $0.preferencesClient.setString = { value, key in
        #expect(key == "DependentsSortOption")
        written.note(value)
      }
    }
    await store.send(.setSortOption(.dateAdded)) {
      $0.sortOption = .dateAdded
      $0.hasLoadedSortOption = true
    }
    await store.finish()
    #expect(written.all == ["Date Added"])
  }

  @Test func `a choice made while the stored one was read stands`() async {
    let store = makeStore {
      $0.sortOption = .name
      $0.hasLoadedSortOption = true
    }
    await store.send(.sortOptionLoaded(.dateAdded))
  }

  // MARK: Pinging

  @Test func `two quick taps are one call`() async {
    let calls = Calls<Person.ID>()
    let store = makeStore([Sample.dependent], { _ in }) {
      $0.pingClient.pingDependent = {
        calls.note($0)
        return Sample.outgoing()
      }
    }
    await store.send(.ping(.pingDependent(id: "3"))) {
      $0.pendingPings = .init([.ping("3"): "3"])
    }
    #expect(store.state.pendingRequests == ["3"])
    await store.send(.ping(.pingDependent(id: "3")))
    await store.receive(.ping(.pingDependentSucceeded("3"))) { $0.isPingSent = true }
    await store.receive(.ping(.requestEnded(.ping("3")))) { $0.pendingPings = .init() }
    #expect(calls.all == ["3"])
  }

  @Test func `a refused ping says why and frees the button`() async {
    let store = makeStore([Sample.dependent], { _ in }) {
      $0.pingClient.pingDependent = { _ in throw PingError.rateLimitError("") }
    }
    await store.send(.ping(.pingDependent(id: "3"))) {
      $0.pendingPings = .init([.ping("3"): "3"])
    }
    await store.receive(.ping(.pingDependentFailed(.rateLimited))) { $0.error = .rateLimited }
    await store.receive(.ping(.requestEnded(.ping("3"), failure: .rateLimited))) {
      $0.pendingPings = .init()
    }
  }

  @Test func `withdrawing names the ping, not the person`() async {
    let calls = Calls<PingData.ID>()
    let store = makeStore([pinged], { _ in }) { $0.pingClient.clearPing = { calls.note($0) } }
    await store.send(.ping(.clearPing(id: "21"))) {
      $0.pendingPings = .init([.clear("21"): "3"])
    }
    await store.receive(.ping(.clearPingSucceeded("21")))
    await store.receive(.ping(.requestEnded(.clear("21")))) { $0.pendingPings = .init() }
    #expect(calls.all == ["21"])
  }

  @Test func `a ping and its withdrawal do not overtake each other`() async {
    let answer = Answer<Empty>()
    let store = makeStore([pinged], { _ in }) {
      $0.pingClient.clearPing = { _ in _ = try await answer() }
    }
    await store.send(.ping(.clearPing(id: "21"))) {
      $0.pendingPings = .init([.clear("21"): "3"])
    }
    await store.send(.ping(.pingDependent(id: "3")))
    answer.give(Empty())
    await store.receive(.ping(.clearPingSucceeded("21")))
    await store.receive(.ping(.requestEnded(.clear("21")))) { $0.pendingPings = .init() }
  }

  @Test func `pings of two people run side by side`() async {
    let store = makeStore([Sample.dependent], { _ in }) {
      $0.pingClient.pingDependent = { _ in throw CancellationError() }
    }
    await store.send(.ping(.pingDependent(id: "3"))) {
      $0.pendingPings = .init([.ping("3"): "3"])
    }
    await store.send(.ping(.pingDependent(id: "4"))) {
      $0.pendingPings = .init([.ping("3"): "3", .ping("4"): "4"])
    }
    await store.receive(.ping(.requestEnded(.ping("3")))) {
      $0.pendingPings = .init([.ping("4"): "4"])
    }
    await store.receive(.ping(.requestEnded(.ping("4")))) { $0.pendingPings = .init() }
  }

  @Test func `a ping is asked about first, then sent, then said`() async {
    let calls = Calls<Person.ID>()
    let answer = Answer<PingData>()
    let store = makeStore([Sample.dependent], { _ in }) {
      $0.pingClient.pingDependent = {
        calls.note($0)
        return try await answer()
      }
    }
    await store.send(.pingButtonTapped("9"))
    await store.send(.pingButtonTapped("3")) { $0.pingConfirmation = .send("3") }
    await store.send(.pingConfirmationDismissed) { $0.pingConfirmation = nil }
    await store.send(.pingConfirmed)
    #expect(calls.all.isEmpty)
    await store.send(.pingButtonTapped("3")) { $0.pingConfirmation = .send("3") }
    await store.send(.pingConfirmed) {
      $0.pingConfirmation = nil
      $0.pendingPings = .init([.ping("3"): "3"])
    }
    await store.send(.pingButtonTapped("3"))
    answer.give(Sample.outgoing())
    await store.receive(.ping(.pingDependentSucceeded("3"))) { $0.isPingSent = true }
    await store.receive(.ping(.requestEnded(.ping("3")))) { $0.pendingPings = .init() }
    await store.send(.pingSentDismissed) { $0.isPingSent = false }
    #expect(calls.all == ["3"])
  }

  @Test func `a withdrawal is asked about, and dropped when the ping was answered meanwhile`() async
  {
    let store = makeStore([pinged], { _ in }) { $0.pingClient.clearPing = { _ in } }
    await store.send(.pingButtonTapped("3")) { $0.pingConfirmation = .clear("3") }
    await store.send(.contacts(.contactsUpdated([Sample.dependent]))) {
      $0.contacts.contacts = [Sample.dependent]
    }
    await store.send(.pingConfirmed) { $0.pingConfirmation = nil }
  }

  @Test func `a confirmed withdrawal names the ping`() async {
    let store = makeStore([pinged], { _ in }) {
      $0.pingClient.clearPing = { #expect($0 == "21") }
    }
    await store.send(.pingButtonTapped("3")) { $0.pingConfirmation = .clear("3") }
    await store.send(.pingConfirmed) {
      $0.pingConfirmation = nil
      $0.pendingPings = .init([.clear("21"): "3"])
    }
    await store.receive(.ping(.clearPingSucceeded("21")))
    await store.receive(.ping(.requestEnded(.clear("21")))) { $0.pendingPings = .init() }
  }

  // MARK: Refreshing and searching

  @Test func `a refresh that fails ends the waiting with words`() async {
    let answer = Answer<[ContactData]>()
    let store = makeStore([Sample.dependent], { _ in }) {
      $0.contactClient.getContacts = { try await answer() }
    }
    await store.send(.refresh) { $0.isLoading = true }
    await store.receive(.contacts(.loadContacts))
    await store.send(.refresh)
    answer.fail(ContactError.networkError(""))
    await store.receive(.contacts(.contactsLoadFailed(.networkError))) {
      $0.isLoading = false
      $0.error = .networkError
    }
    await store.receive(.contacts(.delegate(.contactsLoadFailed(.networkError))))
  }

  @Test func `a search keeps the order of the bands`() async {
    let people = (1...8).map {
      ContactData(id: .init(Int64($0)), name: "Rey \($0)", isDependent: true)
    }.map { person in person.with { $0.manualAlertActive = person.id == "7" } }
    let store = makeStore(people)
    await store.send(.searchTextChanged("rey")) { $0.searchText = "rey" }
    #expect(store.state.shownDependents.first?.id == "7")
    #expect(store.state.shownDependents == store.state.sortedDependents)
  }

  // MARK: Acceptance

  @Test func `a loaded empty list is not loaded again, however often it appears`() async {
    let calls = Calls<Int>()
    let store = makeStore([], { _ in }) {
      $0.contactClient.getContacts = {
        _ = calls.next()
        return []
      }
      $0.preferencesClient.string = { _ in nil }
    }
    for _ in 1...3 { await store.send(.onAppear) }
    await store.finish()
    #expect(calls.count == 0 && !store.state.isLoading)
  }

  @Test func `a restored order writes nothing back`() async {
    let written = Calls<String?>()
    let store = makeStore([], { _ in }) {
      $0.preferencesClient.string = { _ in "Date Added" }
      $0.preferencesClient.setString = { value, _ in written.note(value) }
    }
    await store.send(.onAppear)
    await store.receive(.sortOptionLoaded(.dateAdded)) {
      $0.sortOption = .dateAdded
      $0.hasLoadedSortOption = true
    }
    // Restored once; later appearances leave the choice alone.
    await store.send(.onAppear)
    await store.finish()
    #expect(written.all.isEmpty)
  }

  @Test func `the list is in the order of trouble, then pings, then the chosen option`() async {
    func person(_ id: ContactData.ID, _ name: String) -> ContactData {
      ContactData(id: id, name: name, isDependent: true)
    }
    let store = makeStore([
      person("1", "Zed"), person("2", "Ann"), pinged.with { $0.name = "Yve" },
      person("4", "Late").with { $0.isNonResponsive = true },
      person("5", "Alarm").with {
        $0.manualAlertActive = true
        $0.isNonResponsive = true
      },
    ]) {
      $0.hasLoadedSortOption = true
    } _: {
      $0.preferencesClient.setString = { _, _ in }
    }
    await store.send(.setSortOption(.name)) { $0.sortOption = .name }
    await store.finish()
    #expect(store.state.shownDependents.map(\.id) == ["5", "4", "3", "2", "1"])
    #expect(store.state.nonResponsiveDependentsCount == 2)
  }
}

/// A suite over the list of dependents.
protocol DependentsSuite {}

extension DependentsSuite {
  var pinged: ContactData {
    Sample.dependent.with {
      $0.hasOutgoingPing = true
      $0.outgoingPingTimestamp = Sample.now
      $0.outgoingPingID = "21"
    }
  }

  func makeStore(
    _ contacts: [ContactData] = [], _ change: (inout DependentsFeature.State) -> Void = { _ in },
    _ update: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<DependentsFeature> {
    var state = DependentsFeature.State(
      contacts: .init(contacts: IdentifiedArray(uniqueElements: contacts), hasLoaded: true))
    change(&state)
    return TestStore(initialState: state) {
      DependentsFeature()
    } withDependencies: {
      $0.contactClient.getContact = { _ in throw CancellationError() }
      $0.timelineClient.alarmsStream = { _ in .finished }
      update(&$0)
    }
  }
}

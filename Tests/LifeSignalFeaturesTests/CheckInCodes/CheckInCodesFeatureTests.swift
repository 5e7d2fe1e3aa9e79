import Composable
import ComposableTesting
import Foundation
import LifeSignalFeatures
import LifeSignalModel
import Testing

@Suite struct CheckInCodesFeatureTests {
  private static let sheet = CheckInSheetData(createdAt: Sample.now, left: 21)
  private static let new = NewCheckInSheet(
    groups: [["0000-0000-0000"]], silentGroup: 0,
    details: CheckInSheetData(createdAt: Sample.now, left: 25))
  private static let bea = ContactData(
    id: "2", name: "Bea", relation: .accepted, isResponder: true)
  private static let carl = ContactData(
    id: "3", name: "Carl", relation: .accepted, isResponder: true)
  private static let others = [
    ContactData(id: "4", name: "Dora", relation: .accepted, isDependent: true),
    ContactData(id: "5", name: "Emil", relation: .requestedByMe, isResponder: true),
  ]
  private static let offline = UserFacingError.networkError

  private static var loaded: CheckInCodesFeature.State {
    var state = CheckInCodesFeature.State()
    state.hasLoaded = true
    state.sheet = sheet
    return state
  }

  private func makeStore(
    _ state: CheckInCodesFeature.State = loaded, clock: TestClock = TestClock(),
    _ update: (inout CheckInCodesClient) -> Void = { _ in }
  ) -> TestStoreOf<CheckInCodesFeature> {
    TestStore(initialState: state) {
      CheckInCodesFeature()
    } withDependencies: {
      $0.checkInCodesClient.getSheet = { Self.sheet }
      $0.checkInCodesClient.sheetStream = { .finished }
      $0.continuousClock = clock
      $0.contactClient.getContacts = { [Self.carl, Self.bea] + Self.others }
      update(&$0.checkInCodesClient)
    }
  }

  @Test func `the sheet is loaded`() async {
    let store = makeStore(CheckInCodesFeature.State())
    await store.send(.onAppear)
    await store.receive(\.sheetResponse) {
      $0.hasLoaded = true
      $0.sheet = Self.sheet
    }
  }

  @Test func `it follows what becomes of the sheet`() async {
    let store = makeStore()
    await store.send(.sheetChanged(nil)) { $0.sheet = nil }
    await store.send(.sheetChanged(Self.sheet)) { $0.sheet = Self.sheet }
  }

  @Test func `every responder is chosen unless taken out, and the codes are shown once`() async {
    let told = Calls<[Person.ID]>()
    let store = makeStore {
      $0.make = {
        told.note($0)
        return Self.new
      }
    }
    await store.send(.makeButtonTapped) { $0.isLoading = true }
    await store.receive(\.contactsResponse) {
      $0.isLoading = false
      $0.draft = .init([Self.bea, Self.carl])
    }
    await store.send(.responderTapped("3")) { $0.draft?.told = ["2"] }
    await store.send(.draftConfirmed) { $0.isLoading = true }
    await store.receive(\.makeResponse) {
      $0.isLoading = false
      $0.draft = nil
      $0.created = Self.new
      $0.sheet = Self.new.details
    }
    #expect(told.all == [["2"]])
    await store.send(.originReported("https://safe.example")) {
      $0.origin = "https://safe.example"
    }
    await store.send(.silentGroupTapped) { $0.isSilentGroupShown = true }
    await store.send(.silentGroupTapped) { $0.isSilentGroupShown = false }
    await store.send(.silentGroupTapped) { $0.isSilentGroupShown = true }
    await store.send(.keptButtonTapped) {
      $0.created = nil
      $0.isSilentGroupShown = false
    }
  }

  /// A new card with its silent group shown.
  private func makeShownGroup(_ clock: TestClock) async
    -> TestStoreOf<CheckInCodesFeature>
  {
    var state = Self.loaded
    state.created = Self.new
    state.origin = "https://safe.example"
    let store = makeStore(state, clock: clock)
    await store.send(.silentGroupTapped) { $0.isSilentGroupShown = true }
    return store
  }

  @Test func `the silent group is hidden after half a minute`() async {
    let clock = TestClock()
    let store = await makeShownGroup(clock)
    await clock.advance(by: .seconds(29))
    #expect(store.state.isSilentGroupShown)
    await clock.advance(by: .seconds(1))
    await store.receive(.silentGroupExpired) { $0.isSilentGroupShown = false }
    // Half a minute for every look.
    await store.send(.silentGroupTapped) { $0.isSilentGroupShown = true }
    await clock.advance(by: .seconds(20))
    await store.send(.silentGroupTapped) { $0.isSilentGroupShown = false }
    await store.send(.silentGroupTapped) { $0.isSilentGroupShown = true }
    await clock.advance(by: .seconds(29))
    #expect(store.state.isSilentGroupShown)
    await store.send(.silentGroupTapped) { $0.isSilentGroupShown = false }
  }

  @Test(
    arguments: [.pageLeft, .originReported("https://safe.example")]
      as [CheckInCodesFeature.Action])
  func `the silent group is hidden when the page is left or loaded again`(
    action: CheckInCodesFeature.Action
  ) async {
    let store = await makeShownGroup(TestClock())
    await store.send(action) { $0.isSilentGroupShown = false }
    await store.send(action)
  }

  @Test func `without a chosen responder no codes are made`() async {
    var state = Self.loaded
    state.draft = .init([Self.bea])
    let store = makeStore(state)
    await store.send(.responderTapped("2")) { $0.draft?.told = [] }
    await store.send(.draftConfirmed)
    await store.send(.draftCancelled) { $0.draft = nil }
  }

  @Test func `a person without responders can make codes, too`() {
    #expect(CheckInCodesFeature.Draft([]).canBeMade)
    #expect(CheckInCodesFeature.Draft(Self.others).responders.isEmpty)
  }

  @Test func `revoking is asked about first`() async {
    let store = makeStore { $0.revoke = {} }
    await store.send(.revokeButtonTapped) { $0.isRevokeAsked = true }
    await store.send(.revokeCancelled) { $0.isRevokeAsked = false }
    await store.send(.revokeConfirmed)
    await store.send(.revokeButtonTapped) { $0.isRevokeAsked = true }
    await store.send(.revokeConfirmed) { $0.isLoading = true }
    await store.receive(\.revokeResponse) {
      $0.isLoading = false
      $0.isRevokeAsked = false
      $0.sheet = nil
    }
    await store.send(.revokeButtonTapped)
  }

  @Test func `a failure is reported, and the old codes stay`() async {
    let store = makeStore { $0.make = { _ in throw Self.offline } }
    await store.send(.makeButtonTapped) { $0.isLoading = true }
    await store.receive(\.contactsResponse) {
      $0.isLoading = false
      $0.draft = .init([Self.bea, Self.carl])
    }
    await store.send(.draftConfirmed) { $0.isLoading = true }
    await store.receive(\.makeResponse) {
      $0.isLoading = false
      $0.error = Self.offline
    }
    await store.send(.setError(nil)) { $0.error = nil }
    await store.send(.requestCancelled)
  }

  @Test func `done says so to the profile`() async {
    let store = makeStore()
    await store.send(.doneButtonTapped)
    await store.receive(\.delegate.dismissed)
  }
}

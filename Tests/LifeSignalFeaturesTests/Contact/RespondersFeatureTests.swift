import Composable
import ComposableTesting
import Foundation
import LifeSignalFeatures
import LifeSignalModel
import Testing

@Suite struct RespondersFeatureTests {
  private let pinging = Sample.responder.with {
    $0.hasIncomingPing = true
    $0.incomingPingTimestamp = Sample.now
    $0.incomingPingID = "11"
  }

  private func makeStore(
    _ contacts: [ContactData] = [], _ change: (inout RespondersFeature.State) -> Void = { _ in },
    _ update: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<RespondersFeature> {
    var state = RespondersFeature.State(
      contacts: .init(contacts: IdentifiedArray(uniqueElements: contacts), hasLoaded: true))
    change(&state)
    return TestStore(initialState: state) {
      RespondersFeature()
    } withDependencies: {
      $0.contactClient.getContact = { _ in throw CancellationError() }
      $0.timelineClient.alarmsStream = { _ in .finished }
      update(&$0)
    }
  }

  @Test func `the badge counts responders whose ping is pending, not dependents'`() {
    let state = RespondersFeature.State(
      contacts: .init(contacts: [
        pinging, Sample.responder.with { $0 = ContactData(id: "4", isResponder: true) },
        ContactData(id: "5", isDependent: true, hasIncomingPing: true),
      ]))
    #expect(state.pendingPingsCount == 1)
  }

  @Test func `the first appearance loads and a failure ends the waiting with words`() async {
    let store = makeStore {
      $0.contacts.hasLoaded = false
    } _: {
      $0.contactClient.getContacts = { throw URLError(.timedOut) }
    }
    await store.send(.onAppear) { $0.isLoading = true }
    await store.receive(.contacts(.loadContacts))
    await store.receive(.contacts(.contactsLoadFailed(.requestTimeout))) {
      $0.isLoading = false
      $0.error = .requestTimeout
    }
    await store.receive(.contacts(.delegate(.contactsLoadFailed(.requestTimeout))))
  }

  @Test func `a load that was called off ends the waiting without words`() async {
    let store = makeStore {
      $0.contacts.hasLoaded = false
    } _: {
      $0.contactClient.getContacts = { throw CancellationError() }
    }
    await store.send(.onAppear) { $0.isLoading = true }
    await store.receive(.contacts(.loadContacts))
    await store.receive(.contacts(.loadCancelled)) {
      $0.isLoading = false
    }
  }

  @Test func `a loaded empty list is not loaded again`() async {
    let store = makeStore()
    await store.send(.onAppear)
  }

  @Test func `a ping is answered with one call however often it is tapped`() async {
    let calls = Calls<PingData.ID>()
    let store = makeStore([pinging], { _ in }) {
      $0.pingClient.respondToPing = { calls.note($0) }
    }
    await store.send(.ping(.respondToPing(id: "11"))) {
      $0.pendingPings = .init([.respond("11"): "2"])
    }
    await store.send(.ping(.respondToPing(id: "11")))
    await store.receive(.ping(.pingResponseSucceeded("11")))
    await store.receive(.ping(.requestEnded(.respond("11")))) { $0.pendingPings = .init() }
    #expect(calls.all == ["11"])
  }

  @Test func `a failed answer says why`() async {
    let store = makeStore([pinging], { _ in }) {
      $0.pingClient.respondToPing = { _ in throw PingError.notFoundError("") }
    }
    await store.send(.ping(.respondToPing(id: "11"))) {
      $0.pendingPings = .init([.respond("11"): "2"])
    }
    await store.receive(.ping(.pingResponseFailed(.dataNotFound))) { $0.error = .dataNotFound }
    await store.receive(.ping(.requestEnded(.respond("11"), failure: .dataNotFound))) {
      $0.pendingPings = .init()
    }
  }

  @Test func `answering all asks first`() async {
    let store = makeStore([pinging], { _ in }) { $0.pingClient.respondToAllPings = {} }
    await store.send(.respondToAllTapped) { $0.isRespondToAllConfirmationPresented = true }
    await store.send(.setRespondToAllConfirmation(false)) {
      $0.isRespondToAllConfirmationPresented = false
    }
    await store.send(.respondToAllTapped) { $0.isRespondToAllConfirmationPresented = true }
    await store.send(.respondToAllConfirmed) {
      $0.isRespondToAllConfirmationPresented = false
      $0.pendingPings = .init([.respondToAll: nil])
    }
    await store.receive(.ping(.allPingResponsesSucceeded))
    await store.receive(.ping(.requestEnded(.respondToAll))) { $0.pendingPings = .init() }
  }

  // MARK: Adding

  @Test func `a typed code leads to the add sheet, as responder`() async {
    let info = ContactInfo(id: "2", firstName: "John", lastName: "Doe", phoneNumber: "+1 •••")
    let store = makeStore([], { _ in }) {
      $0.contactClient.getContactInfo = { _ in info }
      $0.qrCodeClient = .browser
    }
    await store.send(.showQRScanner) { $0.qrScanner = .init(isSheetPresented: true) }
    await store.receive(.qrScanner(.presented(.onAppear)))
    await store.receive(.qrScanner(.presented(.initializeCamera))) {
      $0.qrScanner?.cameraAttempt = 1
    }
    await store.send(.qrScanner(.presented(.manualEntryChanged(Sample.code.rawValue)))) {
      $0.qrScanner?.manualQRCode = Sample.code.rawValue
    }
    await store.send(.qrScanner(.presented(.submitManualQRCode)))
    await store.receive(.qrScanner(.presented(.handleScannedQRCode(Sample.code.rawValue)))) {
      $0.qrScanner?.isProcessingQRCode = true
    }
    await store.receive(.qrScanner(.presented(.qrCodeParsed(.success(Sample.code))))) {
      $0.qrScanner = .init()
      $0.qrScanner?.scannedCode = Sample.code
    }
    await store.receive(.qrScanner(.presented(.qrCodeScanned(Sample.code)))) {
      $0.qrScanner = nil
      $0.addContact = .init(isSheetPresented: true, isResponder: true)
    }
    await store.receive(.addContact(.presented(.updateQRCode(Sample.code)))) {
      $0.addContact?.qrCode = Sample.code
    }
    await store.receive(.addContact(.presented(.lookupUserByQRCode))) {
      $0.addContact?.isLoading = true
    }
    await store.receive(.addContact(.presented(.lookupUserByQRCodeResponse(.success(info))))) {
      $0.addContact?.isLoading = false
      $0.addContact?.contactID = "2"
      $0.addContact?.name = "John Doe"
      $0.addContact?.firstName = "John"
      $0.addContact?.lastName = "Doe"
      $0.addContact?.phoneNumber = "+1 •••"
    }
  }

  @Test(arguments: [true, false])
  func `only who was added as responder is announced`(isResponder: Bool) async {
    let store = makeStore([]) { $0.addContact = .init(isSheetPresented: true) }
    await store.send(.addContact(.presented(.contactAdded(isResponder, true)))) {
      $0.addContact = nil
      $0.alerts.contactAdded = isResponder
    }
  }

  @Test func `a duplicate is reported as one, any other failure with its words, one at a time`()
    async
  {
    let store = makeStore([]) {
      $0.addContact = .init(isSheetPresented: true)
      $0.alerts.contactAdded = true
    }
    await store.send(
      .addContact(.presented(.addContactResponse(.failure(.alreadyExists("This user …")))))
    ) {
      $0.alerts.contactAdded = false
      $0.alerts.contactExists = true
      $0.alerts.contactErrorMessage = "This user …"
    }
    await store.send(.addContact(.presented(.addContactResponse(.failure(.networkError))))) {
      $0.alerts.contactExists = false
      $0.alerts.contactError = true
      $0.alerts.contactErrorMessage = UserFacingError.networkError.message
    }
    await store.send(.setContactErrorAlert(false)) {
      $0.alerts.contactError = false
      $0.alerts.contactErrorMessage = ""
    }
  }

  @Test func `a link leads to the add sheet, and closing it forgets the code`() async {
    let store = makeStore([], { _ in }) {
      $0.contactClient.getContactInfo = { _ in throw CancellationError() }
    }
    await store.send(.codeReceived(Sample.code)) {
      $0.addContact = .init(isSheetPresented: true, isResponder: true)
    }
    await store.receive(.addContact(.presented(.updateQRCode(Sample.code)))) {
      $0.addContact?.qrCode = Sample.code
    }
    await store.receive(.addContact(.presented(.lookupUserByQRCode))) {
      $0.addContact?.isLoading = true
    }
    await store.receive(.addContact(.presented(.requestCancelled))) {
      $0.addContact?.isLoading = false
    }
    await store.send(.addContact(.presented(.dismiss))) { $0.addContact = .init() }
    await store.receive(.addContact(.presented(.delegate(.dismissed)))) { $0.addContact = nil }
  }

  @Test func `at most one alert is shown, the latest`() async {
    let store = makeStore()
    await store.send(.setContactAddedAlert(true)) { $0.alerts.contactAdded = true }
    await store.send(.setContactExistsAlert(true)) {
      $0.alerts.contactAdded = false
      $0.alerts.contactExists = true
    }
    await store.send(.setContactErrorAlert(true)) {
      $0.alerts.contactExists = false
      $0.alerts.contactError = true
    }
    await store.send(.setContactAddedAlert(false))
    await store.send(.setContactErrorAlert(false)) { $0.alerts.contactError = false }
    await store.send(.setError(.networkError)) { $0.error = .networkError }
    await store.send(.setError(nil)) { $0.error = nil }
  }

  // MARK: Refreshing and searching

  @Test func `refreshing asks once, also when it is tapped twice`() async {
    let answer = Answer<[ContactData]>()
    let store = makeStore([], { _ in }) { $0.contactClient.getContacts = { try await answer() } }
    await store.send(.refresh) { $0.isLoading = true }
    await store.receive(.contacts(.loadContacts))
    await store.send(.refresh)
    answer.give([Sample.responder])
    await store.receive(.contacts(.contactsLoaded([Sample.responder]))) {
      $0.contacts.contacts = [Sample.responder]
      $0.isLoading = false
    }
  }

  @Test func `a long list is searched by every word of a name, in any spelling`() async {
    let names = ["Tomás Rey", "Ana Rey", "Bo", "Cy", "Di", "Ed", "Flo", "Gus"]
    let people = names.enumerated().map {
      ContactData(id: .init(Int64($0.offset + 1)), name: $0.element, isResponder: true)
    }
    let store = makeStore(people)
    #expect(store.state.isSearchable)
    await store.send(.searchTextChanged("rey tomas")) { $0.searchText = "rey tomas" }
    #expect(store.state.shownResponders.map(\.name) == ["Tomás Rey"])
    await store.send(.searchTextChanged("nobody")) { $0.searchText = "nobody" }
    #expect(store.state.shownResponders.isEmpty)
    await store.send(.searchTextChanged(" ")) { $0.searchText = " " }
    #expect(store.state.shownResponders.count == 8)
  }

  @Test func `a short list is not searched, whatever was typed before`() async {
    let store = makeStore([Sample.responder])
    await store.send(.searchTextChanged("x")) { $0.searchText = "x" }
    #expect(!store.state.isSearchable)
    #expect(store.state.shownResponders.count == 1)
  }

  @Test func `taking the last role away is refused with words`() async {
    let store = makeStore([Sample.responder])
    await store.send(
      .contacts(.updateContactRoles(id: "2", isResponder: false, isDependent: false))
    ) {
      $0.error = .validation(
        title: "Role required", message: "Contact must have at least one role.")
    }
  }

  // MARK: The sheet

  @Test func `a role change from the sheet is asked for, and the stream brings it into the sheet`()
    async
  {
    let changed = Sample.responder.with { $0.isDependent = true }
    let store = makeStore([Sample.responder], { _ in }) {
      $0.contactClient.updateContact = { _, _, _ in changed }
    }
    await store.send(.selectContact(Sample.responder)) {
      $0.contactDetails = .init(
        contact: Sample.responder, isSheetPresented: true, originalList: .responders)
    }
    await store.receive(.contactDetails(.presented(.onAppear)))
    await store.receive(.contactDetails(.presented(.requestCancelled)))
    await store.send(.contactDetails(.presented(.toggleDependent))) {
      $0.contactDetails?.pendingRoleChange = .addDependent
      $0.contactDetails?.activeAlert = .roleToggle
    }
    await store.send(.contactDetails(.presented(.confirmRoleChange))) {
      $0.contactDetails?.pendingRoleChange = nil
      $0.contactDetails?.activeAlert = nil
    }
    await store.receive(
      .contactDetails(
        .presented(
          .delegate(.toggleContactRole(id: "2", isResponder: true, isDependent: true)))))
    await store.receive(
      .contacts(.updateContactRoles(id: "2", isResponder: true, isDependent: true))
    ) {
      $0.contacts.pendingRequests = ["2"]
      $0.contactDetails?.isLoading = true
    }
    await store.receive(.contacts(.requestEnded("2"))) {
      $0.contacts.pendingRequests = []
      $0.contactDetails?.isLoading = false
    }
    await store.send(.contacts(.contactsUpdated([changed]))) {
      $0.contacts.contacts = [changed]
      $0.contactDetails?.contact = changed
    }
    await store.receive(.contactDetails(.presented(.rolesChanged)))
    await store.finish()
  }

  @Test func `the alerts of a contact are followed from the moment they are a dependent`() async {
    let alarms = Sending<[AlarmTimeline]>()
    let store = makeStore([Sample.responder], { _ in }) {
      $0.timelineClient.alarmsStream = { _ in alarms.updates }
    }
    store.exhaustivity = .off
    await store.send(.selectContact(Sample.responder))
    await store.skipReceivedActions()
    let both = Sample.responder.with { $0.isDependent = true }
    await store.send(.contacts(.contactsUpdated([both])))
    await store.receive(.contactDetails(.presented(.rolesChanged)))
    let alarm = AlarmTimeline(id: "9", person: "2", kind: .manual, startedAt: Sample.now)
    alarms.yield([alarm])
    await store.receive(.contactDetails(.presented(.alarmsUpdated([alarm]))))
    #expect(store.state.contactDetails?.alarms == [alarm])
    await store.send(.contacts(.contactsUpdated([Sample.responder])))
    await store.receive(.contactDetails(.presented(.rolesChanged)))
    #expect(store.state.contactDetails?.alarms == [])
    // The stream has not ended: it is no longer followed.
    await store.finish()
  }

  @Test func `dismissing the sheet cancels what it waits for`() async {
    let clock = TestClock()
    let both = Sample.responder.with { $0.isDependent = true }
    let moved = both.with { $0.isResponder = false }
    let store = makeStore([both], { _ in }) {
      $0.continuousClock = clock
      $0.contactClient.updateContact = { _, _, _ in moved }
    }
    store.exhaustivity = .off
    await store.send(.selectContact(both))
    await store.send(.contactDetails(.presented(.toggleResponder)))
    await store.send(.contactDetails(.presented(.confirmRoleChange)))
    await store.receive(.contacts(.requestEnded("2")))
    #expect(store.state.contactDetails?.activeAlert == nil)
    await store.send(.contacts(.contactsUpdated([moved])))
    await store.receive(.contactDetails(.presented(.rolesChanged)))
    #expect(store.state.contactDetails?.activeAlert == .moved)
    await store.send(.contactDetails(.dismiss))
    store.exhaustivity = .on
    await store.finish()
    #expect(store.state.contactDetails == nil)
  }

  @Test func `a sheet that shows another contact stops following the alerts of the first`() async {
    let both = Sample.responder.with { $0.isDependent = true }
    let other = ContactData(id: "4", name: "Ann Lee", isResponder: true)
    let store = makeStore([both, other], { _ in }) {
      $0.timelineClient.alarmsStream = { _ in .silent }
    }
    store.exhaustivity = .off
    await store.send(.selectContact(both))
    await store.skipReceivedActions()
    #expect(store.effectsInFlight == 1)
    await store.send(.selectContact(other))
    await store.skipReceivedActions()
    #expect(store.effectsInFlight == 0)
    #expect(store.state.contactDetails?.contact == other)
    await store.finish()
  }

  // MARK: Acceptance

  enum Outcome: CaseIterable, Sendable {
    case responder
    case dependentOnly
    case duplicate
    case failure
  }

  @Test(arguments: Outcome.allCases)
  func `adding closes the sheet, announces a responder, tells a duplicate`(
    outcome: Outcome
  ) async {
    let calls = Calls<Int>()
    let store = makeStore([]) {
      $0.addContact = .init(isSheetPresented: true, isResponder: true)
      $0.addContact?.qrCode = Sample.code
      $0.addContact?.contactID = "2"
      $0.addContact?.name = "John Doe"
    } _: {
      $0.contactClient.addContact = { _, _, _ in
        _ = calls.next()
        switch outcome {
        case .responder: return Sample.responder
        case .dependentOnly: return Sample.dependent
        case .duplicate: throw Refusal.alreadyRelated
        case .failure: throw ContactError.networkError("")
        }
      }
    }
    store.exhaustivity = .off
    await store.send(.addContact(.presented(.addContact)))
    // A second tap does not send the request twice.
    await store.send(.addContact(.presented(.addContact)))
    await store.skipReceivedActions()
    let alerts = store.state.alerts
    #expect(alerts.contactAdded == (outcome == .responder))
    #expect(alerts.contactExists == (outcome == .duplicate))
    #expect(alerts.contactError == (outcome == .failure))
    let isDone = outcome == .responder || outcome == .dependentOnly
    #expect((store.state.addContact == nil) == isDone)
    #expect(calls.count == 1)
  }
}

import Composable
import ComposableTesting
import Foundation
import LifeSignalFeatures
import LifeSignalModel
import Testing

@Suite struct ContactsFeatureTests {
  private func makeStore(
    _ contacts: [ContactData] = [], _ update: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<ContactsFeature> {
    TestStore(
      initialState: ContactsFeature.State(contacts: IdentifiedArray(uniqueElements: contacts))
    ) {
      ContactsFeature()
    } withDependencies: {
      update(&$0)
    }
  }

  private let both = Sample.dependent.with {
    $0.isResponder = true
    $0.hasOutgoingPing = true
    $0.outgoingPingTimestamp = Sample.now
    $0.outgoingPingID = "21"
  }

  // MARK: Loading

  @Test func `loading replaces the collection`() async {
    let store = makeStore { $0.contactClient.getContacts = { [Sample.responder] } }
    await store.send(.loadContacts) { $0.isLoading = true }
    await store.receive(.contactsLoaded([Sample.responder])) {
      $0.isLoading = false
      $0.hasLoaded = true
      $0.contacts = [Sample.responder]
    }
  }

  @Test func `a failed load keeps what there is`() async {
    let store = makeStore([Sample.responder]) {
      $0.contactClient.getContacts = { throw ContactError.serverError("") }
    }
    await store.send(.loadContacts) { $0.isLoading = true }
    await store.receive(.contactsLoadFailed(.serverError)) {
      $0.isLoading = false
      $0.error = .serverError
    }
    await store.receive(.delegate(.contactsLoadFailed(.serverError)))
  }

  @Test func `the stream's list wins over an older answer on its way`() async {
    let answer = Answer<[ContactData]>()
    let store = makeStore { $0.contactClient.getContacts = { try await answer() } }
    await store.send(.loadContacts) { $0.isLoading = true }
    await store.send(.contactsUpdated([Sample.responder])) {
      $0.isLoading = false
      $0.hasLoaded = true
      $0.contacts = [Sample.responder]
    }
    answer.give([])
    await store.finish()
    #expect(answer.cancellations <= 1)
  }

  // MARK: Roles

  @Test func `a role change shows at once and drops a ping that is no longer legal`() async {
    let changed = both.withoutOutgoingPing.with { $0.isDependent = false }
    let store = makeStore([both]) {
      $0.contactClient.updateContact = { id, isResponder, isDependent in
        #expect(id == "3" && isResponder && !isDependent)
        return changed
      }
    }
    await store.send(.updateContactRoles(id: "3", isResponder: true, isDependent: false)) {
      $0.contacts = [changed]
      $0.pendingRequests = ["3"]
    }
    await store.receive(.contactRolesUpdated(changed))
    await store.receive(.requestEnded("3")) { $0.pendingRequests = [] }
  }

  @Test func `a refused role change is taken back, other news stays`() async {
    let answer = Answer<ContactData>()
    let store = makeStore([both]) {
      $0.contactClient.updateContact = { _, _, _ in try await answer() }
    }
    await store.send(.updateContactRoles(id: "3", isResponder: true, isDependent: false)) {
      $0.contacts = [both.withoutOutgoingPing.with { $0.isDependent = false }]
      $0.pendingRequests = ["3"]
    }
    let news = both.withoutOutgoingPing.with {
      $0.isDependent = false
      $0.isNonResponsive = true
    }
    await store.send(.contactsUpdated([news])) {
      $0.contacts = [news]
      $0.hasLoaded = true
    }
    answer.fail(ContactError.permissionError(""))
    await store.receive(.changeTakenBack(both, index: 0)) {
      $0.contacts = [both.with { $0.isNonResponsive = true }]
    }
    await store.receive(.contactRolesUpdateFailed(.permissionDenied)) {
      $0.error = .permissionDenied
    }
    await store.receive(.requestEnded("3")) { $0.pendingRequests = [] }
  }

  @Test func `taking the last role away is refused`() async {
    let store = makeStore([Sample.responder])
    await store.send(.updateContactRoles(id: "2", isResponder: false, isDependent: false)) {
      $0.error = .validation(
        title: "Role Required", message: "Contact must have at least one role.")
    }
  }

  // MARK: Ending and agreeing

  @Test func `a contact is removed once and at once`() async {
    let calls = Calls<Person.ID>()
    let store = makeStore([Sample.responder, Sample.dependent]) {
      $0.contactClient.removeContact = { calls.note($0) }
    }
    await store.send(.deleteContact(id: "2")) {
      $0.contacts = [Sample.dependent]
      $0.pendingRequests = ["2"]
    }
    await store.send(.deleteContact(id: "2"))
    await store.receive(.contactDeleted("2"))
    await store.receive(.requestEnded("2")) { $0.pendingRequests = [] }
    #expect(calls.all == ["2"])
  }

  @Test func `a removal that failed puts the contact back in its place`() async {
    let store = makeStore([Sample.responder, Sample.dependent]) {
      $0.contactClient.removeContact = { _ in throw URLError(.networkConnectionLost) }
    }
    await store.send(.deleteContact(id: "2")) {
      $0.contacts = [Sample.dependent]
      $0.pendingRequests = ["2"]
    }
    await store.receive(.changeTakenBack(Sample.responder, index: 0)) {
      $0.contacts = [Sample.responder, Sample.dependent]
    }
    await store.receive(.contactDeleteFailed(.networkError)) { $0.error = .networkError }
    await store.receive(.requestEnded("2")) { $0.pendingRequests = [] }
  }

  @Test func `a request is accepted once, and shows only what the server answered`() async {
    let asked = ContactData(
      id: "2", name: "John Doe", relation: .requestedByThem, isResponder: true)
    let store = makeStore([asked]) { $0.contactClient.acceptContact = { _ in Sample.responder } }
    await store.send(.acceptContact(id: "2")) { $0.pendingRequests = ["2"] }
    await store.send(.acceptContact(id: "2"))
    await store.receive(.contactAccepted(Sample.responder)) { $0.contacts = [Sample.responder] }
    await store.receive(.requestEnded("2")) { $0.pendingRequests = [] }
  }

  @Test func `a failed acceptance leaves the request open`() async {
    let asked = ContactData(id: "2", relation: .requestedByThem, isResponder: true)
    let store = makeStore([asked]) {
      $0.contactClient.acceptContact = { _ in throw ContactError.notFoundError("") }
    }
    await store.send(.acceptContact(id: "2")) { $0.pendingRequests = ["2"] }
    await store.receive(.contactAcceptFailed(.dataNotFound)) { $0.error = .dataNotFound }
    await store.receive(.requestEnded("2")) { $0.pendingRequests = [] }
  }

  @Test func `a blocked request is gone`() async {
    let asked = ContactData(id: "2", relation: .requestedByThem, isResponder: true)
    let calls = Calls<String>()
    let store = makeStore([asked]) { $0.contactClient.blockRequests = { calls.note("\($0)") } }
    await store.send(.blockRequests(id: "2")) { $0.pendingRequests = ["2"] }
    await store.receive(.contactDeclined("2")) { $0.contacts = [] }
    await store.receive(.requestEnded("2")) { $0.pendingRequests = [] }
    #expect(calls.all == ["2"])
  }

  @Test func `a declined request is gone`() async {
    let asked = ContactData(id: "2", relation: .requestedByThem, isResponder: true)
    let store = makeStore([asked]) { $0.contactClient.declineContact = { _ in } }
    await store.send(.declineContact(id: "2")) { $0.pendingRequests = ["2"] }
    await store.receive(.contactDeclined("2")) { $0.contacts = [] }
    await store.receive(.requestEnded("2")) { $0.pendingRequests = [] }
  }

  @Test func `only a request to me can be accepted or declined`() async {
    let mine = ContactData(id: "2", relation: .requestedByMe, isResponder: true)
    let store = makeStore([mine, Sample.dependent])
    await store.send(.acceptContact(id: "2"))
    await store.send(.declineContact(id: "3"))
    await store.send(.acceptContact(id: "9"))
  }

  // MARK: Views on the collection

  @Test func `before both agreed nobody is a responder or a dependent`() {
    let state = ContactsFeature.State(contacts: [
      Sample.responder, Sample.dependent,
      ContactData(id: "4", name: "B", relation: .requestedByThem, isResponder: true),
      ContactData(
        id: "5", name: "A", relation: .requestedByMe, isDependent: true, isNonResponsive: true),
    ])
    #expect(state.responders.map(\.id) == ["2"])
    #expect(state.dependents.map(\.id) == ["3"])
    #expect(state.incomingRequests.map(\.id) == ["4"])
    #expect(state.outgoingRequests.map(\.id) == ["5"])
    #expect(state.nonResponsiveDependentsCount == 0)
  }

  @Test func `late and alerting dependents count once each`() {
    let state = ContactsFeature.State(contacts: [
      ContactData(id: "2", isDependent: true, manualAlertActive: true, isNonResponsive: true),
      ContactData(id: "3", isDependent: true, isNonResponsive: true),
      ContactData(id: "4", isDependent: true),
      ContactData(id: "5", isResponder: true, isNonResponsive: true),
    ])
    #expect(state.nonResponsiveDependentsCount == 2)
  }

  // MARK: What only I see, and what I want of them

  private let switches = ContactSwitches(sendPings: false)

  @Test func `nickname and notes show at once and are saved once`() async {
    let calls = Calls<String>()
    let named = Sample.responder.with {
      $0.nickname = "Jo"
      $0.notes = "Upstairs"
    }
    let store = makeStore([Sample.responder]) {
      $0.contactClient.updateContactPrivateFields = { id, nickname, notes in
        calls.note("\(id) \(nickname ?? "") \(notes ?? "")")
      }
    }
    await store.send(.updatePrivateFields(id: "2", nickname: "Jo", notes: "Upstairs")) {
      $0.contacts = [named]
      $0.pendingRequests = ["2"]
    }
    await store.send(.updatePrivateFields(id: "2", nickname: nil, notes: nil))
    await store.receive(.contactUpdated(named))
    await store.receive(.requestEnded("2")) { $0.pendingRequests = [] }
    #expect(calls.all == ["2 Jo Upstairs"])
    // Of somebody who is not there nothing can be noted.
    await store.send(.updatePrivateFields(id: "9", nickname: "X", notes: nil))
  }

  @Test(arguments: [true, false])
  func `what was not saved is taken back, with words unless it was called off`(
    fails: Bool
  ) async {
    let changes: [(ContactsFeature.Action, ContactData)] = [
      (
        .updatePrivateFields(id: "2", nickname: "Jo", notes: nil),
        Sample.responder.with { $0.nickname = "Jo" }
      ),
      (
        .updateSwitches(id: "2", switches: switches),
        Sample.responder.with { $0.switches = switches }
      ),
    ]
    for (action, shown) in changes {
      let store = makeStore([Sample.responder]) {
        $0.contactClient.updateContactPrivateFields = { _, _, _ in
          if fails { throw ContactError.networkError("") }
          throw CancellationError()
        }
        $0.contactClient.updateContactSwitches = { _, _ in
          if fails { throw ContactError.networkError("") }
          throw CancellationError()
        }
      }
      await store.send(action) {
        $0.contacts = [shown]
        $0.pendingRequests = ["2"]
      }
      await store.receive(.changeTakenBack(Sample.responder, index: 0)) {
        $0.contacts = [Sample.responder]
      }
      if fails {
        await store.receive(.contactUpdateFailed(.networkError)) { $0.error = .networkError }
      }
      await store.receive(.requestEnded("2")) { $0.pendingRequests = [] }
    }
  }

  @Test func `switches show at once and then as the server has them`() async {
    let answered = Sample.responder.with {
      $0.switches = switches
      $0.name = "John D."
    }
    let store = makeStore([Sample.responder]) {
      $0.contactClient.updateContactSwitches = { _, _ in answered }
    }
    await store.send(.updateSwitches(id: "2", switches: switches)) { [switches] in
      $0.contacts[id: "2"]?.switches = switches
      $0.pendingRequests = ["2"]
    }
    await store.receive(.contactUpdated(answered)) { $0.contacts = [answered] }
    await store.receive(.requestEnded("2")) { $0.pendingRequests = [] }
  }

  // MARK: Arriving late, called off

  @Test func `a load that was called off keeps what there is`() async {
    let store = makeStore([Sample.responder]) {
      $0.contactClient.getContacts = { throw CancellationError() }
    }
    await store.send(.loadContacts) { $0.isLoading = true }
    await store.receive(.loadCancelled) { $0.isLoading = false }
  }

  @Test func `a second load replaces the first`() async {
    let answer = Answer<[ContactData]>()
    let calls = Calls<Int>()
    let store = makeStore {
      $0.contactClient.getContacts = {
        calls.next() == 1 ? try await answer() : [Sample.responder]
      }
    }
    await store.send(.loadContacts) { $0.isLoading = true }
    await store.send(.loadContacts)
    await store.receive(.contactsLoaded([Sample.responder])) {
      $0.isLoading = false
      $0.hasLoaded = true
      $0.contacts = [Sample.responder]
    }
    #expect(answer.cancellations == 1)
  }

  @Test func `an answer about somebody who has gone meanwhile does not bring them back`() async {
    let answer = Answer<ContactData>()
    let store = makeStore([both]) {
      $0.contactClient.updateContact = { _, _, _ in try await answer() }
    }
    await store.send(.updateContactRoles(id: "3", isResponder: true, isDependent: false)) {
      $0.contacts = [both.withoutOutgoingPing.with { $0.isDependent = false }]
      $0.pendingRequests = ["3"]
    }
    await store.send(.contactsUpdated([])) {
      $0.contacts = []
      $0.hasLoaded = true
    }
    answer.give(both)
    await store.receive(.contactRolesUpdated(both))
    await store.receive(.requestEnded("3")) { $0.pendingRequests = [] }
  }

  @Test func `a removed contact that older news brings back goes with the answer`() async {
    let answer = Answer<Empty>()
    let store = makeStore([Sample.responder]) {
      $0.contactClient.removeContact = { _ in _ = try await answer() }
    }
    await store.send(.deleteContact(id: "2")) {
      $0.contacts = []
      $0.pendingRequests = ["2"]
    }
    await store.send(.contactsUpdated([Sample.responder])) {
      $0.contacts = [Sample.responder]
      $0.hasLoaded = true
    }
    answer.give(Empty())
    await store.receive(.contactDeleted("2")) { $0.contacts = [] }
    await store.receive(.requestEnded("2")) { $0.pendingRequests = [] }
  }

  @Test func `a failed or called off refusal leaves the request open`() async {
    let asked = ContactData(id: "2", relation: .requestedByThem, isResponder: true)
    let calls = Calls<Int>()
    let store = makeStore([asked]) {
      $0.contactClient.declineContact = { _ in
        if calls.next() == 1 { throw ContactError.networkError("") }
        throw CancellationError()
      }
    }
    await store.send(.declineContact(id: "2")) { $0.pendingRequests = ["2"] }
    await store.send(.declineContact(id: "2"))
    await store.receive(.contactDeclineFailed(.networkError)) { $0.error = .networkError }
    await store.receive(.requestEnded("2")) { $0.pendingRequests = [] }
    await store.send(.declineContact(id: "2")) { $0.pendingRequests = ["2"] }
    await store.receive(.requestEnded("2")) { $0.pendingRequests = [] }
    #expect(calls.count == 2)
  }

  // MARK: News

  @Test func `asking for a responder shows a request, and no responder`() async {
    let asked = Sample.dependent.with { $0.responderRequest = .requestedByMe }
    let store = makeStore([Sample.dependent]) {
      $0.contactClient.updateContact = { _, isResponder, isDependent in
        #expect(isResponder && isDependent)
        return asked
      }
    }
    await store.send(
      .updateContactRoles(id: Sample.dependent.id, isResponder: true, isDependent: true)
    ) {
      $0.contacts = [asked]
      $0.pendingRequests = [Sample.dependent.id]
    }
    #expect(store.state.responders.isEmpty)
    await store.receive(.contactRolesUpdated(asked))
    await store.receive(.requestEnded(Sample.dependent.id)) { $0.pendingRequests = [] }
  }

  @Test func `declining to be a responder keeps the contact`() async {
    let asking = Sample.responder.with { $0.responderRequest = .requestedByThem }
    let store = makeStore([asking]) { $0.contactClient.declineContact = { _ in } }
    #expect(store.state.incomingRequests == [asking])
    await store.send(.declineContact(id: asking.id)) { $0.pendingRequests = [asking.id] }
    await store.receive(.contactUpdated(Sample.responder)) { $0.contacts = [Sample.responder] }
    await store.receive(.requestEnded(asking.id)) { $0.pendingRequests = [] }
  }
}

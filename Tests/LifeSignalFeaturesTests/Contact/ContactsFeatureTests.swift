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
    await store.send(.loadContacts)
    await store.receive(.contactsLoaded([Sample.responder])) {
      $0.hasLoaded = true
      $0.contacts = [Sample.responder]
    }
  }

  @Test func `a failed load keeps what there is`() async {
    let store = makeStore([Sample.responder]) {
      $0.contactClient.getContacts = { throw ContactError.serverError("") }
    }
    await store.send(.loadContacts)
    await store.receive(.contactsLoadFailed(.serverError))
    await store.receive(.delegate(.contactsLoadFailed(.serverError)))
  }

  @Test func `the stream's list wins over an older answer on its way`() async {
    let answer = Answer<[ContactData]>()
    let store = makeStore { $0.contactClient.getContacts = { try await answer() } }
    await store.send(.loadContacts)
    await store.send(.contactsUpdated([Sample.responder])) {
      $0.hasLoaded = true
      $0.contacts = [Sample.responder]
    }
    answer.give([])
    await store.finish()
    #expect(answer.cancellations <= 1)
  }

  // MARK: Roles

  @Test func `a role change is asked for once, and shows when the stream brings it`() async {
    let calls = Calls<String>()
    let store = makeStore([both]) {
      $0.contactClient.updateContact = { [both] id, isResponder, isDependent in
        calls.note("\(id) \(isResponder) \(isDependent)")
        return both
      }
    }
    await store.send(.updateContactRoles(id: "3", isResponder: true, isDependent: false)) {
      $0.pendingRequests = ["3"]
    }
    await store.send(.updateContactRoles(id: "3", isResponder: false, isDependent: true))
    await store.receive(.requestEnded("3")) { $0.pendingRequests = [] }
    let changed = both.with { $0.isDependent = false }
    await store.send(.contactsUpdated([changed])) {
      $0.contacts = [changed]
      $0.hasLoaded = true
    }
    #expect(calls.all == ["3 true false"])
    // A contact who is not there cannot be changed.
    await store.send(.updateContactRoles(id: "9", isResponder: true, isDependent: true))
    await store.receive(.changeDropped("9"))
  }

  @Test func `a refused role change says why, other news stays`() async {
    let answer = Answer<ContactData>()
    let store = makeStore([both]) {
      $0.contactClient.updateContact = { _, _, _ in try await answer() }
    }
    await store.send(.updateContactRoles(id: "3", isResponder: true, isDependent: false)) {
      $0.pendingRequests = ["3"]
    }
    let news = both.with { $0.isNonResponsive = true }
    await store.send(.contactsUpdated([news])) {
      $0.contacts = [news]
      $0.hasLoaded = true
    }
    answer.fail(ContactError.permissionError(""))
    await store.receive(.changeFailed("3", .permissionDenied))
    await store.receive(.requestEnded("3")) { $0.pendingRequests = [] }
  }

  @Test func `taking the last role away is refused`() async {
    let store = makeStore([Sample.responder])
    await store.send(.updateContactRoles(id: "2", isResponder: false, isDependent: false))
    await store.finish()
  }

  // MARK: Ending and agreeing

  @Test func `a contact is removed once, and stays until the stream brings the rest`() async {
    let calls = Calls<Person.ID>()
    let store = makeStore([Sample.responder, Sample.dependent]) {
      $0.contactClient.removeContact = { calls.note($0) }
    }
    await store.send(.deleteContact(id: "2")) { $0.pendingRequests = ["2"] }
    await store.send(.deleteContact(id: "2"))
    await store.receive(.contactDeleted("2"))
    await store.receive(.requestEnded("2")) { $0.pendingRequests = [] }
    #expect(calls.all == ["2"])
  }

  @Test func `a removal that failed keeps the contact in its place`() async {
    let store = makeStore([Sample.responder, Sample.dependent]) {
      $0.contactClient.removeContact = { _ in throw URLError(.networkConnectionLost) }
    }
    await store.send(.deleteContact(id: "2")) { $0.pendingRequests = ["2"] }
    await store.receive(.changeFailed("2", .networkError))
    await store.receive(.requestEnded("2")) { $0.pendingRequests = [] }
  }

  @Test func `a request is accepted once, and stays until the stream brings the contact`() async {
    let asked = ContactData(
      id: "2", name: "John Doe", relation: .requestedByThem, isResponder: true)
    let calls = Calls<Person.ID>()
    let store = makeStore([asked]) {
      $0.contactClient.acceptContact = {
        calls.note($0)
        return Sample.responder
      }
    }
    await store.send(.acceptContact(id: "2")) { $0.pendingRequests = ["2"] }
    await store.send(.acceptContact(id: "2"))
    await store.receive(.requestEnded("2")) { $0.pendingRequests = [] }
    #expect(calls.all == ["2"])
  }

  @Test func `a failed acceptance leaves the request open`() async {
    let asked = ContactData(id: "2", relation: .requestedByThem, isResponder: true)
    let store = makeStore([asked]) {
      $0.contactClient.acceptContact = { _ in throw ContactError.notFoundError("") }
    }
    await store.send(.acceptContact(id: "2")) { $0.pendingRequests = ["2"] }
    await store.receive(.answerFailed(.dataNotFound))
    await store.receive(.requestEnded("2")) { $0.pendingRequests = [] }
  }

  @Test(arguments: [ContactsFeature.Action.declineContact(id: "2"), .blockRequests(id: "2")])
  func `a request is declined or blocked once`(action: ContactsFeature.Action) async {
    let asked = ContactData(id: "2", relation: .requestedByThem, isResponder: true)
    let (declined, blocked) = (Calls<Person.ID>(), Calls<Person.ID>())
    let store = makeStore([asked]) {
      $0.contactClient.declineContact = { declined.note($0) }
      $0.contactClient.blockRequests = { blocked.note($0) }
    }
    await store.send(action) { $0.pendingRequests = ["2"] }
    await store.send(action)
    await store.receive(.requestEnded("2")) { $0.pendingRequests = [] }
    #expect(declined.count == (action == .declineContact(id: "2") ? 1 : 0))
    #expect(declined.all + blocked.all == ["2"])
  }

  @Test func `only a request to me can be accepted or declined`() async {
    let mine = ContactData(id: "2", relation: .requestedByMe, isResponder: true)
    let store = makeStore([mine, Sample.dependent])
    await store.send(.acceptContact(id: "2"))
    await store.send(.declineContact(id: "3"))
    await store.send(.acceptContact(id: "9"))
  }

  // MARK: Views on the collection

  @Test func `a contact is no responder or dependent until both have agreed`() {
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

  private let switches = Edit(ContactSwitches(sendPings: false), seen: ContactSwitches())
  private let fields = Edit(
    PrivateFields(nickname: "Jo", notes: "Upstairs"), seen: PrivateFields())

  @Test func `nickname and notes are saved once`() async {
    let calls = Calls<Edit<PrivateFields>>()
    let store = makeStore([Sample.responder]) {
      $0.contactClient.updateContactPrivateFields = { id, fields in
        #expect(id == "2")
        calls.note(fields)
      }
    }
    await store.send(.updatePrivateFields(id: "2", fields: fields)) {
      $0.pendingRequests = ["2"]
    }
    await store.send(.updatePrivateFields(id: "2", fields: Edit(PrivateFields())))
    await store.receive(.requestEnded("2")) { $0.pendingRequests = [] }
    #expect(calls.all == [fields])
    // Notes about an unknown contact are dropped.
    await store.send(.updatePrivateFields(id: "9", fields: fields))
    await store.receive(.changeDropped("9"))
  }

  @Test(arguments: [true, false])
  func `an unsaved change shows the reason, unless it was cancelled`(fails: Bool) async {
    let changes: [ContactsFeature.Action] = [
      .updatePrivateFields(id: "2", fields: fields),
      .updateSwitches(id: "2", switches: switches),
    ]
    for action in changes {
      let store = makeStore([Sample.responder]) {
        $0.contactClient.updateContactPrivateFields = { _, _ in
          if fails { throw ContactError.networkError("") }
          throw CancellationError()
        }
        $0.contactClient.updateContactSwitches = { _, _ in
          if fails { throw ContactError.networkError("") }
          throw CancellationError()
        }
      }
      await store.send(action) { $0.pendingRequests = ["2"] }
      if fails {
        await store.receive(.changeFailed("2", .networkError))
      } else {
        await store.receive(.changeDropped("2"))
      }
      await store.receive(.requestEnded("2")) { $0.pendingRequests = [] }
    }
  }

  @Test func `switches are saved as they were set`() async {
    let calls = Calls<Edit<ContactSwitches>>()
    let store = makeStore([Sample.responder]) {
      $0.contactClient.updateContactSwitches = { _, switches in
        calls.note(switches)
        return Sample.responder
      }
    }
    await store.send(.updateSwitches(id: "2", switches: switches)) { $0.pendingRequests = ["2"] }
    await store.receive(.requestEnded("2")) { $0.pendingRequests = [] }
    #expect(calls.all == [switches])
  }

  // MARK: Arriving late, called off

  @Test func `a load that was called off keeps what there is`() async {
    let store = makeStore([Sample.responder]) {
      $0.contactClient.getContacts = { throw CancellationError() }
    }
    await store.send(.loadContacts)
    await store.receive(.loadCancelled)
  }

  @Test func `a second load replaces the first`() async {
    let answer = Answer<[ContactData]>()
    let calls = Calls<Int>()
    let store = makeStore {
      $0.contactClient.getContacts = {
        calls.next() == 1 ? try await answer() : [Sample.responder]
      }
    }
    await store.send(.loadContacts)
    await store.send(.loadContacts)
    await store.receive(.contactsLoaded([Sample.responder])) {
      $0.hasLoaded = true
      $0.contacts = [Sample.responder]
    }
    #expect(answer.cancellations == 1)
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
    await store.receive(.answerFailed(.networkError))
    await store.receive(.requestEnded("2")) { $0.pendingRequests = [] }
    await store.send(.declineContact(id: "2")) { $0.pendingRequests = ["2"] }
    await store.receive(.changeDropped("2"))
    await store.receive(.requestEnded("2")) { $0.pendingRequests = [] }
    #expect(calls.count == 2)
  }
}

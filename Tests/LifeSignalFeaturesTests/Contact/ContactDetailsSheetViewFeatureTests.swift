import Composable
import ComposableTesting
import Foundation
import LifeSignalFeatures
import LifeSignalModel
import Testing

@Suite struct ContactDetailsSheetViewFeatureTests {
  private typealias Feature = ContactDetailsSheetViewFeature
  private let clock = TestClock()
  private let both = Sample.dependent.with { $0.isResponder = true }

  private func makeStore(
    _ contact: ContactData, _ list: ContactDetailsSheetViewFeature.OriginalList = .both,
    _ clients: @escaping (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<ContactDetailsSheetViewFeature> {
    TestStore(
      initialState: Feature.State(contact: contact, isSheetPresented: true, originalList: list)
    ) {
      Feature()
    } withDependencies: {
      $0.continuousClock = clock
      $0.timelineClient.alarmsStream = { _ in .finished }
      clients(&$0)
    }
  }

  /// The stream has brought the contact without the role that the person wished to take away.
  private func makeMovingStore() -> TestStoreOf<ContactDetailsSheetViewFeature> {
    var state = Feature.State(
      contact: both.with { $0.isDependent = false }, isSheetPresented: true,
      originalList: .dependents)
    state.isMoving = true
    return TestStore(initialState: state) {
      Feature()
    } withDependencies: {
      $0.continuousClock = clock
    }
  }

  @Test func `the last role cannot be switched off`() async {
    let store = makeStore(Sample.responder)
    await store.send(.toggleResponder) { $0.activeAlert = .role }
    await store.send(.confirmRoleChange)
    await store.send(.alertDismissed) { $0.activeAlert = nil }
  }

  @Test func `a role change asks first and can be called off`() async {
    let store = makeStore(Sample.responder)
    await store.send(.toggleDependent) {
      $0.pendingRoleChange = .addDependent
      $0.activeAlert = .roleToggle
    }
    await store.send(.alertDismissed) {
      $0.pendingRoleChange = nil
      $0.activeAlert = nil
    }
    await store.send(.confirmRoleChange)
  }

  @Test func `confirming a change of roles asks for it, and announces no move yet`()
    async
  {
    let store = makeStore(both, .dependents)
    await store.send(.toggleDependent) {
      $0.pendingRoleChange = .removeDependent
      $0.activeAlert = .roleToggle
    }
    await store.send(.confirmRoleChange) {
      $0.pendingRoleChange = nil
      $0.activeAlert = nil
      $0.isMoving = true
    }
    await store.receive(
      .delegate(.toggleContactRole(id: "3", isResponder: true, isDependent: false)))
    // Another change of the roles: the contact is still on the list.
    await store.send(.rolesChanged)
    await store.finish()
  }

  @Test func `leaving the list it was opened from is said, then the sheet closes`() async {
    let store = makeMovingStore()
    await store.send(.rolesChanged) {
      $0.isMoving = false
      $0.activeAlert = .moved
    }
    await clock.advance(by: .seconds(2))
    await store.receive(.autoCloseElapsed)
    await store.receive(.setSheetPresented(false)) { $0 = Feature.State() }
  }

  @Test func `closing it by hand ends the waiting`() async {
    let store = makeMovingStore()
    await store.send(.rolesChanged) {
      $0.isMoving = false
      $0.activeAlert = .moved
    }
    await store.send(.alertDismissed) { $0.activeAlert = nil }
    await store.receive(.setSheetPresented(false)) { $0 = Feature.State() }
    await store.finish()
  }

  @Test func `only a dependent can be pinged`() async {
    let store = makeStore(Sample.responder)
    await store.send(.pingButtonTapped) { $0.activeAlert = .pingDisabled }
    await store.send(.confirmPing)
  }

  @Test func `a dependent is pinged after a question`() async {
    let store = makeStore(Sample.dependent)
    await store.send(.pingButtonTapped) { $0.activeAlert = .ping }
    await store.send(.confirmPing) { $0.activeAlert = nil }
    await store.receive(.delegate(.pingContact(id: "3")))
  }

  @Test func `their ping is answered by its id`() async {
    let pinging = Sample.responder.with {
      $0.hasIncomingPing = true
      $0.incomingPingID = "11"
    }
    let store = makeStore(pinging)
    await store.send(.respondToPingButtonTapped)
    await store.receive(.delegate(.respondToPing(id: "11")))
  }

  @Test func `opening is a look for the server, whose answer replaces nothing`() async {
    let asked = Calls<ContactData.ID>()
    let older = Sample.dependent.with { $0.emergencyNote = "Insulin in the fridge." }
    let store = makeStore(Sample.dependent) {
      $0.contactClient.getContact = {
        asked.note($0)
        return older
      }
    }
    await store.send(.onAppear)
    await store.receive(.contactResponse(.success(Empty())))
    #expect(asked.all == ["3"])
  }

  @Test func `a page that does not come says why; one that is closed asks no more`() async {
    let store = makeStore(Sample.dependent) {
      $0.contactClient.getContact = { _ in throw ContactError.networkError("") }
    }
    await store.send(.onAppear)
    await store.receive(.contactResponse(.failure(.networkError))) { $0.error = .networkError }
    await store.send(.dismissError) { $0.error = nil }

    let answer = Answer<ContactData>()
    let closed = makeStore(Sample.dependent) {
      $0.contactClient.getContact = { _ in try await answer() }
    }
    await closed.send(.onAppear)
    await closed.send(.setSheetPresented(false)) { $0 = Feature.State() }
    await closed.finish()
    #expect(answer.cancellations == 1)
  }

  @Test func `an alert is followed while the sheet is open`() async {
    let alarms = Sending<[AlarmTimeline]>()
    let asked = Calls<Person.ID>()
    let store = makeStore(Sample.dependent) {
      $0.contactClient.getContact = { _ in Sample.dependent }
      $0.timelineClient.alarmsStream = {
        asked.note($0)
        return alarms.updates
      }
    }
    await store.send(.onAppear)
    await store.receive(.contactResponse(.success(Empty())))
    let alarm = AlarmTimeline(id: "9", person: "3", kind: .manual, startedAt: Sample.now)
    alarms.yield([alarm])
    await store.receive(.alarmsUpdated([alarm])) { $0.alarms = [alarm] }
    alarms.yield([])
    await store.receive(.alarmsUpdated([])) { $0.alarms = [] }
    await store.send(.setSheetPresented(false)) { $0 = Feature.State() }
    await store.finish()
    #expect(asked.all == ["3"])
  }

  @Test func `a page that shows a new dependent follows their alerts`() async {
    let asked = Calls<Person.ID>()
    let both = Sample.responder.with { $0.isDependent = true }
    let store = makeStore(both) {
      $0.timelineClient.alarmsStream = {
        asked.note($0)
        return .finished
      }
    }
    await store.send(.rolesChanged)
    await store.finish()
    #expect(asked.all == ["2"])
  }

  @Test func `alerts are not loaded for a contact I do not watch over`() async {
    let store = makeStore(Sample.responder) {
      $0.contactClient.getContact = { _ in Sample.responder }
      $0.timelineClient.alarmsStream = { _ in
        Issue.record("asked")
        return .finished
      }
    }
    await store.send(.onAppear)
    await store.receive(.contactResponse(.success(Empty())))
  }

  @Test func `deleting waits for the answer, and stays when it fails`() async {
    let store = makeStore(Sample.responder)
    await store.send(.removeContactButtonTapped) { $0.activeAlert = .delete }
    await store.send(.confirmRemove) {
      $0.activeAlert = nil
      $0.isRemoving = true
    }
    await store.receive(.delegate(.removeContact(id: "2")))
    await store.send(.confirmRemove)
    await store.send(.changeFailed(.networkError)) {
      $0.isRemoving = false
      $0.error = .networkError
    }
    await store.send(.removed)
    store.exhaustivity = .off
    await store.send(.confirmRemove)
    await store.send(.removed)
    await store.receive(.setSheetPresented(false))
    #expect(store.state == Feature.State())
  }

  @Test func `a move is announced neither before it has happened nor when it failed`() async {
    let store = makeStore(both, .dependents)
    store.exhaustivity = .off
    await store.send(.toggleDependent)
    await store.send(.confirmRoleChange)
    #expect(store.state.activeAlert == nil && store.state.isMoving)
    await store.send(.changeFailed(.networkError))
    #expect(store.state.activeAlert == nil && store.state.error == .networkError)
    #expect(!store.state.isMoving)
    await clock.advance(by: .seconds(3))
    await store.finish()
    #expect(store.state.contact != nil)
  }

  @Test func `a role of the other list moves no one`() async {
    let store = makeStore(both, .dependents)
    store.exhaustivity = .off
    await store.send(.toggleResponder)
    await store.send(.confirmRoleChange)
    #expect(!store.state.isMoving)
    await store.finish()
  }

  @Test func `a removal or move that was dropped leaves the sheet as it was`() async {
    let store = makeStore(both, .dependents)
    store.exhaustivity = .off
    await store.send(.confirmRemove)
    #expect(store.state.isRemoving)
    await store.send(.changeDropped)
    #expect(!store.state.isRemoving)
    await store.send(.toggleDependent)
    await store.send(.confirmRoleChange)
    #expect(store.state.isMoving)
    await store.send(.changeDropped)
    #expect(!store.state.isMoving)
    #expect(store.state.activeAlert == nil && store.state.error == nil)
    await clock.advance(by: .seconds(3))
    await store.finish()
    #expect(store.state.contact != nil)
  }

  @Test(arguments: ContactDetailsSheetViewFeature.Switch.allCases)
  func `a switch asks the parent for exactly that`(
    which: ContactDetailsSheetViewFeature.Switch
  ) async {
    var wanted = ContactSwitches()
    switch which {
    case .sendPings: wanted.sendPings = false
    case .receivePings: wanted.receivePings = false
    case .notifyOnCheckIn: wanted.notifyOnCheckIn = false
    case .notifyOnExpiry: wanted.notifyOnExpiry = false
    }
    let store = makeStore(Sample.dependent)
    await store.send(.toggleSwitch(which))
    await store.receive(
      .delegate(.updateSwitches(id: "3", switches: Edit(wanted, seen: ContactSwitches()))))
  }

  @Test func `nickname and notes are edited and saved once changed`() async {
    let store = makeStore(Sample.dependent.with { $0.notes = "Second floor" })
    await store.send(.editPrivateFieldsTapped) {
      $0.isEditingPrivateFields = true
    }
    await store.send(.savePrivateFields)
    await store.send(.setEditingNickname(" Mum ")) { $0.editedNickname = " Mum " }
    await store.send(.setEditingNotes("")) { $0.editedNotes = "" }
    await store.send(.savePrivateFields) { $0.isEditingPrivateFields = false }
    let fields = Edit(
      PrivateFields(nickname: "Mum"), seen: PrivateFields(notes: "Second floor"))
    await store.receive(.delegate(.updatePrivateFields(id: "3", fields: fields)))
    await store.send(.editPrivateFieldsTapped) {
      $0.isEditingPrivateFields = true
      $0.editedNickname = nil
      $0.editedNotes = nil
    }
    await store.send(.cancelPrivateFields) { $0.isEditingPrivateFields = false }
  }

  @Test func `an open ping is withdrawn after a question, by its id`() async {
    let pinged = Sample.dependent.with {
      $0.hasOutgoingPing = true
      $0.outgoingPingID = "21"
    }
    let store = makeStore(pinged)
    await store.send(.pingButtonTapped) { $0.activeAlert = .pingConfirmation }
    await store.send(.confirmClearPing) { $0.activeAlert = nil }
    await store.receive(.delegate(.clearPing(id: "21")))
    await store.send(.respondToPingButtonTapped)
    // Answered meanwhile, there is nothing to withdraw.
    let answered = makeStore(Sample.dependent)
    await answered.send(.confirmClearPing)
    await answered.finish()
  }

  @Test func `a failure of the parent is reported`() async {
    let store = makeStore(Sample.dependent)
    await store.send(.changeFailed(.rateLimited)) { $0.error = .rateLimited }
    await store.send(.dismissError) { $0.error = nil }
    await store.send(.requestCancelled)
  }

  @Test func `an answer to a closed sheet shows nothing, nor does a tap on it`() async {
    let store = makeStore(Sample.dependent)
    await store.send(.setSheetPresented(false)) { $0 = Feature.State() }
    await store.send(.contactResponse(.success(Empty())))
    await store.send(.contactResponse(.failure(.networkError)))
    await store.send(.onAppear)
    let gone: [ContactDetailsSheetViewFeature.Action] = [
      .toggleResponder, .toggleDependent, .confirmRoleChange, .confirmRemove,
      .pingButtonTapped, .toggleSwitch(.sendPings), .editPrivateFieldsTapped, .savePrivateFields,
      .respondToPingButtonTapped,
    ]
    for action in gone { await store.send(action) }
    await store.finish()
  }

  @Test func `a question is closed without doing what it asked`() async {
    let store = makeStore(Sample.dependent)
    await store.send(.setSheetPresented(true))
    await store.send(.removeContactButtonTapped) { $0.activeAlert = .delete }
    await store.send(.alertDismissed) { $0.activeAlert = nil }
    await store.send(.pingButtonTapped) { $0.activeAlert = .ping }
    await store.send(.alertDismissed) { $0.activeAlert = nil }
    await store.finish()
  }
}

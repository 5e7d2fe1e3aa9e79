import Composable
import ComposableTesting
import LifeSignalFeatures
import LifeSignalModel
import Testing

@Suite struct ContactDetailsSheetViewFeatureTests {
  private typealias Feature = ContactDetailsSheetViewFeature
  private let clock = TestClock()
  private let both = Sample.dependent.with { $0.isResponder = true }

  private func makeStore(
    _ contact: ContactData, _ list: ContactDetailsSheetViewFeature.OriginalList = .both
  ) -> TestStoreOf<ContactDetailsSheetViewFeature> {
    TestStore(
      initialState: Feature.State(contact: contact, isSheetPresented: true, originalList: list)
    ) {
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
    await store.send(.cancelRoleChange) {
      $0.pendingRoleChange = nil
      $0.activeAlert = nil
    }
    await store.send(.confirmRoleChange)
  }

  @Test func `leaving the list it was opened from is said, then the sheet closes`() async {
    let store = makeStore(both, .dependents)
    await store.send(.toggleDependent) {
      $0.pendingRoleChange = .removeDependent
      $0.activeAlert = .roleToggle
    }
    await store.send(.confirmRoleChange) {
      $0.pendingRoleChange = nil
      $0.activeAlert = .moved
    }
    await store.receive(
      .delegate(.toggleContactRole(id: "3", isResponder: true, isDependent: false)))
    await clock.advance(by: .seconds(2))
    await store.receive(.autoCloseElapsed)
    await store.receive(.setSheetPresented(false)) {
      $0 = Feature.State()
      $0.shouldDismiss = true
    }
  }

  @Test func `closing it by hand ends the waiting`() async {
    let store = makeStore(both, .dependents)
    await store.send(.toggleDependent) {
      $0.pendingRoleChange = .removeDependent
      $0.activeAlert = .roleToggle
    }
    await store.send(.confirmRoleChange) {
      $0.pendingRoleChange = nil
      $0.activeAlert = .moved
    }
    await store.receive(
      .delegate(.toggleContactRole(id: "3", isResponder: true, isDependent: false)))
    await store.send(.alertDismissed) { $0.activeAlert = nil }
    await store.receive(.setSheetPresented(false)) {
      $0 = Feature.State()
      $0.shouldDismiss = true
    }
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
}

import Composable
import ComposableTesting
import Foundation
import LifeSignalFeatures
import LifeSignalModel
import Testing

@Suite struct SessionsFeatureTests {
  private static let old = SessionData(
    id: "7", name: "Chrome on Windows", firstSeen: Sample.now - 90_000, lastSeen: Sample.now)
  private static let mine = SessionData(
    id: "8", name: "Firefox on Android", firstSeen: Sample.now - 3_600, lastSeen: Sample.now,
    isCurrent: true)
  private static let new = SessionData(
    id: "9", name: "Safari on iPhone", firstSeen: Sample.now, lastSeen: Sample.now)

  private func makeStore(
    _ state: SessionsFeature.State = .init(),
    _ change: @escaping @Sendable (inout SessionListClient) -> Void = { _ in }
  ) -> TestStoreOf<SessionsFeature> {
    TestStore(initialState: state) {
      SessionsFeature()
    } withDependencies: {
      change(&$0.sessionListClient)
      $0.performer = ScriptedPerformer()
        .on(GetPasskeys.self) { _ in throw Refusal.passkeysNotOffered }
    }
  }

  private static var loaded: SessionsFeature.State {
    var state = SessionsFeature.State()
    state.hasLoaded = true
    state.sessions = [mine, new, old]
    return state
  }

  @Test func `the list is read once, and this device stands first`() async {
    let store = makeStore { $0.getSessions = { [Self.new, Self.mine, Self.old] } }
    await store.send(.onAppear) { $0.isLoading = true }
    // The list and the passkeys are two questions: neither waits for the other.
    store.exhaustivity = .off
    await store.send(.onAppear)
    await store.receive(\.sessionsResponse) {
      $0.isLoading = false
      $0.hasLoaded = true
      $0.sessions = [Self.mine, Self.new, Self.old]
    }
    await store.send(.onAppear)
    await store.finish()
  }

  @Test func `one is ended after a question`() async {
    let asked = Calls<SessionID>()
    let store = makeStore(Self.loaded) { $0.endSession = { asked.note($0) } }
    await store.send(.endConfirmed)
    await store.send(.endButtonTapped(Self.old)) { $0.pendingEnd = .one(Self.old) }
    await store.send(.endCancelled) { $0.pendingEnd = nil }
    #expect(asked.count == 0)
    await store.send(.endButtonTapped(Self.old)) { $0.pendingEnd = .one(Self.old) }
    await store.send(.endConfirmed) { $0.isLoading = true }
    await store.receive(\.endResponse) {
      $0.isLoading = false
      $0.pendingEnd = nil
      $0.sessions = [Self.mine, Self.new]
    }
    #expect(asked.all == ["7"])
  }

  @Test func `all others are ended after a question, this one stays`() async {
    let asked = Calls<String>()
    let store = makeStore(Self.loaded) { $0.endOtherSessions = { asked.note("others") } }
    await store.send(.endOthersButtonTapped) { $0.pendingEnd = .others }
    await store.send(.endConfirmed) { $0.isLoading = true }
    await store.receive(\.endResponse) {
      $0.isLoading = false
      $0.pendingEnd = nil
      $0.sessions = [Self.mine]
    }
    #expect(asked.count == 1)
    await store.send(.endOthersButtonTapped)
  }

  @Test func `this device is not ended here`() async {
    let store = makeStore(Self.loaded)
    await store.send(.endButtonTapped(Self.mine))
  }

  @Test func `a failure is shown, and the list stays`() async {
    let store = makeStore(Self.loaded) {
      $0.endSession = { _ in throw UserFacingError.serverError }
    }
    await store.send(.endButtonTapped(Self.old)) { $0.pendingEnd = .one(Self.old) }
    await store.send(.endConfirmed) { $0.isLoading = true }
    await store.receive(\.endResponse) {
      $0.isLoading = false
      $0.pendingEnd = nil
      $0.error = .serverError
    }
    await store.send(.setError(nil)) { $0.error = nil }
    await store.send(.doneButtonTapped)
    await store.receive(.delegate(.dismissed))
  }
}

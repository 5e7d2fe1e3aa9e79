import Composable
import ComposableTesting
import LifeSignalFeatures
import LifeSignalModel
import Testing

@Suite struct AppProofTests {
  private let settled = Calls<Bool>()

  private func makeStore(_ user: UserData? = Sample.user) -> TestStoreOf<AppFeature> {
    var state = AppFeature.State()
    state.isInitializing = false
    state.user.userData = user
    return TestStore(initialState: state) {
      AppFeature()
    } withDependencies: { [settled] in
      $0.performer = ScriptedPerformer().on(GetPasskeys.self) { _ in ItemList([]) }
      $0.proofClient.settle = { settled.note($0) }
    }
  }

  private var asked: ConfirmFeature.State {
    let number = Sample.user.phoneNumber
    return ConfirmFeature.State(
      phoneNumber: PhoneNumber(e164: number)?.display ?? number, reason: .pause)
  }

  private func open(_ store: TestStoreOf<AppFeature>) async {
    await store.send(.proofDemanded(.pause)) { $0.confirm = asked }
    await store.receive(.confirm(.presented(.onAppear)))
    await store.receive(.confirm(.presented(.passkeysResponse(.success(false)))))
  }

  @Test func `the sheet opens when something waits, and what waits goes on`() async {
    let store = makeStore()
    await open(store)
    await store.send(.proofDemanded(.codes))
    await store.send(.confirm(.presented(.delegate(.confirmed)))) { $0.confirm = nil }
    await store.finish()
    #expect(settled.all == [true])
  }

  @Test func `closing it calls off what waits`() async {
    let store = makeStore()
    await open(store)
    await store.send(.confirm(.presented(.cancelButtonTapped)))
    await store.receive(\.confirm) { $0.confirm = nil }
    await store.finish()
    #expect(settled.all == [false])
  }

  @Test func `it closes when nothing waits any more`() async {
    let store = makeStore()
    await open(store)
    await store.send(.proofDemanded(nil)) { $0.confirm = nil }
    #expect(settled.count == 0)
  }

  @Test func `no one is asked to confirm before they are signed in`() async {
    let store = makeStore(nil)
    await store.send(.proofDemanded(.pause))
  }
}

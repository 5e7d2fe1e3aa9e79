import Composable
import ComposableTesting
import LifeSignalFeatures
import LifeSignalModel
import Testing

@Suite struct ConfirmFeatureTests {
  private func makeStore(
    _ performer: ScriptedPerformer = ScriptedPerformer(),
    _ change: @escaping @Sendable (inout ProofClient) -> Void = { _ in }
  ) -> TestStoreOf<ConfirmFeature> {
    TestStore(initialState: ConfirmFeature.State(phoneNumber: "+1 555-010-0001")) {
      ConfirmFeature()
    } withDependencies: {
      $0.performer = performer
      change(&$0.proofClient)
    }
  }

  @Test func `only a person with a passkey is offered to use one`() async {
    let passkey = PasskeyData(id: "7", name: "Phone", createdAt: Sample.now)
    let with = makeStore(
      ScriptedPerformer().on(GetPasskeys.self) { _ in ItemList([passkey]) })
    await with.send(.onAppear)
    await with.receive(.passkeysResponse(.success(true))) { $0.hasPasskey = true }
    let without = makeStore(ScriptedPerformer().on(GetPasskeys.self) { _ in ItemList([]) })
    await without.send(.onAppear)
    await without.receive(.passkeysResponse(.success(false)))
    let refusing = makeStore(
      ScriptedPerformer().on(GetPasskeys.self) { _ in throw Refusal.passkeysNotOffered })
    await refusing.send(.onAppear)
    await refusing.receive(\.passkeysResponse)
    #expect(!refusing.state.hasPasskey && refusing.state.errorMessage == nil)
  }

  @Test func `a code is sent, typed and taken`() async {
    let asked = Calls<String>()
    let store = makeStore {
      $0.sendCode = { "v" }
      $0.prove = { code, id in asked.note("\(code) \(id)") }
    }
    await store.send(.confirmButtonTapped)
    await store.send(.sendCodeButtonTapped) { $0.isLoading = true }
    await store.send(.sendCodeButtonTapped)
    await store.receive(.sendCodeResponse(.success("v"))) {
      $0.isLoading = false
      $0.verificationID = "v"
    }
    await store.send(.codeChanged("12345")) { $0.code = "123-45" }
    await store.send(.confirmButtonTapped)
    await store.send(.codeChanged("123-4567")) { $0.code = "123-456" }
    await store.send(.confirmButtonTapped) { $0.isLoading = true }
    await store.receive(\.proveResponse) { $0.isLoading = false }
    await store.receive(.delegate(.confirmed))
    #expect(asked.all == ["123456 v"])
  }

  @Test func `a wrong code is said, and another try is there`() async {
    let store = makeStore {
      $0.sendCode = { "v" }
      $0.prove = { _, _ in throw Refusal.codeWrong(triesLeft: 4) }
    }
    await store.send(.sendCodeButtonTapped) { $0.isLoading = true }
    await store.receive(\.sendCodeResponse) {
      $0.isLoading = false
      $0.verificationID = "v"
    }
    await store.send(.codeChanged("000000")) { $0.code = "000-000" }
    await store.send(.confirmButtonTapped) { $0.isLoading = true }
    await store.receive(\.proveResponse) {
      $0.isLoading = false
      $0.errorMessage = Refusal.codeWrong(triesLeft: 4).phrase
    }
    await store.send(.codeChanged("1")) {
      $0.code = "1"
      $0.errorMessage = nil
    }
  }

  @Test func `cancelling is possible at any time`() async {
    let store = makeStore()
    await store.send(.cancelButtonTapped)
    await store.receive(.delegate(.dismissed))
  }

  @Test func `the export is there after the proof, and offered again without one`() async {
    let isProven = Calls<Bool>()
    let store = TestStore(initialState: ExportFeature.State()) {
      ExportFeature()
    } withDependencies: {
      $0.proofClient.confirm = {
        defer { isProven.note(true) }
        if isProven.count == 0 { throw CancellationError() }
      }
    }
    await store.send(.onAppear) { $0.isLoading = true }
    await store.receive(.requestCancelled) { $0.isLoading = false }
    await store.send(.onAppear) { $0.isLoading = true }
    await store.receive(\.confirmResponse) {
      $0.isLoading = false
      $0.isReady = true
    }
  }
}

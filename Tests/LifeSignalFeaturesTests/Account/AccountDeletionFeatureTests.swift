import Composable
import ComposableTesting
import LifeSignalFeatures
import LifeSignalModel
import Testing

@Suite struct AccountDeletionFeatureTests {
  private func makeStore(
    _ change: (inout AccountDeletionFeature.State) -> Void = { _ in },
    send: @escaping @Sendable () async throws -> String = { "v" },
    delete: @escaping @Sendable (String, String) async throws -> Void = { _, _ in }
  ) -> TestStoreOf<AccountDeletionFeature> {
    var state = AccountDeletionFeature.State()
    change(&state)
    return TestStore(initialState: state) {
      AccountDeletionFeature()
    } withDependencies: {
      $0.authClient.sendDeletionCode = send
      $0.userClient.deleteAccount = delete
    }
  }

  private func asked(_ state: inout AccountDeletionFeature.State) {
    state.confirmation = "delete"
    state.isCodeSent = true
    state.verificationID = "v"
    state.verificationCode = "123-456"
  }

  @Test func `a word, a code, and it is over`() async {
    let calls = Calls<[String]>()
    let store = makeStore(delete: { calls.note([$0, $1]) })
    await store.send(.confirmationChanged("DELET")) { $0.confirmation = "DELET" }
    await store.send(.sendCodeButtonTapped)
    await store.send(.confirmationChanged(" Delete ")) { $0.confirmation = " Delete " }
    await store.send(.sendCodeButtonTapped) { $0.isLoading = true }
    await store.send(.sendCodeButtonTapped)
    await store.receive(.sendCodeResponse(.success("v"))) {
      $0.isLoading = false
      $0.isCodeSent = true
      $0.verificationID = "v"
    }
    await store.send(.deleteButtonTapped)
    await store.send(.codeChanged("123456")) { $0.verificationCode = "123-456" }
    await store.send(.deleteButtonTapped) { $0.isLoading = true }
    await store.send(.deleteButtonTapped)
    await store.send(.cancelButtonTapped)
    await store.receive(.deleteResponse(.success(Empty()))) { $0.isLoading = false }
    await store.receive(.delegate(.accountDeleted))
    #expect(calls.all == [["123456", "v"]])
  }

  @Test(arguments: [Refusal.alertStillActive, .codeWrong(triesLeft: 1), .codeExpired])
  func `a refusal stands below the field`(refusal: Refusal) async {
    let store = makeStore(asked, delete: { _, _ in throw refusal })
    await store.send(.deleteButtonTapped) { $0.isLoading = true }
    await store.receive(.deleteResponse(.failure(refusal.userFacingError))) {
      $0.isLoading = false
      $0.errorMessage = refusal.phrase
    }
  }

  @Test func `a code that cannot be sent says why, and cancelling leaves`() async {
    let store = makeStore({ $0.confirmation = "DELETE" }, send: { throw Refusal.alertStillActive })
    await store.send(.sendCodeButtonTapped) { $0.isLoading = true }
    await store.receive(.sendCodeResponse(.failure(Refusal.alertStillActive.userFacingError))) {
      $0.isLoading = false
      $0.errorMessage = Refusal.alertStillActive.phrase
    }
    await store.send(.cancelButtonTapped)
    await store.receive(.delegate(.dismissed))
  }

  @Test func `a cancelled request shows no error and can be repeated`() async {
    let store = makeStore(
      asked, send: { throw CancellationError() }, delete: { _, _ in throw CancellationError() })
    await store.send(.sendCodeButtonTapped) { $0.isLoading = true }
    await store.receive(.requestCancelled) { $0.isLoading = false }
    await store.send(.deleteButtonTapped) { $0.isLoading = true }
    await store.receive(.requestCancelled) { $0.isLoading = false }
    #expect(store.state.canDelete && store.state.canSendCode)
  }
}

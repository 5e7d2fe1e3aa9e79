import Composable
import ComposableTesting
import LifeSignalFeatures
import LifeSignalModel
import Testing

@Suite struct HomeFeatureTests {
  private func makeStore(
    _ update: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<HomeFeature> {
    TestStore(initialState: HomeFeature.State()) {
      HomeFeature()
    } withDependencies: {
      update(&$0)
    }
  }

  @Test func `the own code is shown`() async {
    let store = makeStore()
    #expect(!store.state.isQRCodeReady)
    await store.send(.userUpdated(Sample.user)) { $0.qrCodeID = Sample.code }
    #expect(store.state.isQRCodeReady)
  }

  @Test func `a reset asks first, runs once, and an older record does not undo it`() async {
    let answer = Answer<QRCodeID>()
    let store = makeStore { $0.userClient.refreshQRCodeID = { try await answer() } }
    await store.send(.userUpdated(Sample.user)) { $0.qrCodeID = Sample.code }
    await store.send(.resetQRCodeButtonTapped) { $0.showResetQRConfirmation = true }
    await store.send(.resetQRCodeConfirmed) {
      $0.showResetQRConfirmation = false
      $0.isGeneratingQRCode = true
    }
    await store.send(.resetQRCodeConfirmed)
    answer.give("NEW")
    await store.receive(.resetQRCodeResponse(.success("NEW"))) {
      $0.isGeneratingQRCode = false
      $0.qrCodeID = "NEW"
      $0.feedback = .codeReset
    }
    await store.send(.feedbackDismissed) { $0.feedback = nil }
  }

  @Test func `a failed reset keeps the code and says why`() async {
    let store = makeStore { $0.userClient.refreshQRCodeID = { throw UserError.serverError("") } }
    await store.send(.userUpdated(Sample.user)) { $0.qrCodeID = Sample.code }
    await store.send(.resetQRCodeConfirmed) { $0.isGeneratingQRCode = true }
    await store.receive(.resetQRCodeResponse(.failure(.serverError))) {
      $0.isGeneratingQRCode = false
      $0.error = .serverError
    }
    await store.receive(.delegate(.errorOccurred(.serverError)))
  }

  @Test func `a chosen interval is handed to who can save it`() async {
    let store = makeStore()
    await store.send(.showIntervalPickerButtonTapped) {
      $0.intervalPicker = .init(currentInterval: 86_400)
    }
    await store.send(.intervalPicker(.presented(.intervalSelected(28_800)))) {
      $0.intervalPicker = nil
    }
    await store.receive(.delegate(.updateCheckInInterval(28_800)))
  }

  @Test func `a typed code opens the add sheet without a role`() async {
    let store = makeStore {
      $0.contactClient.getContactInfo = { _ in throw CancellationError() }
    }
    await store.send(.addContactButtonTapped) { $0.qrScanner = .init(isSheetPresented: true) }
    await store.send(.qrScanner(.presented(.qrCodeScanned(Sample.code)))) {
      $0.qrScanner = nil
      $0.addContact = .init(isSheetPresented: true)
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
  }
}

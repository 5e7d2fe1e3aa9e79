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
      $0.qrCodeClient = .browser
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
      $0.isResettingQRCode = true
    }
    #expect(!store.state.isQRCodeReady)
    await store.send(.resetQRCodeConfirmed)
    await store.send(.userUpdated(Sample.user))
    answer.give("NEW")
    await store.receive(.resetQRCodeResponse(.success("NEW"))) {
      $0.isResettingQRCode = false
      $0.qrCodeID = "NEW"
      $0.feedback = .codeReset
    }
    await store.send(.feedbackDismissed) { $0.feedback = nil }
  }

  @Test func `a failed reset keeps the code and says why`() async {
    let store = makeStore { $0.userClient.refreshQRCodeID = { throw UserError.serverError("") } }
    await store.send(.userUpdated(Sample.user)) { $0.qrCodeID = Sample.code }
    await store.send(.resetQRCodeConfirmed) { $0.isResettingQRCode = true }
    await store.receive(.resetQRCodeResponse(.failure(.serverError))) {
      $0.isResettingQRCode = false
      $0.error = .serverError
    }
  }

  @Test func `a typed code opens the add sheet without a role`() async {
    let store = makeStore {
      $0.contactClient.getContactInfo = { _ in throw CancellationError() }
    }
    await store.send(.addContactButtonTapped) { $0.qrScanner = .init(isSheetPresented: true) }
    await store.receive(.qrScanner(.presented(.onAppear)))
    await store.receive(.qrScanner(.presented(.initializeCamera))) {
      $0.qrScanner?.cameraAttempt = 1
    }
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

  @Test func `copying says so, and says when the browser did not let it`() async {
    let store = makeStore()
    await store.send(.userUpdated(Sample.user)) { $0.qrCodeID = Sample.code }
    await store.send(.copyQRCodeIDTapped) { $0.feedback = .codeCopied }
    await store.send(.copyQRCodeIDFailed) { $0.feedback = .copyFailed }
    await store.send(.feedbackDismissed) { $0.feedback = nil }
    await store.finish()
  }

  @Test func `sharing shows the code large; a reset takes the old picture away`() async {
    let store = makeStore { $0.userClient.refreshQRCodeID = { "NEW" } }
    await store.send(.shareQRCodeButtonTapped)
    await store.send(.userUpdated(Sample.user)) { $0.qrCodeID = Sample.code }
    await store.send(.shareQRCodeButtonTapped) { $0.shareQRCode = .init(qrCodeID: Sample.code) }
    await store.receive(.shareQRCode(.presented(.onAppear)))
    await store.receive(.shareQRCode(.presented(.generateQRCode))) {
      $0.shareQRCode?.isGenerating = true
    }
    await store.receive(
      .shareQRCode(.presented(.qrCodeGenerated(Sample.picture(of: Sample.code))))
    ) {
      $0.shareQRCode?.isGenerating = false
      $0.shareQRCode?.qrCodeImage = Sample.picture(of: Sample.code)
    }
    #expect(store.state.shareQRCode?.qrCodeImage != nil)
    await store.send(.resetQRCodeConfirmed) { $0.isResettingQRCode = true }
    await store.receive(.resetQRCodeResponse(.success("NEW"))) {
      $0.isResettingQRCode = false
      $0.qrCodeID = "NEW"
      $0.shareQRCode = nil
      $0.feedback = .codeReset
    }
  }

  @Test func `a refused camera is reported, and done closes the sheet`() async {
    let store = makeStore()
    await store.send(.userUpdated(Sample.user)) { $0.qrCodeID = Sample.code }
    await store.send(.addContactButtonTapped) { $0.qrScanner = .init(isSheetPresented: true) }
    await store.receive(.qrScanner(.presented(.onAppear)))
    await store.receive(.qrScanner(.presented(.initializeCamera))) {
      $0.qrScanner?.cameraAttempt = 1
    }
    await store.send(.qrScanner(.presented(.cameraUnavailable(.denied)))) {
      $0.showCameraDeniedAlert = true
      $0.qrScanner?.cameraLoadFailed = true
      $0.qrScanner?.cameraProblem = .denied
    }
    await store.send(.setCameraDeniedAlert(false)) { $0.showCameraDeniedAlert = false }
    await store.send(.qrScanner(.presented(.cancelButtonTapped))) { $0.qrScanner = .init() }
    await store.receive(.qrScanner(.presented(.delegate(.dismissed)))) { $0.qrScanner = nil }
  }

  @Test func `the instructions, a question and an error open and close`() async {
    let store = makeStore()
    await store.send(.showInstructionsButtonTapped) { $0.showInstructions = true }
    await store.send(.instructionsDismissed) { $0.showInstructions = false }
    await store.send(.resetQRCodeButtonTapped) { $0.showResetQRConfirmation = true }
    await store.send(.setResetQRConfirmation(false)) { $0.showResetQRConfirmation = false }
    await store.send(.setError(.networkError)) { $0.error = .networkError }
    await store.send(.setError(nil)) { $0.error = nil }
    await store.finish()
  }

  @Test func `a reset that was called off leaves the code as it is`() async {
    let store = makeStore {
      $0.userClient.refreshQRCodeID = { throw CancellationError() }
    }
    await store.send(.userUpdated(Sample.user)) { $0.qrCodeID = Sample.code }
    await store.send(.resetQRCodeConfirmed) { $0.isResettingQRCode = true }
    await store.receive(.requestCancelled) { $0.isResettingQRCode = false }
    #expect(store.state.isQRCodeReady && store.state.qrCodeID == Sample.code)
  }

  @Test func `a link with a code opens the add sheet`() async {
    let store = makeStore { $0.contactClient.getContactInfo = { _ in throw CancellationError() } }
    await store.send(.codeReceived(Sample.code)) {
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

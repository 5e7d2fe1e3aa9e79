import Composable
import ComposableTesting
import Foundation
import LifeSignalFeatures
import LifeSignalModel
import Testing

@Suite struct QRScannerFeatureTests {
  private func makeStore(
    _ change: (inout QRScannerFeature.State) -> Void = { _ in },
    _ update: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<QRScannerFeature> {
    var state = QRScannerFeature.State(isSheetPresented: true)
    change(&state)
    return TestStore(initialState: state) {
      QRScannerFeature()
    } withDependencies: {
      $0.qrCodeClient = .browser
      update(&$0)
    }
  }

  private func looking(_ state: inout QRScannerFeature.State) {
    state.isCameraReady = true
  }

  // MARK: Codes

  @Test func `a code seen by the camera is handed over exactly once`() async {
    let store = makeStore(looking)
    #expect(store.state.isLooking)
    await store.send(.handleScannedQRCode(Sample.code.rawValue)) { $0.isProcessingQRCode = true }
    // The camera sees it again before it is read.
    await store.send(.handleScannedQRCode(Sample.code.rawValue))
    await store.receive(.qrCodeParsed(.success(Sample.code))) {
      $0 = .init()
      $0.scannedCode = Sample.code
    }
    await store.receive(.qrCodeScanned(Sample.code))
    await store.send(.handleScannedQRCode(Sample.code.rawValue))
    await store.finish()
  }

  @Test func `a foreign code is reported, and scanning continues`() async {
    let store = makeStore(looking)
    await store.send(.handleScannedQRCode("https://example.org")) { $0.isProcessingQRCode = true }
    await store.receive(
      .qrCodeParsed(.failure(.validation(title: "Please check what you entered", message: "")))
    ) {
      $0.isProcessingQRCode = false
      $0.alert = .notOurCode
    }
    #expect(!store.state.isLooking)
    await store.send(.handleScannedQRCode(Sample.code.rawValue))
    await store.send(.alertDismissed) { $0.alert = nil }
    #expect(store.state.isLooking)
  }

  @Test func `reading that is called off says nothing`() async {
    let store = makeStore(looking) {
      $0.qrCodeClient.parseQRCode = { _ in throw CancellationError() }
    }
    await store.send(.handleScannedQRCode("x")) { $0.isProcessingQRCode = true }
    await store.receive(.requestCancelled) { $0.isProcessingQRCode = false }
  }

  @Test func `closing while a code is read hands nothing over`() async {
    let answer = Answer<QRCodeID>()
    let store = makeStore(looking) { $0.qrCodeClient.parseQRCode = { _ in try await answer() } }
    await store.send(.handleScannedQRCode(Sample.code.rawValue)) { $0.isProcessingQRCode = true }
    await store.send(.cancelButtonTapped) { $0 = .init() }
    await store.receive(.delegate(.dismissed))
    answer.give(Sample.code)
    await store.finish()
  }

  // MARK: Camera

  @Test func `appearing asks for the camera; once it is there codes are read`() async {
    let store = makeStore()
    await store.send(.onAppear)
    await store.receive(.initializeCamera) { $0.cameraAttempt = 1 }
    #expect(!store.state.isLooking)
    await store.send(.cameraReady) { $0.isCameraReady = true }
    #expect(store.state.isLooking)
  }

  @Test func `without a camera the other ways remain, and it can be tried again`() async {
    let store = makeStore()
    await store.send(.initializeCamera) { $0.cameraAttempt = 1 }
    await store.send(.cameraUnavailable(.missing)) {
      $0.cameraLoadFailed = true
      $0.cameraProblem = .missing
    }
    await store.send(.toggleTorch)
    await store.send(.initializeCamera) {
      $0.cameraLoadFailed = false
      $0.cameraProblem = nil
      $0.cameraAttempt = 2
    }
    await store.send(.cameraUnavailable(.denied)) {
      $0.cameraLoadFailed = true
      $0.cameraProblem = .denied
    }
  }

  @Test func `the light follows the button and goes out with the scanner`() async {
    let store = makeStore(looking)
    await store.send(.torchFound) { $0.isTorchAvailable = true }
    await store.send(.toggleTorch) { $0.torchOn = true }
    await store.send(.toggleTorch) { $0.torchOn = false }
    await store.send(.toggleTorch) { $0.torchOn = true }
    await store.send(.cancelButtonTapped) { $0 = .init() }
    await store.receive(.delegate(.dismissed))
  }

  @Test func `a camera that reports after the sheet has closed changes nothing`() async {
    let store = makeStore { $0.isSheetPresented = false }
    await store.send(.onAppear)
    await store.send(.cameraReady)
    await store.send(.torchFound)
  }

  // MARK: Pictures

  @Test func `a code in a picture is handed over, a picture without one shows a message`() async {
    let store = makeStore()
    await store.send(.qrCodeSelectedFromGallery(nil)) { $0.showNoQRCodeAlert = true }
    await store.send(.noQRCodeAlertDismissed) { $0.showNoQRCodeAlert = false }
    await store.send(.qrCodeSelectedFromGallery(Sample.code.rawValue))
    await store.receive(.handleScannedQRCode(Sample.code.rawValue)) {
      $0.isProcessingQRCode = true
    }
    await store.receive(.qrCodeParsed(.success(Sample.code))) {
      $0 = .init()
      $0.scannedCode = Sample.code
    }
    await store.receive(.qrCodeScanned(Sample.code))
  }

  // MARK: Typing

  @Test func `a typed code is handed over exactly once`() async {
    let store = makeStore()
    let typed = Sample.code.rawValue.lowercased()
    await store.send(.manualEntryButtonTapped) { $0.isShowingManualEntry = true }
    await store.send(.manualEntryChanged(typed)) { $0.manualQRCode = typed }
    #expect(store.state.isManualCodeValid)
    await store.send(.submitManualQRCode)
    await store.receive(.handleScannedQRCode(typed)) { $0.isProcessingQRCode = true }
    await store.receive(.qrCodeParsed(.success(Sample.code))) {
      $0 = .init()
      $0.scannedCode = Sample.code
    }
    await store.receive(.qrCodeScanned(Sample.code))
    await store.send(.submitManualQRCode) { $0.showInvalidUUIDAlert = true }
  }

  @Test func `a pasted link is taken for the code in it`() async {
    let store = makeStore()
    await store.send(.manualEntryChanged("https://example.org/add/\(Sample.code)")) {
      $0.manualQRCode = Sample.code.rawValue
    }
  }

  @Test func `a code without hyphens is valid, and nothing is cut that may be a link`() async {
    let store = makeStore()
    let digits = Sample.code.rawValue.filter { $0 != "-" }
    await store.send(.manualEntryChanged(digits)) { $0.manualQRCode = digits }
    #expect(store.state.isManualCodeValid)
    let beginning = "https://example.org/add/E621E1F8-C36C-495A"
    await store.send(.manualEntryChanged(beginning)) { $0.manualQRCode = beginning }
    #expect(!store.state.isManualCodeValid)
    await store.send(.manualEntryChanged(String(repeating: "x", count: 400))) {
      $0.manualQRCode = String(repeating: "x", count: 300)
    }
  }

  @Test func `only a code is pasted`() async {
    let store = makeStore()
    await store.send(.pasted("hello")) { $0.showInvalidUUIDAlert = true }
    await store.send(.invalidCodeAlertDismissed) { $0.showInvalidUUIDAlert = false }
    await store.send(.pasted(nil)) { $0.showInvalidUUIDAlert = true }
    await store.send(.invalidCodeAlertDismissed) { $0.showInvalidUUIDAlert = false }
    await store.send(.pasted(Sample.code.rawValue)) { $0.manualQRCode = Sample.code.rawValue }
  }

  @Test func `giving up typing goes back to the camera and forgets what was typed`() async {
    let store = makeStore { $0.isShowingManualEntry = true }
    await store.send(.manualEntryChanged("E621")) { $0.manualQRCode = "E621" }
    await store.send(.submitManualQRCode) { $0.showInvalidUUIDAlert = true }
    await store.send(.invalidCodeAlertDismissed) { $0.showInvalidUUIDAlert = false }
    await store.send(.cancelManualEntry) {
      $0.manualQRCode = ""
      $0.isShowingManualEntry = false
    }
  }

  // MARK: The sheet

  @Test func `cancelling clears what was typed and says so`() async {
    let store = makeStore()
    await store.send(.manualEntryChanged("E621")) { $0.manualQRCode = "E621" }
    await store.send(.setError(.networkError)) { $0.error = .networkError }
    await store.send(.cancelButtonTapped) { $0 = .init() }
    await store.receive(.delegate(.dismissed))
  }
}

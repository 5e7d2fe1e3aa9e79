import Composable
import ComposableTesting
import Foundation
import LifeSignalFeatures
import LifeSignalModel
import Testing

@Suite struct QRScannerFeatureTests {
  private let item = GalleryItem(id: "photo")

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
    state.isScanning = true
  }

  // MARK: Codes

  @Test func `a code seen by the camera is handed over exactly once`() async {
    let stopped = Calls<String>()
    let store = makeStore(looking) {
      $0.qrCodeClient.stopScanning = { stopped.note("stopped") }
      $0.qrCodeClient.toggleTorch = { stopped.note("torch \($0)") }
    }
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
    #expect(stopped.all == ["torch false", "stopped"])
  }

  @Test func `a code that is none of ours is said, and scanning goes on`() async {
    let store = makeStore(looking)
    await store.send(.handleScannedQRCode("https://example.org")) { $0.isProcessingQRCode = true }
    await store.receive(.qrCodeParsed(.failure(.validation(title: "Invalid Input", message: "")))) {
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
    let camera = Answer<Bool>()
    let codes = AsyncStream.makeStream(of: String.self)
    let store = makeStore { _ in
    } _: {
      $0.qrCodeClient.initializeCamera = { (try? await camera()) ?? false }
      $0.qrCodeClient.scannedCodes = { codes.stream }
    }
    await store.send(.onAppear)
    await store.receive(.initializeCamera) { $0.cameraAttempt = 1 }
    camera.give(true)
    await store.receive(.cameraInitialized(true)) { $0.isCameraReady = true }
    await store.receive(.setupQRCodeHandler)
    await store.receive(.startScanning) { $0.isScanning = true }
    await store.receive(.loadGalleryAssets(20))
    codes.continuation.yield(Sample.code.rawValue)
    await store.receive(.handleScannedQRCode(Sample.code.rawValue)) {
      $0.isProcessingQRCode = true
    }
    await store.receive(.qrCodeParsed(.success(Sample.code))) {
      $0 = .init()
      $0.scannedCode = Sample.code
    }
    await store.receive(.qrCodeScanned(Sample.code))
    await store.finish()
  }

  @Test func `without a camera the other ways remain, and it can be tried again`() async {
    let store = makeStore { _ in
    } _: {
      $0.qrCodeClient.initializeCamera = { false }
    }
    await store.send(.initializeCamera) { $0.cameraAttempt = 1 }
    await store.receive(.cameraInitialized(false))
    await store.receive(.cameraUnavailable(.missing)) {
      $0.cameraLoadFailed = true
      $0.cameraProblem = .missing
    }
    await store.send(.startScanning)
    await store.send(.toggleTorch)
    await store.send(.initializeCamera) {
      $0.cameraLoadFailed = false
      $0.cameraProblem = nil
      $0.cameraAttempt = 2
    }
    await store.receive(.cameraInitialized(false))
    await store.receive(.cameraUnavailable(.missing)) {
      $0.cameraLoadFailed = true
      $0.cameraProblem = .missing
    }
  }

  @Test func `a camera that is refused while it is awaited is not awaited any longer`() async {
    let store = makeStore()
    await store.send(.initializeCamera) { $0.cameraAttempt = 1 }
    await store.send(.cameraUnavailable(.denied)) {
      $0.cameraLoadFailed = true
      $0.cameraProblem = .denied
    }
    await store.finish()
  }

  @Test func `the light follows the button and goes out with the scanner`() async {
    let torch = Calls<Bool>()
    let store = makeStore(looking) { $0.qrCodeClient.toggleTorch = { torch.note($0) } }
    await store.send(.torchFound) { $0.isTorchAvailable = true }
    await store.send(.toggleTorch) { $0.torchOn = true }
    await store.send(.stopScanning) { $0.isScanning = false }
    await store.send(.onDisappear) { $0 = .init() }
    await store.finish()
    #expect(torch.all == [true, false])
  }

  // MARK: Pictures

  @Test func `photos are offered with their thumbnails, and a chosen one is read`() async {
    let thumbnail = ImageData(bytes: .init([1]), mimeType: "image/jpeg")
    let store = makeStore { _ in
    } _: { [item] in
      $0.qrCodeClient.loadRecentPhotos = { limit in
        #expect(limit == 20)
        return [item]
      }
      $0.qrCodeClient.loadThumbnail = { _ in thumbnail }
      $0.qrCodeClient.loadFullSizeImage = { _ in thumbnail }
      $0.qrCodeClient.scanQRCode = { _ in Sample.code.rawValue }
    }
    let shown = GalleryItem(id: "photo", thumbnail: thumbnail)
    await store.send(.setShowingGallery(true)) { $0.isShowingGallery = true }
    await store.send(.loadGalleryAssets(20))
    await store.receive(.galleryAssetsLoaded([item])) { [item] in $0.galleryItems = [item] }
    await store.receive(.loadThumbnail("photo"))
    await store.receive(.thumbnailLoaded("photo", thumbnail)) { $0.galleryItems = [shown] }
    await store.send(.setSelectedGalleryIndex(3))
    await store.send(.setSelectedGalleryIndex(0)) { $0.selectedGalleryIndex = 0 }
    await store.receive(.loadAndProcessFullImage(shown)) { $0.isProcessingQRCode = true }
    await store.receive(.qrCodeSelectedFromGallery(Sample.code.rawValue)) {
      $0.isProcessingQRCode = false
      $0.isShowingGallery = false
      $0.selectedGalleryIndex = nil
    }
    await store.receive(.handleScannedQRCode(Sample.code.rawValue)) {
      $0.isProcessingQRCode = true
    }
    await store.receive(.qrCodeParsed(.success(Sample.code))) {
      $0 = .init()
      $0.scannedCode = Sample.code
    }
    await store.receive(.qrCodeScanned(Sample.code))
  }

  @Test func `a picture without a code is said`() async {
    let store = makeStore()
    await store.send(.qrCodeSelectedFromGallery(nil)) { $0.showNoQRCodeAlert = true }
    await store.send(.noQRCodeAlertDismissed) { $0.showNoQRCodeAlert = false }
  }

  // MARK: Typing

  @Test func `a typed code is handed over exactly once`() async {
    let store = makeStore()
    let typed = Sample.code.rawValue.lowercased()
    await store.send(.manualEntryButtonTapped) { $0.isShowingManualEntry = true }
    await store.send(.manualEntryChanged(typed + "beyond")) { $0.manualQRCode = typed }
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
    await store.send(.setShowingMyCode(true)) { $0.isShowingMyCode = true }
    await store.send(.setError(.networkError)) { $0.error = .networkError }
    await store.send(.cancelButtonTapped) { $0 = .init() }
    await store.receive(.delegate(.dismissed))
  }

  @Test func `a new presentation takes a code again`() async {
    let store = makeStore { $0.scannedCode = Sample.code }
    await store.send(.setSheetPresented(true)) { $0.scannedCode = nil }
    await store.receive(.initializeCamera) { $0.cameraAttempt = 1 }
    await store.send(.setSheetPresented(false)) { $0 = .init() }
    await store.receive(.delegate(.dismissed))
    await store.finish()
  }
}

import Composable
import ComposableTesting
import LifeSignalFeatures
import LifeSignalModel
import Testing

@Suite struct QRScannerFeatureTests {
  private func makeStore() -> TestStoreOf<QRScannerFeature> {
    TestStore(initialState: QRScannerFeature.State(isSheetPresented: true)) { QRScannerFeature() }
  }

  @Test func `a typed code is handed over exactly once`() async {
    let store = makeStore()
    let typed = Sample.code.rawValue.lowercased()
    await store.send(.manualEntryChanged(typed + "beyond")) { $0.manualQRCode = typed }
    #expect(store.state.isManualCodeValid)
    await store.send(.submitManualQRCode)
    await store.receive(.handleScannedQRCode(typed)) {
      $0.scannedCode = Sample.code
      $0.isSheetPresented = false
    }
    await store.receive(.qrCodeScanned(Sample.code))
    await store.send(.handleScannedQRCode(typed))
  }

  @Test func `anything else is refused and scanning goes on`() async {
    let store = makeStore()
    await store.send(.handleScannedQRCode("https://example.org")) {
      $0.showInvalidUUIDAlert = true
    }
    await store.send(.invalidCodeAlertDismissed) { $0.showInvalidUUIDAlert = false }
    await store.send(.handleScannedQRCode(Sample.code.rawValue)) {
      $0.scannedCode = Sample.code
      $0.isSheetPresented = false
    }
    await store.receive(.qrCodeScanned(Sample.code))
  }

  @Test func `cancelling clears what was typed and says so`() async {
    let store = makeStore()
    await store.send(.manualEntryChanged("E621")) { $0.manualQRCode = "E621" }
    await store.send(.cancelButtonTapped)
    await store.receive(.setSheetPresented(false)) { $0 = QRScannerFeature.State() }
    await store.receive(.delegate(.dismissed))
  }
}

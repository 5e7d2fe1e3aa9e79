import Composable

/// The camera: opened when the scanner appears, closed when it goes.
extension QRScannerFeature {
  func camera(_ state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .initializeCamera:
      state.isCameraReady = false
      state.cameraLoadFailed = false
      state.cameraProblem = nil
      state.cameraAttempt += 1
      return .run { [qrCodeClient] send in
        let isReady = await qrCodeClient.initializeCamera()
        try Task.checkCancellation()
        await send(.cameraInitialized(isReady))
      }
      .cancellable(id: CancellationID.camera, cancelInFlight: true)

    case .cameraInitialized(true):
      guard state.isSheetPresented else { return .none }
      state.isCameraReady = true
      state.cameraLoadFailed = false
      state.cameraProblem = nil
      return .merge(
        .cancel(id: CancellationID.camera), .send(.setupQRCodeHandler), .send(.startScanning),
        .send(.loadGalleryAssets(Self.galleryLimit)))

    case .cameraInitialized(false):
      return .send(.cameraUnavailable(.missing))

    case .cameraUnavailable(let problem):
      state.isCameraReady = false
      state.isScanning = false
      state.torchOn = false
      state.cameraLoadFailed = true
      state.cameraProblem = problem
      return .merge(.cancel(id: CancellationID.camera), .cancel(id: CancellationID.scan))

    case .setupQRCodeHandler:
      return .following({ [qrCodeClient] in qrCodeClient.scannedCodes() }) {
        .handleScannedQRCode($0)
      }
      .cancellable(id: CancellationID.scan, cancelInFlight: true)

    case .startScanning:
      guard state.isCameraReady else { return .none }
      state.isScanning = true
      return .run { [qrCodeClient] _ in await qrCodeClient.startScanning() }

    case .stopScanning:
      state.isScanning = false
      return .merge(
        .cancel(id: CancellationID.scan),
        .run { [qrCodeClient] _ in await qrCodeClient.stopScanning() })

    case .torchFound:
      state.isTorchAvailable = state.isCameraReady
      return .none

    case .toggleTorch:
      guard state.isCameraReady else { return .none }
      state.torchOn.toggle()
      return .run { [qrCodeClient, isOn = state.torchOn] _ in
        await qrCodeClient.toggleTorch(isOn)
      }

    default:
      return .none
    }
  }
}

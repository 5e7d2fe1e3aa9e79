import Composable

/// The camera and its light are the browser's: the page opens them according to the state, and
/// reports the result.
extension QRScannerFeature {
  func camera(_ state: inout State, _ action: Action) {
    switch action {
    case .initializeCamera:
      state.isCameraReady = false
      state.cameraLoadFailed = false
      state.cameraProblem = nil
      state.cameraAttempt += 1

    case .cameraReady:
      guard state.isSheetPresented else { return }
      state.isCameraReady = true
      state.cameraLoadFailed = false
      state.cameraProblem = nil

    case .cameraUnavailable(let problem):
      state.isCameraReady = false
      state.torchOn = false
      state.cameraLoadFailed = true
      state.cameraProblem = problem

    case .torchFound:
      state.isTorchAvailable = state.isCameraReady

    case .toggleTorch:
      guard state.isCameraReady else { return }
      state.torchOn.toggle()

    default:
      break
    }
  }
}

import Composable
import LifeSignalModel

/// The own code: drawn, copied, shared, renewed.
extension HomeFeature {
  func code(_ state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .generateQRCode:
      guard state.isQRCodeReady else { return .none }
      return .drawing(
        state.qrCodeID, qrCodeClient, Action.qrCodeGenerated, Action.qrCodeGenerationFailed,
        cancelled: .requestCancelled)

    case .qrCodeGenerated(let image):
      state.qrCodeImage = image
      return .none

    case .qrCodeGenerationFailed(let error):
      state.error = error
      return .none

    case .shareQRCodeButtonTapped:
      guard state.isQRCodeReady else { return .none }
      state.shareQRCode = .init(qrCodeID: state.qrCodeID, qrCodeImage: state.qrCodeImage)
      return .send(.shareQRCode(.presented(.onAppear)))

    case .shareQRCode(.presented(.delegate(.dismissed))):
      state.shareQRCode = nil
      return .none

    case .copyQRCodeIDTapped:
      // The browser has copied it.
      state.feedback = .codeCopied
      return .none

    case .copyQRCodeIDFailed:
      state.feedback = .copyFailed
      return .none

    case .feedbackDismissed:
      state.feedback = nil
      return .none

    case .resetQRCodeButtonTapped:
      state.showResetQRConfirmation = true
      return .none

    case .setResetQRConfirmation(let isPresented):
      state.showResetQRConfirmation = isPresented
      return .none

    case .resetQRCodeConfirmed:
      state.showResetQRConfirmation = false
      guard !state.isResettingQRCode else { return .none }
      state.isResettingQRCode = true
      return .request(Action.resetQRCodeResponse, cancelled: .requestCancelled) { [userClient] in
        try await userClient.refreshQRCodeID()
      }

    case .resetQRCodeResponse(.success(let code)):
      state.isResettingQRCode = false
      state.feedback = .codeReset
      return state.adopt(code) ? .send(.generateQRCode) : .none

    case .resetQRCodeResponse(.failure(let error)):
      state.isResettingQRCode = false
      state.error = error
      return .none

    case .requestCancelled:
      state.isResettingQRCode = false
      return .none

    default:
      return .none
    }
  }
}

extension HomeFeature.State {
  /// Drops all earlier pictures of the code. Returns whether a new one is needed.
  mutating func adopt(_ code: QRCodeID) -> Bool {
    let wasDrawn = qrCodeImage != nil
    qrCodeID = code
    qrCodeImage = nil
    shareQRCode = nil
    return wasDrawn
  }
}

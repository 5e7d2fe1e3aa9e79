import Composable
import LifeSignalModel

/// The own code: copied, shared, renewed.
extension HomeFeature {
  func code(_ state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .shareQRCodeButtonTapped:
      guard state.isQRCodeReady else { return .none }
      state.shareQRCode = .init(qrCodeID: state.qrCodeID)
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
      state.adopt(code)
      return .none

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
  /// The sheet with the former code closes.
  mutating func adopt(_ code: QRCodeID) {
    qrCodeID = code
    shareQRCode = nil
  }
}

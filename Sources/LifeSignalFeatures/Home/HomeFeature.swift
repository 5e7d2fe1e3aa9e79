public import Composable
public import LifeSignalModel

/// The own code, and adding a contact with the code of another: beside both lists, and above every
/// page.
@Reducer
public struct HomeFeature: Sendable {
  /// A short word after something was done.
  public enum Feedback: Equatable, Sendable {
    case codeCopied
    /// The browser did not allow the page to copy.
    case copyFailed
    case codeReset
  }

  @ObservableState
  public struct State: Equatable, Sendable {
    public var qrCodeID: QRCodeID = ""
    /// A new code is under way: the old one must not be shown any more.
    public var isResettingQRCode: Bool = false
    public var showCameraDeniedAlert: Bool = false
    public var showResetQRConfirmation: Bool = false
    public var showInstructions: Bool = false
    public var feedback: Feedback?
    public var error: UserFacingError?
    @Presents public var shareQRCode: QRCodeShareFeature.State?
    @Presents public var qrScanner: QRScannerFeature.State?
    @Presents public var addContact: AddContactFeature.State?

    public init() {}

    public var isQRCodeReady: Bool { !qrCodeID.rawValue.isEmpty && !isResettingQRCode }
  }

  @CasePathable
  public enum Action: Equatable, Sendable {
    case userUpdated(UserData)
    case addContactButtonTapped
    /// Scanned here, or named by a link.
    case codeReceived(QRCodeID)
    case showInstructionsButtonTapped
    case instructionsDismissed
    case resetQRCodeButtonTapped
    case setResetQRConfirmation(Bool)
    case resetQRCodeConfirmed
    case resetQRCodeResponse(Result<QRCodeID, UserFacingError>)
    case requestCancelled
    case shareQRCodeButtonTapped
    case shareQRCode(PresentationAction<QRCodeShareFeature.Action>)
    case copyQRCodeIDTapped
    case copyQRCodeIDFailed
    case setCameraDeniedAlert(Bool)
    case feedbackDismissed
    case qrScanner(PresentationAction<QRScannerFeature.Action>)
    case addContact(PresentationAction<AddContactFeature.Action>)
    case setError(UserFacingError?)
  }

  @Dependency(\.userClient) var userClient

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .shareQRCodeButtonTapped, .shareQRCode, .copyQRCodeIDTapped, .copyQRCodeIDFailed,
        .feedbackDismissed, .resetQRCodeButtonTapped, .setResetQRConfirmation,
        .resetQRCodeConfirmed, .resetQRCodeResponse, .requestCancelled:
        return code(&state, action)

      case .userUpdated(let user):
        // While a new code is on its way, an older record must not bring the old one back.
        if !state.isResettingQRCode, state.qrCodeID != user.qrCodeID {
          state.adopt(user.qrCodeID)
        }
        return .none

      case .addContactButtonTapped:
        state.qrScanner = .init(isSheetPresented: true)
        return .send(.qrScanner(.presented(.onAppear)))

      case .showInstructionsButtonTapped:
        state.showInstructions = true
        return .none

      case .instructionsDismissed:
        state.showInstructions = false
        return .none

      case .qrScanner(.presented(.qrCodeScanned(let code))), .codeReceived(let code):
        state.qrScanner = nil
        state.addContact = .init(isSheetPresented: true)
        return .send(.addContact(.presented(.updateQRCode(code))))

      case .qrScanner(.presented(.cameraUnavailable(.denied))):
        state.showCameraDeniedAlert = true
        return .none

      case .setCameraDeniedAlert(let isShown):
        state.showCameraDeniedAlert = isShown
        return .none

      case .qrScanner(.presented(.delegate(.dismissed))):
        state.qrScanner = nil
        return .none

      case .addContact(.presented(.contactAdded)), .addContact(.presented(.delegate(.dismissed))):
        state.addContact = nil
        return .none

      case .setError(let error):
        state.error = error
        return .none

      case .qrScanner, .addContact:
        return .none
      }
    }
    .ifLet(\.$shareQRCode, action: \.shareQRCode) {
      QRCodeShareFeature()
    }
    .ifLet(\.$qrScanner, action: \.qrScanner) {
      QRScannerFeature()
    }
    .ifLet(\.$addContact, action: \.addContact) {
      AddContactFeature()
    }
  }
}

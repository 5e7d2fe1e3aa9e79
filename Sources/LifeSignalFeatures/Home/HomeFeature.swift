public import Composable
public import Foundation
public import LifeSignalModel

/// The own code and the own settings.
@Reducer
public struct HomeFeature: Sendable {
  /// A short word after something was done.
  public enum Feedback: Equatable, Sendable {
    case codeCopied
    case codeReset
  }

  @ObservableState
  public struct State: Equatable, Sendable {
    public var qrCodeID: QRCodeID = ""
    public var checkInInterval: TimeInterval = CheckInSettings.defaultInterval
    public var preferences: NotificationPreferences = .init()
    public var isGeneratingQRCode: Bool = false
    public var showResetQRConfirmation: Bool = false
    public var showInstructions: Bool = false
    public var feedback: Feedback?
    public var isLoading: Bool = false
    public var error: UserFacingError?
    @Presents public var intervalPicker: IntervalSelectionFeature.State?
    @Presents public var qrScanner: QRScannerFeature.State?
    @Presents public var addContact: AddContactFeature.State?

    public init() {}

    public var isQRCodeReady: Bool { !qrCodeID.rawValue.isEmpty && !isGeneratingQRCode }
    public var notificationsEnabled: Bool { preferences.isNotificationsEnabled }
    public var notify30MinBefore: Bool { preferences.notify30MinBefore }
    public var notify2HoursBefore: Bool { preferences.notify2HoursBefore }
  }

  @CasePathable
  public enum Action: Equatable, Sendable {
    case onAppear
    case userUpdated(UserData)
    case checkInButtonTapped
    case addContactButtonTapped
    /// Scanned here, or named by a link.
    case codeReceived(QRCodeID)
    case showIntervalPickerButtonTapped
    case showInstructionsButtonTapped
    case instructionsDismissed
    case resetQRCodeButtonTapped
    case setResetQRConfirmation(Bool)
    case resetQRCodeConfirmed
    case resetQRCodeResponse(Result<QRCodeID, UserFacingError>)
    case requestCancelled
    case copyQRCodeIDTapped
    case feedbackDismissed
    case intervalPicker(PresentationAction<IntervalSelectionFeature.Action>)
    case qrScanner(PresentationAction<QRScannerFeature.Action>)
    case addContact(PresentationAction<AddContactFeature.Action>)
    case setError(UserFacingError?)
    case delegate(Delegate)

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      case updateCheckInInterval(TimeInterval)
      case checkInRequested
      case errorOccurred(UserFacingError)
    }
  }

  @Dependency(\.userClient) var userClient

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .onAppear:
        return .none

      case .userUpdated(let user):
        // While a new code is on its way, an older record must not bring the old one back.
        if !state.isGeneratingQRCode { state.qrCodeID = user.qrCodeID }
        state.checkInInterval = user.checkInInterval
        state.preferences = user.preferences
        return .none

      case .checkInButtonTapped:
        return .send(.delegate(.checkInRequested))

      case .addContactButtonTapped:
        state.qrScanner = .init(isSheetPresented: true)
        return .none

      case .showIntervalPickerButtonTapped:
        state.intervalPicker = .init(currentInterval: state.checkInInterval)
        return .none

      case .intervalPicker(.presented(.intervalSelected(let interval))):
        state.intervalPicker = nil
        return .send(.delegate(.updateCheckInInterval(interval)))

      case .intervalPicker(.presented(.cancelButtonTapped)):
        state.intervalPicker = nil
        return .none

      case .showInstructionsButtonTapped:
        state.showInstructions = true
        return .none

      case .instructionsDismissed:
        state.showInstructions = false
        return .none

      case .resetQRCodeButtonTapped:
        state.showResetQRConfirmation = true
        return .none

      case .setResetQRConfirmation(let isPresented):
        state.showResetQRConfirmation = isPresented
        return .none

      case .resetQRCodeConfirmed:
        state.showResetQRConfirmation = false
        guard !state.isGeneratingQRCode else { return .none }
        state.isGeneratingQRCode = true
        return .request(Action.resetQRCodeResponse, cancelled: .requestCancelled) { [userClient] in
          try await userClient.refreshQRCodeID()
        }

      case .resetQRCodeResponse(.success(let code)):
        state.isGeneratingQRCode = false
        state.qrCodeID = code
        state.feedback = .codeReset
        return .none

      case .resetQRCodeResponse(.failure(let error)):
        state.isGeneratingQRCode = false
        state.error = error
        return .send(.delegate(.errorOccurred(error)))

      case .requestCancelled:
        state.isGeneratingQRCode = false
        return .none

      case .copyQRCodeIDTapped:
        // The browser copies; here is only the word about it.
        state.feedback = .codeCopied
        return .none

      case .feedbackDismissed:
        state.feedback = nil
        return .none

      case .qrScanner(.presented(.qrCodeScanned(let code))), .codeReceived(let code):
        state.qrScanner = nil
        state.addContact = .init(isSheetPresented: true)
        return .send(.addContact(.presented(.updateQRCode(code))))

      case .qrScanner(.presented(.delegate(.dismissed))):
        state.qrScanner = nil
        return .none

      case .addContact(.presented(.contactAdded)), .addContact(.presented(.delegate(.dismissed))):
        state.addContact = nil
        return .none

      case .setError(let error):
        state.error = error
        return .none

      case .intervalPicker, .qrScanner, .addContact, .delegate:
        return .none
      }
    }
    .ifLet(\.$intervalPicker, action: \.intervalPicker) {
      IntervalSelectionFeature()
    }
    .ifLet(\.$qrScanner, action: \.qrScanner) {
      QRScannerFeature()
    }
    .ifLet(\.$addContact, action: \.addContact) {
      AddContactFeature()
    }
  }
}

public import Composable
public import Foundation
public import LifeSignalModel

/// The own code and the own settings.
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
    public var checkInInterval: TimeInterval = CheckInSettings.defaultInterval
    public var preferences: NotificationPreferences = .init()
    public var qrCodeImage: ImageData?
    /// A new code is under way: the old one must not be shown any more.
    public var isResettingQRCode: Bool = false
    public var showCameraDeniedAlert: Bool = false
    public var showResetQRConfirmation: Bool = false
    public var showInstructions: Bool = false
    public var feedback: Feedback?
    /// Times of day promised instead of the interval: an interval would replace them.
    public var checkInTimes: CheckInTimes?
    /// The interval that waits for the confirmation.
    public var pendingIntervalChange: TimeInterval?
    public var showIntervalChangeConfirmation: Bool = false
    /// The reminder that waits for the confirmation: minutes before the deadline, 0 for none.
    public var pendingReminderChoice: Int?
    public var isLoading: Bool = false
    public var error: UserFacingError?
    @Presents public var intervalPicker: IntervalSelectionFeature.State?
    @Presents public var shareQRCode: QRCodeShareFeature.State?
    @Presents public var qrScanner: QRScannerFeature.State?
    @Presents public var addContact: AddContactFeature.State?

    public init() {}

    public var isQRCodeReady: Bool { !qrCodeID.rawValue.isEmpty && !isResettingQRCode }
    /// The picture to share; removed with the code it shows.
    public var shareableImage: ImageData? { shareQRCode?.qrCodeImage }
    public var notificationsEnabled: Bool { preferences.isNotificationsEnabled }
    public var notify30MinBefore: Bool { preferences.notify30MinBefore }
    public var notify2HoursBefore: Bool { preferences.notify2HoursBefore }
  }

  @CasePathable
  public enum Action: Equatable, Sendable {
    case onAppear
    case userUpdated(UserData)
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
    case generateQRCode
    case qrCodeGenerated(ImageData)
    case qrCodeGenerationFailed(UserFacingError)
    case shareQRCodeButtonTapped
    case shareQRCode(PresentationAction<QRCodeShareFeature.Action>)
    case copyQRCodeIDTapped
    case copyQRCodeIDFailed
    case setCameraDeniedAlert(Bool)
    case feedbackDismissed
    case intervalSaved
    case setIntervalChangeConfirmation(Bool)
    case intervalChangeConfirmed
    /// Minutes before the deadline: 0, 30 or 120.
    case reminderChoiceSelected(Int)
    case reminderChoiceConfirmed
    case reminderChoiceCancelled
    case intervalPicker(PresentationAction<IntervalSelectionFeature.Action>)
    case qrScanner(PresentationAction<QRScannerFeature.Action>)
    case addContact(PresentationAction<AddContactFeature.Action>)
    case setError(UserFacingError?)
    case delegate(Delegate)

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      case updateCheckInInterval(TimeInterval)
      /// Seconds before the deadline.
      case updateReminderInterval(TimeInterval)
    }
  }

  @Dependency(\.userClient) var userClient
  @Dependency(\.qrCodeClient) var qrCodeClient

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .onAppear:
        return state.isQRCodeReady && state.qrCodeImage == nil ? .send(.generateQRCode) : .none

      case .generateQRCode, .qrCodeGenerated, .qrCodeGenerationFailed, .shareQRCodeButtonTapped,
        .shareQRCode, .copyQRCodeIDTapped, .copyQRCodeIDFailed, .feedbackDismissed,
        .resetQRCodeButtonTapped, .setResetQRConfirmation, .resetQRCodeConfirmed,
        .resetQRCodeResponse, .requestCancelled:
        return code(&state, action)

      case .userUpdated(let user):
        // While a new code is on its way, an older record must not bring the old one back.
        let isNewCode = !state.isResettingQRCode && state.qrCodeID != user.qrCodeID
        state.checkInInterval = user.checkInInterval
        state.checkInTimes = user.checkInTimes
        state.preferences = user.preferences
        guard isNewCode else { return .none }
        return state.adopt(user.qrCodeID) ? .send(.generateQRCode) : .none

      case .addContactButtonTapped:
        state.qrScanner = .init(isSheetPresented: true)
        return .send(.qrScanner(.presented(.onAppear)))

      case .showIntervalPickerButtonTapped:
        state.intervalPicker = .init(currentInterval: state.checkInInterval)
        return .none

      case .intervalSaved, .setIntervalChangeConfirmation, .intervalChangeConfirmed,
        .reminderChoiceSelected, .reminderChoiceConfirmed, .reminderChoiceCancelled:
        return reduceSettings(&state, action)

      case .intervalPicker(.presented(.cancelButtonTapped)):
        state.intervalPicker = nil
        return .none

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

      case .intervalPicker, .qrScanner, .addContact, .delegate:
        return .none
      }
    }
    .ifLet(\.$intervalPicker, action: \.intervalPicker) {
      IntervalSelectionFeature()
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

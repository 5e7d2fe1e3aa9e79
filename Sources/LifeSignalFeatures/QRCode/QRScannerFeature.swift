public import Composable
public import LifeSignalModel

/// Reading a person's code: by camera, from a picture, or typed. A code is handed over exactly once
/// per presentation; the add sheet handles what it leads to.
@Reducer
public struct QRScannerFeature: Sendable {
  /// Why there is no camera picture.
  public enum CameraProblem: Equatable, Sendable {
    case denied
    case missing
  }

  public enum ScannerAlert: Equatable, Sendable {
    /// The text read is a code, but not one of ours.
    case notOurCode
  }

  @ObservableState
  public struct State: Equatable, Sendable {
    public var isSheetPresented: Bool
    public var isShowingManualEntry: Bool
    /// As typed: a code, or the link that ends with it.
    public var manualQRCode = ""
    public var isCameraReady = false
    public var cameraLoadFailed = false
    public var cameraProblem: CameraProblem?
    /// Counts the attempts to open the camera, so that the page recognizes a new one.
    public var cameraAttempt = 0
    public var isTorchAvailable = false
    public var torchOn = false
    public var isProcessingQRCode = false
    public var showNoQRCodeAlert = false
    public var showInvalidUUIDAlert = false
    /// The accepted code; set once, so that no code is handed over twice.
    public var scannedCode: QRCodeID?
    public var alert: ScannerAlert?
    public var error: UserFacingError?

    public init(isSheetPresented: Bool = false, isShowingManualEntry: Bool = false) {
      self.isSheetPresented = isSheetPresented
      self.isShowingManualEntry = isShowingManualEntry
    }

    public var isManualCodeValid: Bool { QRCodeID(scanned: manualQRCode) != nil }

    /// Whether the camera's picture is read now.
    public var isLooking: Bool {
      isCameraReady && !isProcessingQRCode && !isShowingManualEntry && !isAsking
    }

    /// A question waits for a tap before scanning continues.
    var isAsking: Bool {
      showNoQRCodeAlert || showInvalidUUIDAlert || alert != nil || error != nil
    }
  }

  @CasePathable
  public enum Action: Equatable, Sendable {
    case onAppear
    case initializeCamera
    case cameraReady
    case cameraUnavailable(CameraProblem)
    case torchFound
    case toggleTorch
    case handleScannedQRCode(String)
    case qrCodeParsed(Result<QRCodeID, UserFacingError>)
    case requestCancelled
    /// Sent exactly once per presentation; parents take the code from here.
    case qrCodeScanned(QRCodeID)
    /// Nil when there is no code in the picture.
    case qrCodeSelectedFromGallery(String?)
    case manualEntryButtonTapped
    case manualEntryChanged(String)
    /// The pasted text; nil if the browser did not allow it.
    case pasted(String?)
    case submitManualQRCode
    case cancelManualEntry
    case cancelButtonTapped
    case noQRCodeAlertDismissed
    case invalidCodeAlertDismissed
    case alertDismissed
    case setError(UserFacingError?)
    case delegate(Delegate)

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      case dismissed
    }
  }

  public enum CancellationID: Hashable, Sendable {
    case parse
  }

  @Dependency(\.qrCodeClient) var qrCodeClient

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .onAppear:
        return state.isSheetPresented ? .send(.initializeCamera) : .none

      case .cancelButtonTapped:
        return .concatenate(leave(&state), .send(.delegate(.dismissed)))

      case .initializeCamera, .cameraReady, .cameraUnavailable, .torchFound, .toggleTorch:
        camera(&state, action)
        return .none

      case .handleScannedQRCode(let text):
        guard state.isSheetPresented, state.scannedCode == nil, !state.isProcessingQRCode,
          !state.isAsking
        else { return .none }
        state.isProcessingQRCode = true
        return .request(Action.qrCodeParsed, cancelled: .requestCancelled) { [qrCodeClient] in
          try await qrCodeClient.parseQRCode(text)
        }
        .cancellable(id: CancellationID.parse)

      case .qrCodeParsed(.success(let code)):
        guard state.scannedCode == nil else { return .none }
        let end = leave(&state)
        state.scannedCode = code
        return .concatenate(end, .send(.qrCodeScanned(code)))

      case .qrCodeParsed(.failure):
        state.isProcessingQRCode = false
        state.alert = .notOurCode
        return .none

      case .requestCancelled:
        state.isProcessingQRCode = false
        return .none

      case .qrCodeSelectedFromGallery(let text):
        state.isProcessingQRCode = false
        guard let text, !text.isEmpty else {
          state.showNoQRCodeAlert = true
          return .none
        }
        return .send(.handleScannedQRCode(text))

      case .manualEntryButtonTapped:
        state.isShowingManualEntry = true
        return .none

      case .manualEntryChanged(let text):
        state.manualQRCode = Self.code(in: text)
        return .none

      case .pasted(let text):
        guard let code = text.flatMap(QRCodeID.init(scanned:)) else {
          state.showInvalidUUIDAlert = true
          return .none
        }
        state.manualQRCode = code.rawValue
        return .none

      case .submitManualQRCode:
        guard state.isManualCodeValid else {
          state.showInvalidUUIDAlert = true
          return .none
        }
        return .send(.handleScannedQRCode(state.manualQRCode))

      case .cancelManualEntry:
        state.manualQRCode = ""
        state.isShowingManualEntry = false
        return .none

      case .noQRCodeAlertDismissed:
        state.showNoQRCodeAlert = false
        return .none

      case .invalidCodeAlertDismissed:
        state.showInvalidUUIDAlert = false
        return .none

      case .alertDismissed:
        state.alert = nil
        return .none

      case .setError(let error):
        state.error = error
        return .none

      case .qrCodeScanned, .delegate:
        return .none
      }
    }
  }

  /// The characters that are kept of what is typed: enough for any link.
  public static let longestEntry = 300

  /// The code in a pasted link, which takes its place; anything else as it is.
  private static func code(in text: String) -> String {
    if text.count > 36, let code = QRCodeID(scanned: text) { return code.rawValue }
    return String(text.prefix(longestEntry))
  }

  /// Forgets everything; the page closes its camera with the sheet.
  private func leave(_ state: inout State) -> Effect<Action> {
    state = State()
    return .cancel(id: CancellationID.parse)
  }
}

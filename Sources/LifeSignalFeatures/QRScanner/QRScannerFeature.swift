public import Composable
public import LifeSignalModel

/// Getting hold of somebody's code. Codes are typed in here; cameras come with the scanner page.
@Reducer
public struct QRScannerFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    public var isSheetPresented: Bool
    public var isShowingManualEntry: Bool
    /// At most 36 characters, the length of a code.
    public var manualQRCode: String
    public var showInvalidUUIDAlert: Bool
    /// The accepted code; set once, so that no code is handed over twice.
    public var scannedCode: QRCodeID?
    public var error: UserFacingError?

    public init(isSheetPresented: Bool = false, isShowingManualEntry: Bool = true) {
      self.isSheetPresented = isSheetPresented
      self.isShowingManualEntry = isShowingManualEntry
      manualQRCode = ""
      showInvalidUUIDAlert = false
      scannedCode = nil
      error = nil
    }

    public var isManualCodeValid: Bool { QRCodeID(scanned: manualQRCode) != nil }
  }

  @CasePathable
  public enum Action: Equatable, Sendable {
    case onAppear
    case onDisappear
    case setSheetPresented(Bool)
    case manualEntryChanged(String)
    case submitManualQRCode
    case cancelManualEntry
    case cancelButtonTapped
    case handleScannedQRCode(String)
    /// Sent exactly once per presentation; parents take the code from here.
    case qrCodeScanned(QRCodeID)
    case invalidCodeAlertDismissed
    case setError(UserFacingError?)
    case delegate(Delegate)

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      case dismissed
    }
  }

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .onAppear, .onDisappear, .qrCodeScanned, .delegate:
        return .none

      case .setSheetPresented(let isPresented):
        state = State(isSheetPresented: isPresented)
        return isPresented ? .none : .send(.delegate(.dismissed))

      case .manualEntryChanged(let text):
        state.manualQRCode = String(text.prefix(36))
        return .none

      case .submitManualQRCode:
        return .send(.handleScannedQRCode(state.manualQRCode))

      case .handleScannedQRCode(let text):
        guard state.scannedCode == nil else { return .none }
        guard let code = QRCodeID(scanned: text) else {
          state.showInvalidUUIDAlert = true
          return .none
        }
        state.scannedCode = code
        state.isSheetPresented = false
        return .send(.qrCodeScanned(code))

      case .cancelManualEntry:
        state.manualQRCode = ""
        state.isShowingManualEntry = false
        return .none

      case .cancelButtonTapped:
        return .send(.setSheetPresented(false))

      case .invalidCodeAlertDismissed:
        state.showInvalidUUIDAlert = false
        return .none

      case .setError(let error):
        state.error = error
        return .none
      }
    }
  }
}

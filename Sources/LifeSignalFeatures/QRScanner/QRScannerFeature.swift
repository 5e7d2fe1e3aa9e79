public import Composable
public import LifeSignalModel

/// Getting hold of somebody's code: by camera, from a picture, or typed. A code is handed over
/// exactly once per presentation; what it leads to is the add sheet's business.
@Reducer
public struct QRScannerFeature: Sendable {
  /// Why there is no picture of a camera.
  public enum CameraProblem: Equatable, Sendable {
    case denied
    case missing
  }

  public enum ScannerAlert: Equatable, Sendable {
    /// What was read is a code, but none of ours.
    case notOurCode
  }

  @ObservableState
  public struct State: Equatable, Sendable {
    public var isSheetPresented: Bool
    public var isShowingManualEntry: Bool
    public var isShowingGallery = false
    public var isShowingMyCode = false
    /// At most 36 characters, the length of a code.
    public var manualQRCode = ""
    public var isScanning = false
    public var isCameraReady = false
    public var cameraLoadFailed = false
    public var cameraProblem: CameraProblem?
    /// Counts the tries to open the camera, so that whoever opens it sees another one.
    public var cameraAttempt = 0
    public var isTorchAvailable = false
    public var torchOn = false
    public var isProcessingQRCode = false
    public var showNoQRCodeAlert = false
    public var showInvalidUUIDAlert = false
    public var galleryItems: [GalleryItem] = []
    public var selectedGalleryIndex: Int?
    /// The accepted code; set once, so that no code is handed over twice.
    public var scannedCode: QRCodeID?
    public var alert: ScannerAlert?
    public var error: UserFacingError?

    public init(isSheetPresented: Bool = false, isShowingManualEntry: Bool = false) {
      self.isSheetPresented = isSheetPresented
      self.isShowingManualEntry = isShowingManualEntry
    }

    public var isManualCodeValid: Bool { QRCodeID(scanned: manualQRCode) != nil }

    /// Whether what the camera sees is to be read now.
    public var isLooking: Bool {
      isScanning && !isProcessingQRCode && !isShowingManualEntry && !isAsking
    }

    /// Something waits for a tap before scanning goes on.
    var isAsking: Bool {
      showNoQRCodeAlert || showInvalidUUIDAlert || alert != nil || error != nil
    }
  }

  @CasePathable
  public enum Action: Equatable, Sendable {
    case onAppear
    case onDisappear
    case setSheetPresented(Bool)
    case initializeCamera
    case cameraInitialized(Bool)
    case cameraUnavailable(CameraProblem)
    case setupQRCodeHandler
    case startScanning
    case stopScanning
    case torchFound
    case toggleTorch
    case handleScannedQRCode(String)
    case qrCodeParsed(Result<QRCodeID, UserFacingError>)
    case requestCancelled
    /// Sent exactly once per presentation; parents take the code from here.
    case qrCodeScanned(QRCodeID)
    case setShowingGallery(Bool)
    case setShowingMyCode(Bool)
    case loadGalleryAssets(Int)
    case galleryAssetsLoaded([GalleryItem])
    case loadThumbnail(GalleryItem.ID)
    case thumbnailLoaded(GalleryItem.ID, ImageData?)
    case setSelectedGalleryIndex(Int)
    case loadAndProcessFullImage(GalleryItem)
    /// Nil when there is no code in the picture.
    case qrCodeSelectedFromGallery(String?)
    case manualEntryButtonTapped
    case manualEntryChanged(String)
    /// What the browser pasted; nil when it did not let the page.
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
    case camera
    case scan
    case parse
    case gallery
    case thumbnail(GalleryItem.ID)
  }

  /// The newest photos offered.
  static let galleryLimit = 20

  @Dependency(\.qrCodeClient) var qrCodeClient

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .onAppear:
        return state.isSheetPresented ? .send(.initializeCamera) : .none

      case .setSheetPresented(true):
        state = State(isSheetPresented: true)
        return .send(.initializeCamera)

      case .onDisappear:
        return leave(&state)

      case .setSheetPresented(false), .cancelButtonTapped:
        return .concatenate(leave(&state), .send(.delegate(.dismissed)))

      case .initializeCamera, .cameraInitialized, .cameraUnavailable, .setupQRCodeHandler,
        .startScanning, .stopScanning, .torchFound, .toggleTorch:
        return camera(&state, action)

      case .setShowingGallery, .loadGalleryAssets, .galleryAssetsLoaded, .loadThumbnail,
        .thumbnailLoaded, .setSelectedGalleryIndex, .loadAndProcessFullImage,
        .qrCodeSelectedFromGallery:
        return gallery(&state, action)

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

      case .setShowingMyCode(let isShown):
        state.isShowingMyCode = isShown
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

  /// The code in what was typed; a link is longer than a code, and holds one.
  private static func code(in text: String) -> String {
    if text.count > 36, let code = QRCodeID(scanned: text) { return code.rawValue }
    return String(text.prefix(36))
  }

  /// Forgets everything and lets the camera go.
  private func leave(_ state: inout State) -> Effect<Action> {
    let wasOpen = state.isCameraReady
    let thumbnails = state.galleryItems.map {
      Effect<Action>.cancel(id: CancellationID.thumbnail($0.id))
    }
    state = State()
    let cancel = Effect<Action>.merge(
      .cancel(id: CancellationID.camera), .cancel(id: CancellationID.scan),
      .cancel(id: CancellationID.parse), .cancel(id: CancellationID.gallery),
      .merge(thumbnails))
    guard wasOpen else { return cancel }
    return .merge(
      cancel,
      .run { [qrCodeClient] _ in
        await qrCodeClient.toggleTorch(false)
        await qrCodeClient.stopScanning()
      })
  }
}

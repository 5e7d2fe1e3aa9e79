public import Composable
public import LifeSignalModel

/// The own code on a sheet of its own: shown, shared, renewed.
@Reducer
public struct QRCodeFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    /// From the person's record; empty until that is known.
    public var qrCodeID: QRCodeID
    public var qrCodeImage: ImageData?
    public var isGenerating = false
    /// A new code is under way: the old one must not be shown any more.
    public var isRefreshing = false
    public var error: UserFacingError?
    public var isRefreshAlertPresented = false
    public var isResetNoticePresented = false
    @Presents public var share: QRCodeShareFeature.State?

    public init(qrCodeID: QRCodeID = "") {
      self.qrCodeID = qrCodeID
    }

    public var hasQRCode: Bool { !qrCodeID.rawValue.isEmpty && !isRefreshing }

    /// As it is: its hyphens are in the right places already.
    public var qrCodeIDForDisplay: String { qrCodeID.rawValue }
  }

  @CasePathable
  public enum Action: Equatable, Sendable {
    case onAppear
    /// The record's code: it may have been renewed on another device.
    case codeChanged(QRCodeID)
    case refreshQRCode
    case refreshQRCodeResponse(Result<QRCodeID, UserFacingError>)
    case requestCancelled
    case shareQRCode
    case generateQRCode
    case qrCodeGenerated(ImageData)
    case qrCodeGenerationFailed(UserFacingError)
    case setRefreshAlertPresented(Bool)
    case resetNoticeDismissed
    case closeButtonTapped
    case share(PresentationAction<QRCodeShareFeature.Action>)
    case dismissError
    case delegate(Delegate)

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      case dismissed
    }
  }

  @Dependency(\.qrCodeClient) var qrCodeClient
  @Dependency(\.userClient) var userClient

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .onAppear:
        guard state.hasQRCode, state.qrCodeImage == nil, !state.isGenerating else { return .none }
        return .send(.generateQRCode)

      case .codeChanged(let code):
        guard !state.isRefreshing, code != state.qrCodeID else { return .none }
        state.qrCodeID = code
        state.qrCodeImage = nil
        return .send(.generateQRCode)

      case .generateQRCode:
        guard state.hasQRCode else { return .none }
        state.isGenerating = true
        return .drawing(
          state.qrCodeID, qrCodeClient, Action.qrCodeGenerated, Action.qrCodeGenerationFailed,
          cancelled: .requestCancelled)

      case .qrCodeGenerated(let image):
        state.isGenerating = false
        state.qrCodeImage = image
        return .none

      case .qrCodeGenerationFailed(let error):
        state.isGenerating = false
        state.error = error
        return .none

      case .setRefreshAlertPresented(let isPresented):
        state.isRefreshAlertPresented = isPresented
        return .none

      case .refreshQRCode:
        state.isRefreshAlertPresented = false
        guard !state.isRefreshing else { return .none }
        state.isRefreshing = true
        return .request(Action.refreshQRCodeResponse, cancelled: .requestCancelled) {
          [userClient] in try await userClient.refreshQRCodeID()
        }

      case .refreshQRCodeResponse(.success(let code)):
        // Drawn from the answer: the record in the stream may still be the older one.
        state.isRefreshing = false
        state.qrCodeID = code
        state.qrCodeImage = nil
        state.isResetNoticePresented = true
        return .send(.generateQRCode)

      case .refreshQRCodeResponse(.failure(let error)):
        state.isRefreshing = false
        state.error = error
        return .none

      case .requestCancelled:
        state.isGenerating = false
        state.isRefreshing = false
        return .none

      case .resetNoticeDismissed:
        state.isResetNoticePresented = false
        return .none

      case .shareQRCode:
        guard state.hasQRCode else { return .none }
        state.share = .init(qrCodeID: state.qrCodeID, qrCodeImage: state.qrCodeImage)
        return .none

      case .share(.presented(.delegate(.dismissed))):
        state.share = nil
        return .none

      case .closeButtonTapped:
        return .send(.delegate(.dismissed))

      case .dismissError:
        state.error = nil
        return .none

      case .share, .delegate:
        return .none
      }
    }
    .ifLet(\.$share, action: \.share) {
      QRCodeShareFeature()
    }
  }
}

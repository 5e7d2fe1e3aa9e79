public import Composable
public import LifeSignalModel

/// Sharing the own code with others: shown large, shared, copied as a link, or kept as a picture.
@Reducer
public struct QRCodeShareFeature: Sendable {
  /// The result of sharing. A browser shares by itself, at the tap, and only reports.
  public enum Outcome: String, Equatable, Sendable {
    case shared
    case linkCopied
    case downloaded
    case failed
  }

  @ObservableState
  public struct State: Equatable, Sendable {
    public var qrCodeID: QRCodeID
    public var qrCodeImage: ImageData?
    public var isGenerating = false
    public var outcome: Outcome?
    public var error: UserFacingError?

    public init(qrCodeID: QRCodeID, qrCodeImage: ImageData? = nil) {
      self.qrCodeID = qrCodeID
      self.qrCodeImage = qrCodeImage
    }
  }

  @CasePathable
  public enum Action: Equatable, Sendable {
    case onAppear
    case generateQRCode
    case qrCodeGenerated(ImageData)
    case qrCodeGenerationFailed(UserFacingError)
    case requestCancelled
    case shareFinished(Outcome)
    case outcomeDismissed
    case doneButtonTapped
    case setError(UserFacingError?)
    case delegate(Delegate)

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      case dismissed
    }
  }

  @Dependency(\.qrCodeClient) var qrCodeClient

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .onAppear:
        return state.qrCodeImage == nil && !state.isGenerating ? .send(.generateQRCode) : .none

      case .generateQRCode:
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

      case .requestCancelled:
        state.isGenerating = false
        return .none

      case .shareFinished(let outcome):
        state.outcome = outcome
        return .none

      case .outcomeDismissed:
        state.outcome = nil
        return .none

      case .doneButtonTapped:
        return .send(.delegate(.dismissed))

      case .setError(let error):
        state.error = error
        return .none

      case .delegate:
        return .none
      }
    }
  }
}

extension Effect where Action: Sendable {
  /// Draws a code. A later drawing of the same feature replaces one under way.
  static func drawing(
    _ code: QRCodeID, _ client: QRCodeClient,
    _ drawn: @escaping @Sendable (ImageData) -> Action,
    _ failed: @escaping @Sendable (UserFacingError) -> Action, cancelled: Action
  ) -> Self {
    .request(
      { result in
        switch result {
        case .success(let image): drawn(image)
        case .failure(let error): failed(error)
        }
      }, cancelled: cancelled
    ) { try await client.generateQRCode(code) }
    .cancellable(id: QRCodeDrawing(), cancelInFlight: true)
  }
}

private struct QRCodeDrawing: Hashable, Sendable {}

public import Composable
public import LifeSignalModel

/// Deleting my account: the page lists what is deleted, the person types a word, and a new code
/// comes to their phone.
@Reducer
public struct AccountDeletionFeature: Sendable {
  /// The word to type, so that no slip of a finger deletes anything.
  public static let word = "DELETE"

  @ObservableState
  public struct State: Equatable, Sendable {
    public var confirmation: String = ""
    public var isCodeSent: Bool = false
    public var verificationID: String?
    /// Shown as `XXX-XXX`.
    public var verificationCode: String = ""
    public var isLoading: Bool = false
    public var errorMessage: Phrase?

    public init() {}

    public var isConfirmed: Bool {
      PersonName.trimmed(confirmation).uppercased() == AccountDeletionFeature.word
    }
    public var canSendCode: Bool { isConfirmed && !isLoading }
    public var canDelete: Bool {
      isConfirmed && !isLoading && verificationID != nil
        && verificationCode.filter(\.isNumber).count == AuthFeature.codeLength
    }
  }

  @CasePathable
  public enum Action: Equatable, Sendable {
    case confirmationChanged(String)
    case sendCodeButtonTapped
    case sendCodeResponse(Result<String, UserFacingError>)
    case codeChanged(String)
    case deleteButtonTapped
    case deleteResponse(Result<Empty, UserFacingError>)
    case requestCancelled
    case cancelButtonTapped
    case delegate(Delegate)

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      case accountDeleted
      case dismissed
    }
  }

  @Dependency(\.authClient) var authClient
  @Dependency(\.userClient) var userClient

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .confirmationChanged(let text):
        state.confirmation = text
        return .none

      case .sendCodeButtonTapped:
        guard state.canSendCode else { return .none }
        state.isLoading = true
        state.errorMessage = nil
        return .request(Action.sendCodeResponse, cancelled: .requestCancelled) { [authClient] in
          try await authClient.sendDeletionCode()
        }

      case .sendCodeResponse(.success(let id)):
        state.isLoading = false
        state.isCodeSent = true
        state.verificationID = id
        state.verificationCode = ""
        return .none

      case .codeChanged(let text):
        let digits = text.filter { $0.isASCII && $0.isNumber }.prefix(AuthFeature.codeLength)
        state.verificationCode =
          digits.count > 3 ? "\(digits.prefix(3))-\(digits.dropFirst(3))" : String(digits)
        state.errorMessage = nil
        return .none

      case .deleteButtonTapped:
        guard state.canDelete, let id = state.verificationID else { return .none }
        state.isLoading = true
        state.errorMessage = nil
        let code = state.verificationCode.filter(\.isNumber)
        return .request(Action.deleteResponse, cancelled: .requestCancelled) { [userClient] in
          try await userClient.deleteAccount(code, id)
          return Empty()
        }

      case .deleteResponse(.success):
        state.isLoading = false
        return .send(.delegate(.accountDeleted))

      case .sendCodeResponse(.failure(let error)), .deleteResponse(.failure(let error)):
        state.isLoading = false
        state.errorMessage = error.message
        return .none

      case .requestCancelled:
        state.isLoading = false
        return .none

      case .cancelButtonTapped:
        // A request under way cannot be cancelled: the page waits for its answer.
        return state.isLoading ? .none : .send(.delegate(.dismissed))

      case .delegate:
        return .none
      }
    }
  }
}

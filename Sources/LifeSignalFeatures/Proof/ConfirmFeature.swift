public import Composable
public import LifeSignalModel

/// "Confirm it is you": a code to the own number or a passkey, after which the waiting request
/// continues.
@Reducer
public struct ConfirmFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    /// Where the code goes, as displayed.
    public var phoneNumber: String
    public var reason: ProofReason
    /// Only a person with a passkey is offered to use one.
    public var hasPasskey: Bool = false
    public var verificationID: String?
    /// Shown as `XXX-XXX`.
    public var code: String = ""
    public var isLoading: Bool = false
    public var errorMessage: Phrase?
    /// The request to the device.
    public var passkey: PasskeyRequest?

    public init(phoneNumber: String = "", reason: ProofReason = .general) {
      self.phoneNumber = phoneNumber
      self.reason = reason
    }

    public var isCodeSent: Bool { verificationID != nil }
    public var canConfirm: Bool {
      isCodeSent && !isLoading && code.filter(\.isNumber).count == AuthFeature.codeLength
    }
  }

  @CasePathable
  public enum Action: Equatable, Sendable {
    case onAppear
    case passkeysResponse(Result<Bool, UserFacingError>)
    case sendCodeButtonTapped
    case sendCodeResponse(Result<String, UserFacingError>)
    case codeChanged(String)
    case confirmButtonTapped
    case proveResponse(Result<Empty, UserFacingError>)
    case passkeyButtonTapped
    case passkeyRequestResponse(Result<PasskeyRequest, UserFacingError>)
    case passkeyAnswered(PasskeyOutcome)
    case requestCancelled
    case cancelButtonTapped
    case delegate(Delegate)

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      case confirmed
      case dismissed
    }
  }

  @Dependency(\.proofClient) var proofClient
  @Dependency(\.passkeyClient) var passkeyClient
  @Dependency(\.performer) var performer

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .onAppear:
        return .request(Action.passkeysResponse, cancelled: .requestCancelled) { [performer] in
          try await !performer.answer(GetPasskeys()).items.isEmpty
        }

      case .passkeysResponse(let answer):
        // A server without passkeys refuses the list; a code serves everyone.
        state.hasPasskey = (try? answer.get()) ?? false
        return .none

      case .sendCodeButtonTapped:
        guard !state.isLoading else { return .none }
        state.isLoading = true
        state.errorMessage = nil
        return .request(Action.sendCodeResponse, cancelled: .requestCancelled) { [proofClient] in
          try await proofClient.sendCode()
        }

      case .sendCodeResponse(.success(let id)):
        state.isLoading = false
        state.verificationID = id
        state.code = ""
        return .none

      case .codeChanged(let text):
        let digits = String(
          text.filter { $0.isASCII && $0.isNumber }.prefix(AuthFeature.codeLength))
        state.code = digits.count > 3 ? "\(digits.prefix(3))-\(digits.dropFirst(3))" : digits
        state.errorMessage = nil
        return .none

      case .confirmButtonTapped:
        guard state.canConfirm, let id = state.verificationID else { return .none }
        state.isLoading = true
        state.errorMessage = nil
        let code = state.code.filter(\.isNumber)
        return .request(Action.proveResponse, cancelled: .requestCancelled) { [proofClient] in
          try await proofClient.prove(code, id)
          return Empty()
        }

      case .proveResponse(.success):
        state.isLoading = false
        return .send(.delegate(.confirmed))

      case .passkeyButtonTapped:
        guard !state.isLoading else { return .none }
        state.isLoading = true
        state.errorMessage = nil
        return .request(Action.passkeyRequestResponse, cancelled: .requestCancelled) {
          [passkeyClient] in try await passkeyClient.startRequest()
        }

      case .passkeyRequestResponse(.success(let request)):
        state.passkey = request
        return .none

      case .passkeyAnswered(.answer(let answer)):
        guard state.passkey != nil else { return .none }
        state.passkey = nil
        return .request(Action.proveResponse, cancelled: .requestCancelled) { [passkeyClient] in
          try await passkeyClient.prove(answer)
          return Empty()
        }

      case .passkeyAnswered(let outcome):
        guard state.passkey != nil else { return .none }
        state.passkey = nil
        state.isLoading = false
        state.errorMessage = outcome.error?.message
        return .none

      case .sendCodeResponse(.failure(let error)), .proveResponse(.failure(let error)),
        .passkeyRequestResponse(.failure(let error)):
        state.isLoading = false
        state.errorMessage = error.message
        return .none

      case .requestCancelled:
        state.isLoading = false
        return .none

      case .cancelButtonTapped:
        return .send(.delegate(.dismissed))

      case .delegate:
        return .none
      }
    }
  }
}

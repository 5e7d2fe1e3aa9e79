public import Composable
public import Foundation
public import LifeSignalModel

/// Signing in with a phone number or an e-mail address, and a six-digit code.
@Reducer
public struct AuthFeature: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    public var isAuthenticated: Bool = false
    public var isLoading: Bool = false
    public var error: UserFacingError?
    /// The means by which this server sends codes, in the order they are offered.
    public var offeredMeans: [SignInMeans] = [.phone]
    /// Which of them the person has chosen; nil for the first.
    public var chosenMeans: SignInMeans?
    /// As typed.
    public var emailAddress: String = ""
    /// As typed, with separators.
    public var phoneNumber: String = ""
    public var selectedRegion: Region = .unitedStates
    /// What the browser reveals about the person's country.
    public var regionHints = RegionHints()
    /// The person has chosen it themselves: no guess replaces it.
    public var isRegionChosen: Bool = false
    public var isPhoneNumberValid: Bool = false
    public var isVerificationCodeSent: Bool = false
    /// Shown as `XXX-XXX`.
    public var verificationCode: String = ""
    public var isVerificationCodeValid: Bool = false
    /// Why the code that was sent is not taken, until another one is typed.
    public var codeProblem: Phrase?
    public var verificationID: String?
    public var canResendCode: Bool = false
    /// Seconds until a new code may be requested.
    public var resendCodeTimer: Int = 0
    /// The request to the device, to sign in with a passkey.
    public var passkey: PasskeyRequest?
    /// The browser's request while it offers passkeys among the suggestions of the number's field.
    public var suggestedPasskey: Suggestion?
    /// The browser waits for a request that could not be made when it wanted one.
    public var isSuggestionWanted: Bool = false
    /// The invitation with which the visitor came.
    public var join: JoinFeature.State?
    /// How the last person left, until another code is on its way.
    public var farewell: Farewell?
    /// A suggestion was chosen when its request was too old, so another one was made instead.
    public var hasRepeatedSuggestion: Bool = false

    public init() {}

    /// One request is made at a time, and none after the number.
    fileprivate var mayBeSuggested: Bool {
      passkey == nil && !isLoading && !isVerificationCodeSent && !isAuthenticated
    }

    /// No region is assumed: a number needs its country code, or a region that the person chooses. Language and
    /// zone contradict each other, or name another region than the one under which a number was typed.
    public var isRegionNeeded: Bool {
      guard !isRegionChosen else { return false }
      return regionHints.isContradictory || (regionHints.guess ?? selectedRegion) != selectedRegion
    }

    /// Why the number cannot be used, as soon as that is clear.
    public var phoneProblem: PhoneNumber.Problem? {
      lacksCountry
        ? (phoneNumber.isEmpty ? nil : .noCountry)
        : PhoneNumber.problem(phoneNumber, region: selectedRegion)
    }

    /// No known number begins like this one; more digits may change that.
    public var isPhoneNumberUnknown: Bool {
      !isPhoneNumberValid && !lacksCountry
        && PhoneNumber.isUnknownRange(phoneNumber, region: selectedRegion)
    }

    var lacksCountry: Bool {
      isRegionNeeded && !PhoneNumber.isInternational(phoneNumber)
    }

    public var isSignInButtonEnabled: Bool {
      !isLoading && (means == .email ? isEmailValid : isPhoneNumberValid)
    }
    public var isVerifyButtonEnabled: Bool { isVerificationCodeValid && !isLoading }
    /// The number as it is shown on the code step.
    public var formattedPhoneNumber: String {
      PhoneNumber(phoneNumber, region: selectedRegion)?.display ?? phoneNumber
    }
  }

  public enum Farewell: Equatable, Sendable {
    case signedOut
    case accountDeleted
  }

  /// A request that a page makes without a tap.
  public struct Suggestion: Equatable, Sendable {
    public var request: PasskeyRequest
    /// From then on an answer to it is refused.
    public var expiresAt: Date

    public init(request: PasskeyRequest, expiresAt: Date) {
      self.request = request
      self.expiresAt = expiresAt
    }
  }

  @CasePathable
  public enum Action: Equatable, Sendable {
    /// The link of an invitation was opened; its token.
    case invitationOpened(String)
    case join(JoinFeature.Action)
    case phoneNumberChanged(String)
    case emailChanged(String)
    /// Another of the offered means.
    case meansChosen(SignInMeans)
    case regionChanged(Region)
    /// The browser's zone, where no number has been typed yet.
    case zoneReported(String)
    case signInButtonTapped
    case resendCodeButtonTapped
    case sendVerificationCodeResponse(Result<String, UserFacingError>)
    case timerTick
    /// The state was restored: a running countdown continues.
    case resumed
    case verificationCodeChanged(String)
    case verifyButtonTapped
    case verifyCodeResponse(Result<Empty, UserFacingError>)
    case passkeyButtonTapped
    case passkeyRequestResponse(Result<PasskeyRequest, UserFacingError>)
    case passkeyAnswered(PasskeyOutcome)
    /// The browser can suggest passkeys while a number is typed, and has no request for them, or
    /// one that expires soon.
    case passkeySuggestionWanted
    case passkeySuggestionResponse(Result<Suggestion, UserFacingError>)
    /// Nil for a suggestion that was not chosen.
    case passkeySuggestionAnswered(PasskeyAnswer?)
    case backButtonTapped
    case requestCancelled
    case dismissError
  }

  public enum CancellationID: Hashable, Sendable {
    case timer
    case request
    case suggestion
  }

  public static let resendSeconds = 60
  public static let codeLength = 6

  @Dependency(\.authClient) var authClient
  @Dependency(\.passkeyClient) var passkeyClient
  @Dependency(\.performer) var performer
  @Dependency(\.continuousClock) var clock
  @Dependency(\.date) var date

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .invitationOpened(let token):
        // A page that is opened again stays where it was.
        guard state.join?.token != token else { return .none }
        state.join = JoinFeature.State(token: token)
        return .send(.join(.onAppear))

      case .join(.delegate(.declined)):
        state.join = nil
        return .none

      case .join:
        return .none

      case .phoneNumberChanged(let text):
        state.setPhoneNumber(text)
        return .none

      case .emailChanged(let text):
        // Longer than any address; the rest of a pasted text is none.
        state.emailAddress = String(text.prefix(320))
        return .none

      case .meansChosen(let means):
        guard !state.isLoading, !state.isVerificationCodeSent else { return .none }
        state.chosenMeans = means
        state.error = nil
        return .none

      case .zoneReported(let zone):
        state.regionHints.zone = Zone(zone).flatMap(Region.init(zone:))
        state.followHints()
        return .none

      case .regionChanged(let region):
        state.isRegionChosen = true
        state.selectedRegion = region
        state.setPhoneNumber(state.phoneNumber)
        return .none

      case .signInButtonTapped:
        guard state.isSignInButtonEnabled else { return .none }
        return sendCode(&state)

      case .resendCodeButtonTapped:
        guard state.canResendCode, !state.isLoading else { return .none }
        return sendCode(&state)

      case .sendVerificationCodeResponse(.success(let id)):
        state.isLoading = false
        state.verificationID = id
        state.isVerificationCodeSent = true
        state.farewell = nil
        state.suggestedPasskey = nil
        state.setCode("")
        state.canResendCode = false
        state.resendCodeTimer = Self.resendSeconds
        return timer

      case .timerTick:
        state.resendCodeTimer = max(0, state.resendCodeTimer - 1)
        state.canResendCode = state.resendCodeTimer == 0
        return state.canResendCode ? .cancel(id: CancellationID.timer) : .none

      case .resumed:
        return state.resendCodeTimer > 0 ? timer : .none

      case .verificationCodeChanged(let text):
        state.setCode(text)
        return .none

      case .verifyButtonTapped:
        guard state.isVerifyButtonEnabled, let id = state.verificationID else { return .none }
        state.isLoading = true
        state.error = nil
        let code = state.verificationCode.filter(\.isNumber)
        return .request(Action.verifyCodeResponse, cancelled: .requestCancelled) { [authClient] in
          try await authClient.verifyCode(code, id)
          return Empty()
        }
        .cancellable(id: CancellationID.request, cancelInFlight: true)

      case .verifyCodeResponse(.success):
        state.isLoading = false
        state.isAuthenticated = true
        state.forgetVerification()
        return .cancel(id: CancellationID.timer)

      case .backButtonTapped:
        state.isLoading = false
        state.error = nil
        state.forgetVerification()
        return .merge(
          .cancel(id: CancellationID.timer), .cancel(id: CancellationID.request))

      case .passkeyButtonTapped:
        guard !state.isLoading else { return .none }
        state.isLoading = true
        state.error = nil
        // A device gets one request at a time.
        state.suggestedPasskey = nil
        return .merge(
          .cancel(id: CancellationID.suggestion),
          .request(Action.passkeyRequestResponse, cancelled: .requestCancelled) {
            [passkeyClient] in try await passkeyClient.startRequest()
          }
          .cancellable(id: CancellationID.request, cancelInFlight: true))

      case .passkeyRequestResponse(.success(let request)):
        state.passkey = request
        return .none

      case .passkeyAnswered(.answer(let answer)):
        guard state.passkey != nil else { return .none }
        state.passkey = nil
        return signIn(answer)

      case .passkeySuggestionWanted:
        // The code step has no such field; going back requests it again.
        state.isSuggestionWanted = !state.isVerificationCodeSent
        return .none

      case .passkeySuggestionResponse(.success(let suggestion)):
        guard state.passkey == nil, !state.isVerificationCodeSent else { return .none }
        state.suggestedPasskey = suggestion
        return .none

      // The person did not request it: the number and the button are as before. The present request
      // will soon be too old, and the page makes another one later.
      case .passkeySuggestionResponse(.failure):
        state.suggestedPasskey = nil
        return .none

      case .passkeySuggestionAnswered(let answer):
        // A code that is being sent at the same time is ignored.
        guard let suggestion = state.suggestedPasskey else { return .none }
        state.suggestedPasskey = nil
        guard let answer else { return .none }
        if date.now >= suggestion.expiresAt, !state.hasRepeatedSuggestion {
          state.hasRepeatedSuggestion = true
          state.isSuggestionWanted = true
          return .none
        }
        state.isLoading = true
        state.error = nil
        return .merge(.cancel(id: CancellationID.suggestion), signIn(answer))

      case .passkeyAnswered(let outcome):
        guard state.passkey != nil else { return .none }
        state.passkey = nil
        state.isLoading = false
        state.error = outcome.error
        return .none

      case .verifyCodeResponse(.failure(.authenticationFailed(let problem)))
      where state.isVerificationCodeSent:
        state.isLoading = false
        state.setCode("")
        state.codeProblem = problem
        return .none

      case .passkeyRequestResponse(.failure(let error)),
        .sendVerificationCodeResponse(.failure(let error)),
        .verifyCodeResponse(.failure(let error)):
        state.isLoading = false
        state.error = error
        return .none

      case .requestCancelled:
        state.isLoading = false
        return .none

      case .dismissError:
        state.error = nil
        return .none
      }
    }
    .ifLet(\.join, action: \.join) {
      JoinFeature()
    }
    // Makes the request that the browser wanted as soon as no other is under way.
    Reduce { state, _ in
      guard state.isSuggestionWanted, state.mayBeSuggested else { return .none }
      state.isSuggestionWanted = false
      return suggestion
    }
  }

  /// Valid as long as its request, counted from before it was made.
  private var suggestion: Effect<Action> {
    .request(
      Action.passkeySuggestionResponse, cancelled: .passkeySuggestionAnswered(nil)
    ) { [passkeyClient, now = date.now] in
      let request = try await passkeyClient.startSuggestion()
      return Suggestion(
        request: request, expiresAt: now + TimeInterval(request.timeout) / 1_000)
    }
    .cancellable(id: CancellationID.suggestion, cancelInFlight: true)
  }

  private func signIn(_ answer: PasskeyAnswer) -> Effect<Action> {
    .request(Action.verifyCodeResponse, cancelled: .requestCancelled) { [passkeyClient] in
      try await passkeyClient.signIn(answer)
      return Empty()
    }
    .cancellable(id: CancellationID.request, cancelInFlight: true)
  }

  private func sendCode(_ state: inout State) -> Effect<Action> {
    state.isLoading = true
    state.error = nil
    let (number, region) = (state.phoneNumber, state.selectedRegion)
    let email = state.means == .email ? state.emailAddress : nil
    return .request(Action.sendVerificationCodeResponse, cancelled: .requestCancelled) {
      [authClient, performer, invitation = state.join?.token] in
      if let email {
        return try await performer.perform(
          RequestEmailCode(email: email, invitation: invitation)
        ).verificationID.rawValue
      }
      guard let invitation else {
        return try await authClient.sendVerificationCode(number, region)
      }
      return try await performer.perform(
        RequestInvitedCode(invitation: invitation, phoneNumber: number, region: region)
      ).verificationID.rawValue
    }
    .cancellable(id: CancellationID.request, cancelInFlight: true)
  }

  /// Once a second for a minute at most, while the code step is shown.
  private var timer: Effect<Action> {
    .run { [clock] send in
      while true {
        try await clock.sleep(for: .seconds(1))
        await send(.timerTick)
      }
    }
    .cancellable(id: CancellationID.timer, cancelInFlight: true)
  }
}

package import ComposableHTML
package import LifeSignalFeatures
package import LifeSignalModel

/// Signing in: a number or an e-mail address, then the code sent to it.
package struct AuthPage: HTML {
  let state: AuthFeature.State
  let offersPasskeys: Bool
  let registration: Registration
  let send: ActionSender<AuthFeature.Action>

  package init(
    state: AuthFeature.State, offersPasskeys: Bool, registration: Registration = .open,
    send: ActionSender<AuthFeature.Action>
  ) {
    self.state = state
    self.offersPasskeys = offersPasskeys
    self.registration = registration
    self.send = send
  }

  package var body: some HTML {
    main(
      id: "page-sign-in", .class("gate"),
      .page(
        state.isVerificationCodeSent
          ? "sign-in-code" : state.means == .email ? "sign-in-email" : "sign-in-phone"),
      .documentTitle(Phrase("Sign in · LifeSignal"))
    ) {
      div(.class("gate-body")) {
        if state.isVerificationCodeSent {
          CodeStep(state: state, hint: codeHint, send: send)
        } else if let join = state.join, !join.isAccepted {
          JoinStep(state: join, send: send.map { .join($0) })
        } else {
          if let farewell = state.farewell {
            p(id: "sign-in-farewell", .class("card pad"), .announce(farewell.words)) {
              farewell.words
            }
          }
          if state.means == .email {
            EmailStep(
              state: state, offersPasskeys: offersPasskeys, newcomersHint: newcomersHint,
              send: send)
          } else {
            PhoneStep(
              state: state, offersPasskeys: offersPasskeys, newcomersHint: newcomersHint,
              send: send)
          }
          if offersPasskeys {
            PasskeySuggestion(
              suggestion: state.suggestedPasskey,
              reported: send { Self.suggestion($0) })
            Button(
              "sign-in-passkey", "Sign in with a passkey", .soft, .wide,
              disabled: state.isLoading, tap: send(.passkeyButtonTapped))
          }
          ForEach(state.otherMeans) { means in
            Button(
              "sign-in-by-\(means.rawValue)", means.choice, .soft, .wide,
              disabled: state.isLoading, tap: send(.meansChosen(means)))
          }
        }
        if let request = state.passkey {
          PasskeyCeremony(
            kind: .get(request),
            answered: send { PasskeyOutcome(report: $0).map { .passkeyAnswered($0) } })
        }
      }
      p(.class("gate-foot")) {
        state.means == .email
          ? "Your e-mail address is how you sign in. Other people can’t see it here."
          : "Your number is how you sign in. Only people you accept can see it."
      }
    }
    if let error = state.error {
      Dialog.notice(
        "sign-in-error", "Something went wrong", error.message, onDismiss: send(.dismissError))
    }
  }
}

extension AuthPage {
  /// How a stranger without an invitation gets in.
  private var newcomersHint: Phrase? {
    guard state.join == nil else { return nil }
    return switch registration {
    case .open: nil
    case .invited: "New here? Ask someone who uses this server for an invitation."
    case .closed: "New here? This server opens no new accounts. Ask its operator."
    }
  }

  /// The same for every address: it must not reveal whose are registered.
  private var codeHint: Phrase? {
    guard newcomersHint != nil else { return nil }
    return
      "No code after a minute? This server sends codes only to people who have an account or an invitation."
  }

  /// "wanted", or the result of a suggestion.
  fileprivate static func suggestion(_ report: String) -> AuthFeature.Action? {
    if report == "wanted" { return .passkeySuggestionWanted }
    return PasskeyOutcome(report: report).map { outcome in
      if case .answer(let answer) = outcome { return .passkeySuggestionAnswered(answer) }
      return .passkeySuggestionAnswered(nil)
    }
  }
}

extension AuthFeature.Farewell {
  fileprivate var words: Phrase {
    switch self {
    case .signedOut: "You’re signed out."
    case .accountDeleted: "Your account is deleted. We no longer expect check-ins from you."
    }
  }
}

private struct PhoneStep: HTML {
  let state: AuthFeature.State
  let offersPasskeys: Bool
  let newcomersHint: Phrase?
  let send: ActionSender<AuthFeature.Action>

  var body: some HTML {
    div(.class("gate-head")) {
      Logo()
      h1(id: "sign-in-title") { "Enter your phone number" }
      p { "Check in now and then. If you don’t, we contact the people you choose." }
      newcomersHint.map { words in p(id: "sign-in-new") { words } }
    }
    form(id: "phone-form", .noValidate()) {
      Field("region", "Region") {
        RegionChoice(
          id: "region", formName: "region",
          selection: state.isRegionNeeded ? nil : state.selectedRegion,
          likely: state.regionHints.regions,
          choose: send { Region(rawValue: $0).map { .regionChanged($0) } })
      }
      Field(
        "phone-number", "Phone number",
        hint: state.phoneProblem == nil ? hint : nil,
        problem: state.phoneProblem?.words
      ) {
        TextInput(
          id: "phone-number", kind: offersPasskeys ? .phoneOrPasskey : .phone,
          value: state.phoneNumber, name: "phone",
          placeholder: Phrase(
            verbatim: state.isRegionNeeded ? "+" : state.selectedRegion.placeholder),
          isInvalid: state.phoneProblem != nil, isDisabled: state.isLoading, isFocusedFirst: true,
          change: send { .phoneNumberChanged($0) })
      }
      input(id: "sign-in-zone", .type(.hiddenField), .data("zone", ""))
        .on(.change, send { .zoneReported($0) })
      SubmitButton(
        id: "send-code", words: state.isLoading ? "Sending…" : "Send verification code",
        isDisabled: !state.isSignInButtonEnabled)
    }
    .on(.submit, send(.signInButtonTapped))
  }

  private var hint: Phrase {
    if state.isRegionNeeded { return "Choose your region, or start with + and the country code." }
    return state.isPhoneNumberUnknown
      ? "We don’t know this number. Check it, or start with + and the country code."
      : "From another country? Start with + and the country code."
  }
}

private struct EmailStep: HTML {
  let state: AuthFeature.State
  let offersPasskeys: Bool
  let newcomersHint: Phrase?
  let send: ActionSender<AuthFeature.Action>

  var body: some HTML {
    div(.class("gate-head")) {
      Logo()
      h1(id: "sign-in-title") { "Enter your e-mail address" }
      p { "Check in now and then. If you don’t, we contact the people you choose." }
      newcomersHint.map { words in p(id: "sign-in-new") { words } }
    }
    form(id: "email-form", .noValidate()) {
      Field("email-address", "E-mail address", hint: "For example name@example.org") {
        TextInput(
          id: "email-address", kind: offersPasskeys ? .emailOrPasskey : .email,
          value: state.emailAddress, name: "email", isDisabled: state.isLoading,
          isFocusedFirst: true, change: send { .emailChanged($0) })
      }
      SubmitButton(
        id: "send-code", words: state.isLoading ? "Sending…" : "Send verification code",
        isDisabled: !state.isSignInButtonEnabled)
    }
    .on(.submit, send(.signInButtonTapped))
  }
}

extension SignInMeans {
  fileprivate var choice: Phrase {
    switch self {
    case .phone: "Use my phone number"
    case .email: "Use my e-mail address"
    }
  }
}

private struct CodeStep: HTML {
  let state: AuthFeature.State
  let hint: Phrase?
  let send: ActionSender<AuthFeature.Action>

  var body: some HTML {
    div(.class("gate-head")) {
      Logo()
      h1(id: "sign-in-title") { "Enter verification code" }
      p {
        state.means == .email
          ? "Enter the code from the e-mail to \(state.destination)"
          : "Enter the verification code sent to \(state.destination)"
      }
      hint.map { words in p(id: "sign-in-no-code") { words } }
    }
    form(id: "code-form", .noValidate(), .module("code-entry")) {
      Field("verification-code", "Verification code", problem: state.codeProblem) {
        TextInput(
          id: "verification-code", kind: .oneTimeCode, value: state.verificationCode, name: "code",
          placeholder: "XXX-XXX", isInvalid: state.codeProblem != nil, isFocusedFirst: true,
          change: send { .verificationCodeChanged($0) })
      }
      SubmitButton(
        id: "verify-code", words: state.isLoading ? "Verifying…" : "Verify",
        isDisabled: !state.isVerifyButtonEnabled)
      div(.class("buttons centred")) {
        Button(
          "change-number",
          state.means == .email ? "Change e-mail address" : "Change phone number", .link,
          .small, disabled: state.isLoading, tap: send(.backButtonTapped))
        Button(
          "resend-code",
          state.canResendCode ? "Resend code" : "Resend code in \(state.resendCodeTimer) s", .link,
          .small, disabled: !state.canResendCode || state.isLoading,
          tap: send(.resendCodeButtonTapped))
      }
    }
    .on(.submit, send(.verifyButtonTapped))
  }
}

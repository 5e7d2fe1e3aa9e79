import ComposableHTML
import Foundation
import LifeSignalFeatures
import LifeSignalModel
import LifeSignalPages
import Testing

@Suite struct `Sign-in page` {
  private func page(
    _ change: (inout AuthFeature.State) -> Void = { _ in }
  ) -> (AppPage, Sent<AppFeature.Action>) {
    var state = AppFeature.State()
    state.isInitializing = false
    change(&state.auth)
    let sent = Sent<AppFeature.Action>()
    return (Samples.page(state, send: sent.sender), sent)
  }

  @Test func `asks for region and number`() {
    let (page, sent) = page()
    let markup = page.rendered()
    #expect(markup.contains("Enter your phone number"))
    #expect(markup.contains(#"type="tel""#))
    #expect(markup.contains(#"autocomplete="tel""#))
    #expect(markup.contains(#"placeholder="(201) 555-0123""#))
    page.perform("change", on: "region", value: "UK")
    page.perform("input", on: "phone-number", value: "212")
    page.perform("submit", on: "phone-form")
    #expect(
      sent.actions == [
        .auth(.regionChanged(.unitedKingdom)), .auth(.phoneNumberChanged("212")),
        .auth(.signInButtonTapped),
      ])
  }

  @Test func `confirms how the last person left`() {
    #expect(!page().0.rendered().contains("sign-in-farewell"))
    let signedOut = page { $0.farewell = .signedOut }.0.rendered()
    #expect(signedOut.contains(#"data-announce="You’re signed out.""#))
    let deleted = page { $0.farewell = .accountDeleted }.0.rendered()
    #expect(deleted.contains("Your account is deleted. We no longer expect check-ins from you."))
  }

  @Test func `offered passkeys are among the suggestions, without a dialog`() {
    var state = AuthFeature.State()
    let sent = Sent<AuthFeature.Action>()
    let asking = AuthPage(state: state, offersPasskeys: true, send: sent.sender)
    #expect(asking.rendered().contains(#"autocomplete="username webauthn""#))
    asking.perform("report", on: "passkey-suggestion-", value: "wanted")
    asking.perform("report", on: "passkey-suggestion-", value: "cancelled")
    asking.perform("report", on: "passkey-suggestion-", value: "nonsense")
    #expect(sent.actions == [.passkeySuggestionWanted, .passkeySuggestionAnswered(nil)])

    state.suggestedPasskey = AuthFeature.Suggestion(
      request: PasskeyRequest(
        for: RelyingParty(origin: "https://safe.example")!, challenge: Data([1, 2, 3])),
      expiresAt: Date(timeIntervalSince1970: 300))
    let suggesting = AuthPage(state: state, offersPasskeys: true, send: sent.sender)
    #expect(suggesting.rendered().contains(#"data-ceremony="suggest""#))
    #expect(suggesting.rendered().contains("&quot;challenge&quot;:&quot;AQID&quot;"))
    // A reloaded page counts from when the question was asked.
    #expect(suggesting.rendered().contains(#"data-until="300000""#))
    state.isVerificationCodeSent = true
    #expect(
      !AuthPage(state: state, offersPasskeys: true, send: sent.sender).rendered()
        .contains("passkey-suggestion"))
  }

  @Test func `the code field is filled by the phone itself where it can`() {
    let (page, sent) = page { $0.isVerificationCodeSent = true }
    #expect(page.rendered().contains(#"autocomplete="one-time-code""#))
    page.perform("input", on: "verification-code", value: "123456")
    page.perform("submit", on: "code-form")
    page.perform("click", on: "change-number")
    #expect(
      sent.actions == [
        .auth(.verificationCodeChanged("123456")), .auth(.verifyButtonTapped),
        .auth(.backButtonTapped),
      ])
  }

  @Test func `a wrong code is named at its field, not in a dialog`() {
    let markup = page {
      $0.isVerificationCodeSent = true
      $0.codeProblem = Refusal.codeWrong(triesLeft: 4).phrase
    }.0.rendered()
    #expect(markup.contains(#"id="verification-code-problem""#))
    #expect(markup.contains(#"aria-describedby="verification-code-problem""#))
    #expect(!markup.contains("sign-in-error"))
    #expect(markup.contains(#"<form id="code-form" novalidate data-module="code-entry""#))
  }

  @Test func `a new code can be had only after the countdown`() {
    let (waiting, _) = page {
      $0.isVerificationCodeSent = true
      $0.resendCodeTimer = 42
    }
    #expect(waiting.rendered().contains("Resend code in 42 s"))
    #expect(!waiting.perform("click", on: "resend-code"))
    let (ready, sent) = page {
      $0.isVerificationCodeSent = true
      $0.canResendCode = true
    }
    ready.perform("click", on: "resend-code")
    #expect(sent.actions == [.auth(.resendCodeButtonTapped)])
  }

  @Test func `an error is shown in a dialog`() {
    let (page, sent) = page { $0.error = .rateLimited }
    #expect(page.rendered().contains("Please wait a moment and try again."))
    page.perform("click", on: "sign-in-error-ok")
    #expect(sent.actions == [.auth(.dismissError)])
  }

  @Test func `offers the other means that the server has`() {
    #expect(!page().0.rendered().contains("sign-in-by-"))
    let (page, sent) = page { $0.offeredMeans = [.phone, .email] }
    #expect(page.rendered().contains("Use my e-mail address"))
    page.perform("click", on: "sign-in-by-email")
    #expect(sent.actions == [.auth(.meansChosen(.email))])
  }

  @Test func `asks for an e-mail address alone where the server sends only mail`() {
    let (page, sent) = page { $0.offeredMeans = [.email] }
    let markup = page.rendered()
    #expect(markup.contains("Enter your e-mail address"))
    #expect(markup.contains(#"inputmode="email""#))
    #expect(!markup.contains("phone-number") && !markup.contains("sign-in-by-"))
    page.perform("input", on: "email-address", value: "dana@example.org")
    page.perform("submit", on: "email-form")
    #expect(
      sent.actions == [.auth(.emailChanged("dana@example.org")), .auth(.signInButtonTapped)])
  }

  @Test func `names the address to which it has sent mail`() {
    let markup = page {
      $0.offeredMeans = [.email]
      $0.emailAddress = "Dana@Example.org"
      $0.isVerificationCodeSent = true
    }.0.rendered()
    #expect(markup.contains("Enter the code from the e-mail to dana@example.org"))
    #expect(markup.contains("Change e-mail address"))
  }

  @Test func `shows nothing of the app`() {
    let markup = page().0.rendered()
    #expect(!markup.contains(#"id="tabs""#))
    #expect(!markup.contains("check-in-form"))
  }

  @Test func `a number of another country is refused in words, and nothing of it is cut`() {
    let british = page {
      $0.phoneNumber = PhoneNumber.editing("07700 900123", region: .unitedStates)
    }.0.rendered()
    #expect(british.contains(#"value="07700900123""#))
    #expect(british.contains("This isn’t a US (+1) number."))
    #expect(british.contains("start with + and the country code"))
    let nowhere = page {
      $0.phoneNumber = PhoneNumber.editing("+999 151 23456789", region: .unitedStates)
    }.0.rendered()
    #expect(nowhere.contains("No country has this country code."))
    #expect(!page { $0.phoneNumber = "212-555" }.0.rendered().contains("phone-number-problem"))
    let unknown = page {
      $0.selectedRegion = Region(code: "DE") ?? .unitedStates
      $0.phoneNumber = "0999 12345"
    }.0.rendered()
    #expect(unknown.contains("We don’t know this number."))
    #expect(!unknown.contains("phone-number-problem"))
  }

  @Test func `no region looks chosen where language and zone contradict each other`() throws {
    let italy = try #require(Region(code: "IT"))
    let (page, sent) = page {
      $0.suggest(italy)
      $0.regionHints.zone = .unitedKingdom
    }
    let markup = page.rendered()
    #expect(markup.contains(#"<option value="" selected>Choose your region</option>"#))
    #expect(!markup.contains(#"value="US" selected"#))
    #expect(markup.contains("Choose your region, or start with + and the country code."))
    // Both of them come first.
    let regions = markup.matches(of: /<option value="([A-Z]{2})"/).map { String($0.1) }
    #expect(regions.prefix(3) == ["IT", "UK", "AF"])
    page.perform("change", on: "region", value: "")
    page.perform("change", on: "region", value: "CA")
    #expect(sent.actions == [.auth(.regionChanged(.canada))])
  }

  @Test func `all countries are offered, once, by their names in the page's language`() throws {
    let germany = try #require(Region(code: "DE"))
    let page = page { $0.suggest(germany) }.0
    for (language, first, name, last) in [
      (Language.english, "AF", "Germany (+49)", "ZW"), (.german, "AF", "Deutschland (+49)", "CY"),
      (.french, "AF", "Allemagne (+49)", "ZW"), (.chinese, nil, "德国 (+49)", nil),
      (.spanish, "AF", "Alemania (+49)", "ZW"),
      (.arabic, nil, "ألمانيا (\u{2066}+49\u{2069})", nil),
    ] as [(Language, String?, String, String?)] {
      let markup = InLanguage(Catalogue(language)) { page }.rendered()
      #expect(markup.contains(#"<option value="DE" selected>\#(name)</option>"#), "\(language)")
      let regions = markup.matches(of: /<option value="([A-Z]{2})"/).map { String($0.1) }
      #expect(regions.count == Region.allCases.count && regions.first == "DE")
      #expect(Set(regions) == Set(Region.allCases.map(\.rawValue)))
      if let first { #expect(regions[1] == first, "\(language)") }
      if let last { #expect(regions.last == last, "\(language)") }
    }
  }
}

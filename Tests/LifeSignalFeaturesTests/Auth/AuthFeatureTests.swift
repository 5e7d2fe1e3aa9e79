import Composable
import ComposableTesting
import Foundation
import LifeSignalFeatures
import LifeSignalModel
import Testing

@Suite struct AuthFeatureTests {
  private let clock = TestClock()

  private func makeStore(
    _ change: (inout AuthFeature.State) -> Void = { _ in },
    _ update: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<AuthFeature> {
    var state = AuthFeature.State()
    change(&state)
    return TestStore(initialState: state) {
      AuthFeature()
    } withDependencies: {
      $0.continuousClock = clock
      update(&$0)
    }
  }

  private func codeSent(_ state: inout AuthFeature.State) {
    state.phoneNumber = "(212) 555-0101"
    state.isPhoneNumberValid = true
    state.isVerificationCodeSent = true
    state.verificationID = "v1"
  }

  @Test func `a number is formatted and checked while it is typed`() async {
    let store = makeStore()
    await store.send(.phoneNumberChanged("2125550")) { $0.phoneNumber = "212-5550" }
    await store.send(.signInButtonTapped)
    // Too long for the region: it is kept as it is, and no code can be asked for.
    await store.send(.phoneNumberChanged("212555010199")) { $0.phoneNumber = "212555010199" }
    #expect(store.state.phoneProblem == .doesNotFit(.unitedStates))
    await store.send(.signInButtonTapped)
    await store.send(.phoneNumberChanged("2125550101")) {
      $0.phoneNumber = "(212) 555-0101"
      $0.isPhoneNumberValid = true
    }
    await store.send(.regionChanged(.australia)) {
      $0.selectedRegion = .australia
      $0.isRegionChosen = true
      // Australian numbers have nine digits.
      $0.phoneNumber = "2125550101"
      $0.isPhoneNumberValid = false
    }
  }

  @Test func `a range that is unknown is explained, and works with its country code`() async throws
  {
    let germany = try #require(Region(code: "DE"))
    let store = makeStore { $0.selectedRegion = germany }
    await store.send(.phoneNumberChanged("099912345")) { $0.phoneNumber = "09991 2345" }
    #expect(store.state.isPhoneNumberUnknown && store.state.phoneProblem == nil)
    #expect(!store.state.isSignInButtonEnabled)
    await store.send(.phoneNumberChanged("+4999912345")) {
      $0.phoneNumber = "+49 9991 2345"
      $0.isPhoneNumberValid = true
    }
    #expect(!store.state.isPhoneNumberUnknown && store.state.isSignInButtonEnabled)
  }

  @Test func `the browser's zone names the region until it is known better`() async {
    let store = makeStore()
    await store.send(.zoneReported("Etc/UTC"))
    await store.send(.zoneReported("Europe/London")) {
      $0.regionHints.zone = .unitedKingdom
      $0.selectedRegion = .unitedKingdom
    }
    await store.send(.phoneNumberChanged("07400123456")) {
      $0.phoneNumber = "07400 123456"
      $0.isPhoneNumberValid = true
    }
    await store.send(.regionChanged(.unitedKingdom)) { $0.isRegionChosen = true }
    await store.send(.zoneReported("Australia/Perth")) { $0.regionHints.zone = .australia }
    #expect(!store.state.isRegionNeeded && store.state.isSignInButtonEnabled)
  }

  /// Ten digits of an Italian, Indian or Mexican number would pass for those of an American.
  @Test(arguments: ["Europe/Rome", "Asia/Kolkata", "America/Mexico_City", "Europe/Istanbul"])
  func `a number typed under another country than the zone's is not used without a choice`(
    zone: String
  ) async throws {
    let region = try #require(Zone(zone).flatMap(Region.init(zone:)))
    let store = makeStore { $0.suggest(.unitedStates) }
    await store.send(.phoneNumberChanged("3472345678")) {
      $0.phoneNumber = "(347) 234-5678"
      $0.isPhoneNumberValid = true
    }
    await store.send(.zoneReported(zone)) {
      $0.regionHints.zone = region
      $0.isPhoneNumberValid = false
    }
    #expect(store.state.phoneProblem == .noCountry)
    await store.send(.signInButtonTapped)
    await store.send(.phoneNumberChanged("+13472345678")) {
      $0.phoneNumber = "+1 347-234-5678"
      $0.isPhoneNumberValid = true
    }
    #expect(store.state.phoneProblem == nil)
    await store.send(.phoneNumberChanged("3472345678")) {
      $0.phoneNumber = "(347) 234-5678"
      $0.isPhoneNumberValid = false
    }
    await store.send(.regionChanged(.unitedStates)) {
      $0.isRegionChosen = true
      $0.isPhoneNumberValid = true
    }
    #expect(!store.state.isRegionNeeded)
  }

  @Test func `a language and a zone of two countries leave the region open`() async throws {
    let germany = try #require(Region(code: "DE"))
    let store = makeStore { $0.suggest(germany) }
    #expect(store.state.selectedRegion == germany && !store.state.isRegionNeeded)
    await store.send(.zoneReported("Europe/London")) { $0.regionHints.zone = .unitedKingdom }
    #expect(store.state.isRegionNeeded)
    await store.send(.phoneNumberChanged("015123456789")) { $0.phoneNumber = "01512 3456789" }
    #expect(store.state.phoneProblem == .noCountry)
    #expect(!store.state.isSignInButtonEnabled)
  }

  @Test func `a code is asked for once, and again only after sixty seconds`() async {
    let calls = Calls<String>()
    let store = makeStore {
      $0.phoneNumber = "(212) 555-0101"
      $0.isPhoneNumberValid = true
    } _: {
      $0.authClient.sendVerificationCode = { number, region in
        calls.note("\(region.rawValue) \(number)")
        return "v\(calls.count)"
      }
    }
    await store.send(.signInButtonTapped) { $0.isLoading = true }
    await store.send(.signInButtonTapped)
    await store.receive(.sendVerificationCodeResponse(.success("v1"))) {
      $0.isLoading = false
      $0.verificationID = "v1"
      $0.isVerificationCodeSent = true
      $0.resendCodeTimer = 60
    }
    for left in (1...59).reversed() {
      await clock.advance(by: .seconds(1))
      await store.receive(.timerTick) { $0.resendCodeTimer = left }
      await store.send(.resendCodeButtonTapped)
    }
    await clock.advance(by: .seconds(1))
    await store.receive(.timerTick) {
      $0.resendCodeTimer = 0
      $0.canResendCode = true
    }
    await store.finish()
    await store.send(.resendCodeButtonTapped) { $0.isLoading = true }
    await store.receive(.sendVerificationCodeResponse(.success("v2"))) {
      $0.isLoading = false
      $0.verificationID = "v2"
      $0.canResendCode = false
      $0.resendCodeTimer = 60
    }
    await store.send(.backButtonTapped) {
      $0.isVerificationCodeSent = false
      $0.verificationID = nil
      $0.resendCodeTimer = 0
    }
    await store.finish()
    #expect(calls.all == ["US (212) 555-0101", "US (212) 555-0101"])
  }

  @Test func `six digits are a code, with or without the hyphen`() async {
    let codes = Calls<String>()
    let store = makeStore(codeSent) {
      $0.authClient.verifyCode = { code, id in codes.note("\(id) \(code)") }
    }
    await store.send(.verificationCodeChanged("123-45")) { $0.verificationCode = "123-45" }
    await store.send(.verifyButtonTapped)
    await store.send(.verificationCodeChanged("123-4567")) {
      $0.verificationCode = "123-456"
      $0.isVerificationCodeValid = true
    }
    await store.send(.verifyButtonTapped) { $0.isLoading = true }
    await store.send(.verifyButtonTapped)
    await store.receive(.verifyCodeResponse(.success(Empty()))) {
      $0.isLoading = false
      $0.isAuthenticated = true
      $0.verificationCode = ""
      $0.isVerificationCodeValid = false
      $0.verificationID = nil
      $0.isVerificationCodeSent = false
    }
    #expect(codes.all == ["v1 123456"])
  }

  @Test func `a wrong code is named at its field, which is empty for the next one`() async {
    let store = makeStore {
      codeSent(&$0)
      $0.verificationCode = "123-456"
      $0.isVerificationCodeValid = true
    } _: {
      $0.authClient.verifyCode = { _, _ in throw Refusal.codeWrong(triesLeft: 4) }
    }
    await store.send(.verifyButtonTapped) { $0.isLoading = true }
    let problem = Refusal.codeWrong(triesLeft: 4).phrase
    await store.receive(.verifyCodeResponse(.failure(.authenticationFailed(problem)))) {
      $0.isLoading = false
      $0.verificationCode = ""
      $0.isVerificationCodeValid = false
      $0.codeProblem = problem
    }
    await store.send(.verificationCodeChanged("1")) {
      $0.verificationCode = "1"
      $0.codeProblem = nil
    }
  }

  @Test func `a code that could not be compared stays in its field`() async {
    let store = makeStore {
      codeSent(&$0)
      $0.verificationCode = "123-456"
      $0.isVerificationCodeValid = true
    } _: {
      $0.authClient.verifyCode = { _, _ in throw UserFacingError.networkError }
    }
    await store.send(.verifyButtonTapped) { $0.isLoading = true }
    await store.receive(.verifyCodeResponse(.failure(.networkError))) {
      $0.isLoading = false
      $0.error = .networkError
    }
  }

  @Test func `without a verification nothing is verified`() async {
    let store = makeStore {
      $0.verificationCode = "123-456"
      $0.isVerificationCodeValid = true
    }
    await store.send(.verifyButtonTapped)
  }

  @Test func `going back forgets the code, the timer and an answer on its way`() async {
    let answer = Answer<Empty>()
    let store = makeStore {
      codeSent(&$0)
      $0.verificationCode = "123-456"
      $0.isVerificationCodeValid = true
    } _: {
      $0.authClient.verifyCode = { _, _ in _ = try await answer() }
    }
    await store.send(.verifyButtonTapped) { $0.isLoading = true }
    await store.send(.backButtonTapped) {
      $0.isLoading = false
      $0.verificationCode = ""
      $0.isVerificationCodeValid = false
      $0.verificationID = nil
      $0.isVerificationCodeSent = false
    }
    answer.give(Empty())
    await store.finish()
    #expect(!store.state.isAuthenticated)
  }

  @Test func `a code that could not be sent says why and keeps the number`() async {
    let calls = Calls<Int>()
    let store = makeStore {
      $0.phoneNumber = "(212) 555-0101"
      $0.isPhoneNumberValid = true
    } _: {
      $0.authClient.sendVerificationCode = { _, _ in
        if calls.next() == 1 { throw AuthError.rateLimitError("") }
        throw CancellationError()
      }
    }
    await store.send(.signInButtonTapped) { $0.isLoading = true }
    await store.receive(.sendVerificationCodeResponse(.failure(.rateLimited))) {
      $0.isLoading = false
      $0.error = .rateLimited
    }
    await store.send(.signInButtonTapped) {
      $0.isLoading = true
      $0.error = nil
    }
    await store.receive(.requestCancelled) { $0.isLoading = false }
    #expect(!store.state.isVerificationCodeSent && store.state.isSignInButtonEnabled)
  }

  @Test func `a countdown that was put away goes on; without one nothing starts`() async {
    let store = makeStore { $0.resendCodeTimer = 2 }
    await store.send(.resumed)
    await store.send(.resumed)
    for left in [1, 0] {
      await clock.advance(by: .seconds(1))
      await store.receive(.timerTick) {
        $0.resendCodeTimer = left
        $0.canResendCode = left == 0
      }
    }
    await store.send(.resumed)
    await store.finish()
  }

  @Test func `a code that comes after going back does not open its step`() async {
    let answer = Answer<String>()
    let store = makeStore {
      $0.phoneNumber = "(212) 555-0101"
      $0.isPhoneNumberValid = true
    } _: {
      $0.authClient.sendVerificationCode = { _, _ in try await answer() }
    }
    await store.send(.signInButtonTapped) { $0.isLoading = true }
    await store.send(.backButtonTapped) { $0.isLoading = false }
    answer.give("v1")
    await store.finish()
    #expect(answer.cancellations == 1)
  }
}

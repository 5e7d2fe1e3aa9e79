import Composable
import ComposableTesting
import LifeSignalFeatures
import LifeSignalModel
import Testing

@Suite struct PhoneChangeTests {
  private func makeStore(
    _ change: (inout ProfileFeature.State) -> Void = { _ in },
    _ clients: @escaping (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<ProfileFeature> {
    var state = ProfileFeature.State()
    state.profile = UserProfile(Sample.user)
    change(&state)
    return TestStore(initialState: state) {
      ProfileFeature()
    } withDependencies: {
      clients(&$0)
    }
  }

  private func asked(_ state: inout ProfileFeature.State) {
    state.sheet = .editPhone
    state.editingPhone = "(212) 555-0199"
    state.isCodeSent = true
    state.verificationID = "v"
    state.verificationCode = "123-456"
  }

  @Test func `a number, a code to it, the code back`() async {
    let store = makeStore {
      _ in
    } _: {
      $0.authClient.sendVerificationCode = { number, region in "\(number) \(region.rawValue)" }
      $0.authClient.updatePhoneNumber = { code, id, _ in
        code == "123456" && id == "(212) 555-0199 US" ? "+12125550199" : ""
      }
    }
    await store.send(.startPhoneNumberChange) { $0.sheet = .editPhone }
    await store.send(.setEditingPhone("2125550")) { $0.editingPhone = "212-5550" }
    await store.send(.sendPhoneChangeVerificationCode)
    await store.send(.setEditingPhone("2125550199")) { $0.editingPhone = "(212) 555-0199" }
    #expect(store.state.newPhoneNumber == "+1 212-555-0199")
    await store.send(.sendPhoneChangeVerificationCode) { $0.isLoading = true }
    await store.send(.sendPhoneChangeVerificationCode)
    await store.receive(
      .sendPhoneChangeVerificationCodeResponse(.success("(212) 555-0199 US"))
    ) {
      $0.isLoading = false
      $0.isCodeSent = true
      $0.verificationID = "(212) 555-0199 US"
    }
    await store.send(.setVerificationCode("12345678")) { $0.verificationCode = "123-456" }
    await store.send(.verifyPhoneChangeCode)
    await store.receive(.verifyPhoneChangeCodeResponse(.success(Empty())))
    await store.receive(.updateUserPhoneNumber) { $0.isLoading = true }
    await store.receive(.updateUserPhoneNumberResponse(.success("+12125550199"))) {
      $0.isLoading = false
      $0.sheet = nil
      $0.editingPhone = ""
      $0.isCodeSent = false
      $0.verificationID = nil
      $0.verificationCode = ""
      $0.profile.phoneNumber = "+12125550199"
      $0.feedback = .phoneNumberUpdated
    }
    await store.send(.dismissFeedback) { $0.feedback = nil }
  }

  @Test(arguments: [
    Refusal.phoneNumberTaken, .codeWrong(triesLeft: 3), .codeExpired, .tooManyTries,
  ])
  func `each refusal stands below the field in its own words`(refusal: Refusal) async {
    let store = makeStore(asked) {
      $0.authClient.updatePhoneNumber = { _, _, _ in throw refusal }
    }
    await store.send(.updateUserPhoneNumber) { $0.isLoading = true }
    await store.receive(.updateUserPhoneNumberResponse(.failure(refusal.userFacingError))) {
      $0.isLoading = false
      $0.phoneErrorMessage = refusal.userFacingError.message
    }
    #expect(store.state.phoneErrorMessage == refusal.phrase)
    await store.send(.setVerificationCode("1")) {
      $0.verificationCode = "1"
      $0.phoneErrorMessage = nil
    }
  }

  @Test func `a short code is not sent`() async {
    let store = makeStore {
      asked(&$0)
      $0.verificationCode = "123"
    }
    await store.send(.verifyPhoneChangeCode)
    let error = UserFacingError.validation(
      title: "Please check what you entered", message: "Enter the six digits of the code.")
    await store.receive(.verifyPhoneChangeCodeResponse(.failure(error))) {
      $0.phoneErrorMessage = "Enter the six digits of the code."
    }
  }

  @Test func `a code that could not be sent says why`() async {
    let store = makeStore({ $0.editingPhone = "(212) 555-0199" }) {
      $0.authClient.sendVerificationCode = { _, _ in throw AuthError.networkError("") }
    }
    await store.send(.sendPhoneChangeVerificationCode) { $0.isLoading = true }
    await store.receive(.sendPhoneChangeVerificationCodeResponse(.failure(.networkError))) {
      $0.isLoading = false
      $0.phoneErrorMessage = UserFacingError.networkError.message
    }
  }

  @Test func `closing the sheet calls off what is on its way and forgets the rest`() async {
    let answer = Answer<String>()
    let store = makeStore(asked) {
      $0.authClient.updatePhoneNumber = { _, _, _ in try await answer() }
    }
    await store.send(.updateUserPhoneNumber) { $0.isLoading = true }
    await store.send(.cancelPhoneNumberChange) {
      $0.isLoading = false
      $0.sheet = nil
      $0.editingPhone = ""
      $0.isCodeSent = false
      $0.verificationID = nil
      $0.verificationCode = ""
    }
    await store.finish()
  }

  @Test func `the region formats what is typed`() async {
    let store = makeStore()
    await store.send(.setEditingPhone("2079460018")) { $0.editingPhone = "(207) 946-0018" }
    await store.send(.setEditingPhoneRegion(.unitedKingdom)) {
      $0.editingPhoneRegion = .unitedKingdom
      $0.editingPhone = "2079460018"
    }
  }
}

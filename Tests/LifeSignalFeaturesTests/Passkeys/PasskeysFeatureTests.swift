import Composable
import ComposableTesting
import Foundation
import LifeSignalFeatures
import LifeSignalModel
import Synchronization
import Testing

@Suite struct PasskeysFeatureTests {
  private static let phone = PasskeyData(id: "7", name: "Phone", createdAt: Sample.now)
  private static let laptop = PasskeyData(id: "8", name: "Laptop", createdAt: Sample.now)
  private static let answer = PasskeyAnswer(
    id: "AQ", response: .init(clientDataJSON: "e30", attestationObject: "oA"))
  private static let party = RelyingParty(origin: "https://safe.example")!
  private static let request = PasskeyRequest(for: party, challenge: Data([1]))
  private static let creation = PasskeyCreation(
    of: Person(
      id: "1", phoneNumber: "+15550100001", phoneRegion: .unitedStates, qrCode: "C",
      createdAt: Sample.now, updatedAt: Sample.now, lastSignInAt: Sample.now),
    for: party, challenge: Data([1]), mine: [])

  private func makeStore(
    _ performer: ScriptedPerformer = ScriptedPerformer(),
    _ change: @escaping @Sendable (inout PasskeyClient) -> Void = { _ in }
  ) -> TestStoreOf<PasskeysFeature> {
    var state = PasskeysFeature.State()
    state.passkeys = [Self.phone]
    return TestStore(initialState: state) {
      PasskeysFeature()
    } withDependencies: {
      $0.performer = performer
      change(&$0.passkeyClient)
    }
  }

  @Test func `a server without passkeys shows no list and no error`() async {
    let store = makeStore(
      ScriptedPerformer().on(GetPasskeys.self) { _ in throw Refusal.passkeysNotOffered })
    await store.send(.onAppear)
    await store.receive(\.passkeysResponse) { $0.passkeys = nil }
  }

  @Test func `the device is asked, and its answer kept`() async {
    let store = makeStore {
      $0.startRegistration = { Self.creation }
      $0.register = { _ in Self.laptop }
    }
    await store.send(.addButtonTapped) { $0.isLoading = true }
    await store.send(.addButtonTapped)
    await store.receive(\.creationResponse) { $0.creation = Self.creation }
    await store.send(.answered(.answer(Self.answer))) { $0.creation = nil }
    await store.receive(\.registerResponse) {
      $0.isLoading = false
      $0.passkeys = [Self.laptop, Self.phone]
    }
  }

  @Test func `an answer without a question is ignored`() async {
    let store = makeStore()
    await store.send(.answered(.answer(Self.answer)))
  }

  @Test func `a person's no is no error, a device's is`() async {
    let store = makeStore { $0.startRegistration = { Self.creation } }
    await store.send(.addButtonTapped) { $0.isLoading = true }
    await store.receive(\.creationResponse) { $0.creation = Self.creation }
    await store.send(.answered(.cancelled)) {
      $0.creation = nil
      $0.isLoading = false
    }
    await store.send(.addButtonTapped) { $0.isLoading = true }
    await store.receive(\.creationResponse) { $0.creation = Self.creation }
    await store.send(.answered(.exists)) {
      $0.creation = nil
      $0.isLoading = false
      $0.error = Refusal.passkeyExists.userFacingError
    }
  }

  @Test func `a passkey gets another name`() async {
    let asked = Calls<RenamePasskey>()
    let store = makeStore(
      ScriptedPerformer().on(RenamePasskey.self) {
        asked.note($0)
        return Empty()
      }
      .on(GetPasskeys.self) { _ in
        ItemList([PasskeyData(id: "7", name: "Mine", createdAt: Sample.now)])
      })
    await store.send(.renameButtonTapped(Self.phone)) {
      $0.renaming = .init(id: "7", name: "Phone")
    }
    await store.send(.nameChanged("")) { $0.renaming?.name = "" }
    await store.send(.renameConfirmed)
    await store.send(.nameChanged("Mine ")) { $0.renaming?.name = "Mine " }
    await store.send(.renameConfirmed) { $0.isLoading = true }
    await store.receive(\.renameResponse) {
      $0.isLoading = false
      $0.renaming = nil
      $0.passkeys?[0].name = "Mine"
    }
    #expect(asked.all == [RenamePasskey(id: "7", name: "Mine ")])
  }

  @Test func `a passkey is removed after a question`() async {
    let asked = Calls<RemovePasskey>()
    let store = makeStore(
      ScriptedPerformer().on(RemovePasskey.self) {
        asked.note($0)
        return Empty()
      })
    await store.send(.removeConfirmed)
    await store.send(.removeButtonTapped(Self.phone)) { $0.pendingRemoval = Self.phone }
    await store.send(.removeConfirmed) { $0.isLoading = true }
    await store.receive(\.removeResponse) {
      $0.isLoading = false
      $0.pendingRemoval = nil
      $0.passkeys = []
    }
    #expect(asked.all == [RemovePasskey(id: "7")])
  }

  private static let gone = UserFacingError.validation(
    title: "Already removed", message: "This passkey was already removed.")

  @Test func `a passkey removed in another browser leaves the list when it is removed here`() async
  {
    let store = makeStore(
      ScriptedPerformer()
        .on(RemovePasskey.self) { _ in throw Refusal.passkeyNotFound }
        .on(GetPasskeys.self) { _ in ItemList([Self.laptop]) })
    await store.send(.removeButtonTapped(Self.phone)) { $0.pendingRemoval = Self.phone }
    await store.send(.removeConfirmed) { $0.isLoading = true }
    await store.receive(\.removeResponse) {
      $0.isLoading = false
      $0.pendingRemoval = nil
      $0.passkeys = []
      $0.error = Self.gone
    }
    await store.receive(\.onAppear)
    await store.receive(\.passkeysResponse) { $0.passkeys = [Self.laptop] }
  }

  @Test func `a passkey removed in another browser leaves the list when it is renamed here`() async
  {
    let store = makeStore(
      ScriptedPerformer()
        .on(RenamePasskey.self) { _ in throw Refusal.passkeyNotFound }
        .on(GetPasskeys.self) { _ in ItemList([Self.laptop]) })
    await store.send(.renameButtonTapped(Self.phone)) {
      $0.renaming = .init(id: "7", name: "Phone")
    }
    await store.send(.renameConfirmed) { $0.isLoading = true }
    await store.receive(\.renameResponse) {
      $0.isLoading = false
      $0.renaming = nil
      $0.passkeys = []
      $0.error = Self.gone
    }
    await store.receive(\.onAppear)
    await store.receive(\.passkeysResponse) { $0.passkeys = [Self.laptop] }
  }

  @Test func `signing in with one is signing in`() async {
    let store = TestStore(initialState: AuthFeature.State()) {
      AuthFeature()
    } withDependencies: {
      $0.passkeyClient.startRequest = { Self.request }
      $0.passkeyClient.signIn = { _ in }
    }
    await store.send(.passkeyAnswered(.answer(Self.answer)))
    await store.send(.passkeyButtonTapped) { $0.isLoading = true }
    await store.receive(\.passkeyRequestResponse) { $0.passkey = Self.request }
    await store.send(.passkeyAnswered(.answer(Self.answer))) { $0.passkey = nil }
    await store.receive(\.verifyCodeResponse) {
      $0.isLoading = false
      $0.isAuthenticated = true
    }
  }

  private static let suggestion = AuthFeature.Suggestion(
    request: request, expiresAt: Sample.now + 300)

  private func signInStore(
    _ state: AuthFeature.State = AuthFeature.State(), clock: MovableDate = MovableDate(),
    _ update: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<AuthFeature> {
    TestStore(initialState: state) {
      AuthFeature()
    } withDependencies: {
      $0.date = clock.generator
      $0.passkeyClient.startRequest = { Self.request }
      $0.passkeyClient.startSuggestion = { Self.request }
      update(&$0)
    }
  }

  @Test func `a suggestion that is taken signs in`() async {
    let store = signInStore { $0.passkeyClient.signIn = { _ in } }
    await store.send(.passkeySuggestionAnswered(Self.answer))
    await store.send(.passkeySuggestionWanted)
    await store.receive(\.passkeySuggestionResponse) { $0.suggestedPasskey = Self.suggestion }
    await store.send(.passkeySuggestionAnswered(Self.answer)) {
      $0.suggestedPasskey = nil
      $0.isLoading = true
    }
    await store.receive(\.verifyCodeResponse) {
      $0.isLoading = false
      $0.isAuthenticated = true
    }
  }

  @Test func `a suggestion that is not taken, or cannot be made, is not spoken of`() async {
    let store = signInStore()
    await store.send(.passkeySuggestionWanted)
    await store.receive(\.passkeySuggestionResponse) { $0.suggestedPasskey = Self.suggestion }
    await store.send(.passkeySuggestionAnswered(nil)) { $0.suggestedPasskey = nil }

    let refusing = signInStore {
      $0.passkeyClient.startSuggestion = { throw Refusal.passkeysNotOffered }
    }
    await refusing.send(.passkeySuggestionWanted)
    await refusing.receive(\.passkeySuggestionResponse)
  }

  @Test func `a question that cannot be renewed is taken from the page`() async {
    var state = AuthFeature.State()
    state.suggestedPasskey = Self.suggestion
    let store = signInStore(state) {
      $0.passkeyClient.startSuggestion = { throw Refusal.tooManyRequests(retryAfter: 9) }
    }
    await store.send(.passkeySuggestionWanted)
    await store.receive(\.passkeySuggestionResponse) { $0.suggestedPasskey = nil }
  }

  @Test func `an answer to an expired question asks again silently, once`() async {
    let clock = MovableDate()
    let store = signInStore(clock: clock) {
      $0.passkeyClient.signIn = { _ in throw Refusal.passkeyRejected }
    }
    await store.send(.passkeySuggestionWanted)
    await store.receive(\.passkeySuggestionResponse) { $0.suggestedPasskey = Self.suggestion }
    clock.advance(by: 300)
    let renewed = AuthFeature.Suggestion(request: Self.request, expiresAt: Sample.now + 600)
    await store.send(.passkeySuggestionAnswered(Self.answer)) {
      $0.suggestedPasskey = nil
      $0.hasRepeatedSuggestion = true
    }
    await store.receive(\.passkeySuggestionResponse) { $0.suggestedPasskey = renewed }
    clock.advance(by: 300)
    await store.send(.passkeySuggestionAnswered(Self.answer)) {
      $0.suggestedPasskey = nil
      $0.isLoading = true
    }
    await store.receive(\.verifyCodeResponse) {
      $0.isLoading = false
      $0.error = Refusal.passkeyRejected.userFacingError
    }
  }

  @Test func `a suggestion that is wanted while a code cannot be sent is asked for afterwards`()
    async
  {
    let answer = Answer<String>()
    var state = AuthFeature.State()
    state.isPhoneNumberValid = true
    let store = signInStore(state) {
      $0.authClient.sendVerificationCode = { _, _ in try await answer() }
    }
    await store.send(.signInButtonTapped) { $0.isLoading = true }
    await store.send(.passkeySuggestionWanted) { $0.isSuggestionWanted = true }
    answer.fail(Refusal.tooManyCodes(retryAfter: 60))
    await store.receive(\.sendVerificationCodeResponse) {
      $0.isLoading = false
      $0.isSuggestionWanted = false
      $0.error = Refusal.tooManyCodes(retryAfter: 60).userFacingError
    }
    await store.receive(\.passkeySuggestionResponse) { $0.suggestedPasskey = Self.suggestion }
  }

  @Test func `a suggestion that is taken while a code is being sent signs in`() async {
    let answer = Answer<String>()
    var state = AuthFeature.State()
    state.isPhoneNumberValid = true
    state.suggestedPasskey = Self.suggestion
    let store = signInStore(state) {
      $0.authClient.sendVerificationCode = { _, _ in try await answer() }
      $0.passkeyClient.signIn = { _ in }
    }
    await store.send(.signInButtonTapped) { $0.isLoading = true }
    await store.send(.passkeySuggestionAnswered(Self.answer)) { $0.suggestedPasskey = nil }
    await store.receive(\.verifyCodeResponse) {
      $0.isLoading = false
      $0.isAuthenticated = true
    }
    #expect(answer.cancellations == 1)
  }

  @Test func `the button takes the place of a suggestion, which comes back after a no`() async {
    let store = signInStore()
    await store.send(.passkeySuggestionWanted)
    await store.receive(\.passkeySuggestionResponse) { $0.suggestedPasskey = Self.suggestion }
    await store.send(.passkeyButtonTapped) {
      $0.isLoading = true
      $0.suggestedPasskey = nil
    }
    await store.receive(\.passkeyRequestResponse) { $0.passkey = Self.request }
    await store.send(.passkeySuggestionWanted) { $0.isSuggestionWanted = true }
    await store.send(.passkeySuggestionAnswered(Self.answer))
    await store.send(.passkeyAnswered(.cancelled)) {
      $0.passkey = nil
      $0.isLoading = false
      $0.isSuggestionWanted = false
    }
    await store.receive(\.passkeySuggestionResponse) { $0.suggestedPasskey = Self.suggestion }
  }

  @Test func `no passkey is suggested while a code is awaited, but one is after going back`() async
  {
    var state = AuthFeature.State()
    state.isVerificationCodeSent = true
    let store = signInStore(state)
    await store.send(.passkeySuggestionWanted)
    await store.send(.backButtonTapped) { $0.isVerificationCodeSent = false }
    await store.send(.passkeySuggestionWanted)
    await store.receive(\.passkeySuggestionResponse) { $0.suggestedPasskey = Self.suggestion }
  }

  @Test func `a refused one is said, and the number is there as before`() async {
    let store = TestStore(initialState: AuthFeature.State()) {
      AuthFeature()
    } withDependencies: {
      $0.passkeyClient.startRequest = { Self.request }
      $0.passkeyClient.signIn = { _ in throw Refusal.passkeyRejected }
    }
    await store.send(.passkeyButtonTapped) { $0.isLoading = true }
    await store.receive(\.passkeyRequestResponse) { $0.passkey = Self.request }
    await store.send(.passkeyAnswered(.answer(Self.answer))) { $0.passkey = nil }
    await store.receive(\.verifyCodeResponse) {
      $0.isLoading = false
      $0.error = Refusal.passkeyRejected.userFacingError
    }
  }

  @Test func `the page's reports are parsed strictly`() {
    #expect(PasskeyOutcome(report: "cancelled") == .cancelled)
    #expect(
      PasskeyOutcome(
        report: #"answer:{"id":"AQ","response":{"clientDataJSON":"e30","attestationObject":"oA"}}"#)
        == .answer(Self.answer))
    #expect(PasskeyOutcome(report: "answer:{}") == nil)
    #expect(PasskeyOutcome(report: "anything") == nil)
  }
}

/// A time of day that a test moves.
private final class MovableDate: Sendable {
  private let now = Mutex(Sample.now)
  func advance(by seconds: TimeInterval) { now.withLock { $0 += seconds } }
  var generator: DateGenerator { DateGenerator { [self] in now.withLock { $0 } } }
}

import Composable
import ComposableTesting
import LifeSignalFeatures
import LifeSignalModel
import Testing

@Suite(.timeLimit(.minutes(1))) struct LanguageFeatureTests {
  private let calls = Calls<Language>()

  private func makeStore(
    _ answer: @escaping @Sendable (Language) async throws -> Void = { _ in }
  ) -> TestStoreOf<LanguageFeature> {
    TestStore(initialState: LanguageFeature.State()) {
      LanguageFeature()
    } withDependencies: { [calls] in
      $0.userClient.setLanguage = {
        calls.note($0)
        try await answer($0)
      }
    }
  }

  @Test func `a choice is shown at once and saved once`() async {
    let store = makeStore()
    await store.send(.languageSelected(.german)) {
      $0.language = .german
      $0.former = .english
    }
    await store.receive(.languageResponse(.success(.german))) { $0.former = nil }
    await store.send(.languageSelected(.german))
    #expect(calls.all == [.german])
  }

  @Test func `a language that cannot be saved goes back, with the reason`() async {
    let store = makeStore { _ in throw UserFacingError.networkError }
    await store.send(.languageSelected(.arabic)) {
      $0.language = .arabic
      $0.former = .english
    }
    await store.receive(.languageResponse(.failure(.networkError))) {
      $0.language = .english
      $0.former = nil
      $0.error = .networkError
    }
    await store.send(.setError(nil)) { $0.error = nil }
  }

  @Test func `the newer of two quick choices counts, and both failing leads to the stored one`()
    async
  {
    let answer = Answer<Empty>()
    let store = makeStore { _ in _ = try await answer() }
    await store.send(.languageSelected(.german)) {
      $0.language = .german
      $0.former = .english
    }
    await store.send(.languageSelected(.french)) { $0.language = .french }
    answer.fail(UserFacingError.serverError)
    await store.receive(.languageResponse(.failure(.serverError))) {
      $0.language = .english
      $0.former = nil
      $0.error = .serverError
    }
  }

  @Test func `the record decides, but not over a choice on its way`() async {
    let answer = Answer<Empty>()
    let store = makeStore { _ in _ = try await answer() }
    var user = Sample.user
    await store.send(.userUpdated(user))
    user.language = .spanish
    await store.send(.userUpdated(user)) { $0.language = .spanish }
    await store.send(.languageSelected(.chinese)) {
      $0.language = .chinese
      $0.former = .spanish
    }
    await store.send(.userUpdated(user))
    answer.give(Empty())
    await store.receive(.languageResponse(.success(.chinese))) { $0.former = nil }
  }

  @Test func `a choice that was called off goes back without words`() async {
    let store = makeStore { _ in throw CancellationError() }
    await store.send(.languageSelected(.french)) {
      $0.language = .french
      $0.former = .english
    }
    await store.receive(.saveCancelled) {
      $0.language = .english
      $0.former = nil
    }
    #expect(!store.state.isSaving)
  }
}

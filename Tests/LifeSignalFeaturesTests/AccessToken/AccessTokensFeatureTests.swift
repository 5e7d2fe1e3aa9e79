import Composable
import ComposableTesting
import LifeSignalFeatures
import LifeSignalModel
import Testing

@Suite struct AccessTokensFeatureTests {
  private static let old = AccessTokenData(
    id: "7", name: "Wall display", scopes: [.read], createdAt: Sample.now)
  private static let new = NewAccessToken(
    token: "lsp_x",
    details: AccessTokenData(
      id: "8", name: "Bedside button", scopes: [.checkIn], createdAt: Sample.now))

  private func makeStore(
    _ state: AccessTokensFeature.State = .init(),
    _ change: @escaping @Sendable (inout AccessTokenClient) -> Void = { _ in }
  ) -> TestStoreOf<AccessTokensFeature> {
    TestStore(initialState: state) {
      AccessTokensFeature()
    } withDependencies: {
      change(&$0.accessTokenClient)
    }
  }

  private static var loaded: AccessTokensFeature.State {
    var state = AccessTokensFeature.State()
    state.hasLoaded = true
    state.tokens = [old]
    return state
  }

  @Test func `the list is read once`() async {
    let store = makeStore { $0.getTokens = { [Self.old] } }
    await store.send(.onAppear) { $0.isLoading = true }
    await store.send(.onAppear)
    await store.receive(.tokensResponse(.success([Self.old]))) {
      $0.isLoading = false
      $0.hasLoaded = true
      $0.tokens = [Self.old]
    }
    await store.send(.onAppear)
  }

  @Test func `a token is made as it was filled in, and shown once`() async {
    let asked = Calls<String>()
    let store = makeStore(Self.loaded) {
      $0.createToken = { name, scopes, life in
        asked.note("\(name) \(TokenScope.text(scopes)) \(life ?? 0)")
        return Self.new
      }
    }
    await store.send(.createButtonTapped) { $0.draft = .init() }
    await store.send(.draftConfirmed)
    await store.send(.nameChanged("Bedside button")) { $0.draft?.name = "Bedside button" }
    await store.send(.scopeTapped(.read)) { $0.draft?.scopes = [] }
    await store.send(.draftConfirmed)
    await store.send(.scopeTapped(.checkIn)) { $0.draft?.scopes = [.checkIn] }
    await store.send(.lifeChosen(.week)) { $0.draft?.life = .week }
    await store.send(.draftConfirmed) { $0.isLoading = true }
    await store.send(.draftConfirmed)
    await store.send(.draftCancelled)
    await store.receive(.createResponse(.success(Self.new))) {
      $0.isLoading = false
      $0.draft = nil
      $0.created = Self.new
      $0.tokens = [Self.new.details, Self.old]
    }
    #expect(asked.all == ["Bedside button check-in 604800.0"])
    await store.send(.copyFailed) { $0.copying = .failed }
    await store.send(.copied) { $0.copying = .done }
    await store.send(.keptButtonTapped) {
      $0.created = nil
      $0.copying = .none
    }
  }

  @Test func `a refusal leaves what was filled in`() async {
    var state = Self.loaded
    state.draft = .init()
    state.draft?.name = "n"
    let store = makeStore(state) { $0.createToken = { _, _, _ in throw Refusal.tooManyTokens } }
    await store.send(.draftConfirmed) { $0.isLoading = true }
    await store.receive(\.createResponse) {
      $0.isLoading = false
      $0.error = Refusal.tooManyTokens.userFacingError
    }
    await store.send(.setError(nil)) { $0.error = nil }
    await store.send(.draftCancelled) { $0.draft = nil }
  }

  @Test func `nothing is revoked without the answer yes`() async {
    let asked = Calls<AccessToken.ID>()
    let store = makeStore(Self.loaded) { $0.revokeToken = { asked.note($0) } }
    await store.send(.endConfirmed)
    await store.send(.endButtonTapped(Self.old)) { $0.pendingEnd = Self.old }
    await store.send(.endCancelled) { $0.pendingEnd = nil }
    #expect(asked.count == 0)
    await store.send(.endButtonTapped(Self.old)) { $0.pendingEnd = Self.old }
    await store.send(.endConfirmed) { $0.isLoading = true }
    await store.receive(.endResponse(.success("7"))) {
      $0.isLoading = false
      $0.pendingEnd = nil
      $0.tokens = []
    }
    #expect(asked.all == ["7"])
  }

  @Test func `done closes the sheet`() async {
    let store = makeStore(Self.loaded)
    await store.send(.doneButtonTapped)
    await store.receive(.delegate(.dismissed))
  }
}

import Composable
import ComposableTesting
import LifeSignalFeatures
import LifeSignalModel
import Testing

@Suite struct PrivacyFeatureTests {
  private let asked = Calls<String>()

  private func makeStore(
    _ end: @escaping @Sendable () async throws -> Void = {}
  ) -> TestStoreOf<PrivacyFeature> {
    TestStore(initialState: PrivacyFeature.State()) {
      PrivacyFeature()
    } withDependencies: {
      $0.contactClient.updateContact = { [asked] id, isResponder, isDependent in
        asked.note("roles \(id) \(isResponder) \(isDependent)")
        try await end()
        return Sample.responder
      }
      $0.contactClient.removeContact = { [asked] id in
        asked.note("remove \(id)")
        try await end()
      }
    }
  }

  @Test(arguments: [
    (Sample.responder, "remove 2"),
    (Sample.dependent.with { $0.isResponder = true }, "roles 3 false true"),
    (Sample.responder.with { $0.relation = .requestedByMe }, "remove 2"),
  ])
  func `ending takes away their sight and nothing that is mine`(
    contact: ContactData, call: String
  ) async {
    let store = makeStore()
    await store.send(.endButtonTapped(contact)) { $0.pendingEnd = contact }
    await store.send(.endConfirmed) { $0.isLoading = true }
    await store.send(.endConfirmed)
    await store.receive(.endResponse(.success(Empty()))) {
      $0.isLoading = false
      $0.pendingEnd = nil
    }
    #expect(asked.all == [call])
  }

  @Test func `those who were blocked are listed, and may ask again`() async {
    let asker = BlockedAsker(id: "9", name: "Tom Ash", blockedAt: Sample.now)
    let store = makeStore()
    store.dependencies.contactClient.getBlockedAskers = { [asker] }
    store.dependencies.contactClient.allowRequests = { [asked] in asked.note("allow \($0)") }
    await store.send(.onAppear)
    await store.receive(.blockedResponse(.success([asker]))) { $0.blocked = [asker] }
    await store.send(.allowButtonTapped(asker)) { $0.isLoading = true }
    await store.send(.allowButtonTapped(asker))
    await store.receive(.allowResponse(.success("9"))) {
      $0.isLoading = false
      $0.blocked = []
    }
    #expect(asked.all == ["allow 9"])
  }

  @Test func `nothing ends without the answer yes`() async {
    let store = makeStore()
    await store.send(.endConfirmed)
    await store.send(.endButtonTapped(Sample.responder)) { $0.pendingEnd = Sample.responder }
    await store.send(.endCancelled) { $0.pendingEnd = nil }
    #expect(asked.count == 0)
  }

  @Test func `a failure says why`() async {
    let store = makeStore { throw ContactError.networkError("") }
    await store.send(.endButtonTapped(Sample.responder)) { $0.pendingEnd = Sample.responder }
    await store.send(.endConfirmed) { $0.isLoading = true }
    await store.receive(.endResponse(.failure(.networkError))) {
      $0.isLoading = false
      $0.pendingEnd = nil
      $0.error = .networkError
    }
    await store.send(.setError(nil)) { $0.error = nil }
  }

  @Test func `the log and the way back are the parent's`() async {
    let store = makeStore()
    await store.send(.activityButtonTapped)
    await store.receive(.delegate(.showActivity))
    await store.send(.timelineButtonTapped)
    await store.receive(.delegate(.showTimeline))
    await store.send(.doneButtonTapped)
    await store.receive(.delegate(.dismissed))
  }

  @Test func `an end that was called off says nothing, and waits for no second question`() async {
    let answer = Answer<Empty>()
    let store = makeStore { _ = try await answer() }
    await store.send(.endButtonTapped(Sample.responder)) { $0.pendingEnd = Sample.responder }
    await store.send(.endConfirmed) { $0.isLoading = true }
    await store.send(.endButtonTapped(Sample.dependent))
    await store.send(.endCancelled)
    answer.fail(CancellationError())
    await store.receive(.requestCancelled) {
      $0.isLoading = false
      $0.pendingEnd = nil
    }
  }
}

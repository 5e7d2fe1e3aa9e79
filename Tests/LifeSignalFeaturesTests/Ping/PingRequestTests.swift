import Composable
import ComposableTesting
import Foundation
import LifeSignalFeatures
import LifeSignalModel
import Testing

/// The four requests alike: refused, called off, tapped twice, answered late.
@Suite struct PingRequestTests {
  enum Request: CaseIterable, Sendable {
    case ping
    case respond
    case respondToAll
    case clear

    var action: PingFeature.Action {
      switch self {
      case .ping: .pingDependent(id: "3")
      case .respond: .respondToPing(id: "11")
      case .respondToAll: .respondToAllPings
      case .clear: .clearPing(id: "21")
      }
    }

    var operation: PingOperation {
      switch self {
      case .ping: .ping("3")
      case .respond: .respond("11")
      case .respondToAll: .respondToAll
      case .clear: .clear("21")
      }
    }

    func failed(_ error: UserFacingError) -> PingFeature.Action {
      switch self {
      case .ping: .pingDependentFailed(error)
      case .respond: .pingResponseFailed(error)
      case .respondToAll: .allPingResponsesFailed(error)
      case .clear: .clearPingFailed(error)
      }
    }
  }

  private func makeStore(
    _ answer: @escaping @Sendable () async throws -> Void
  ) -> TestStoreOf<PingFeature> {
    makeStore {
      $0.pingClient.pingDependent = { _ in
        try await answer()
        return Sample.outgoing("22")
      }
      $0.pingClient.respondToPing = { _ in try await answer() }
      $0.pingClient.respondToAllPings = { try await answer() }
      $0.pingClient.clearPing = { _ in try await answer() }
    }
  }

  private func makeStore(
    _ clients: (inout DependencyValues) -> Void
  ) -> TestStoreOf<PingFeature> {
    TestStore(
      initialState: PingFeature.State(
        userID: Sample.me, pendingPings: [Sample.incoming()], pingHistory: [Sample.outgoing()])
    ) {
      PingFeature()
    } withDependencies: {
      $0.date = .constant(Sample.now)
      clients(&$0)
    }
  }

  @Test(arguments: Request.allCases)
  func `a refused request says why and changes no list`(request: Request) async {
    let store = makeStore { throw PingError.notFoundError("") }
    await store.send(request.action) {
      $0.inFlight = [request.operation]
      $0.answeringAll = request == .respondToAll ? ["11"] : nil
    }
    await store.receive(request.failed(.dataNotFound)) {
      $0.answeringAll = nil
      $0.error = .dataNotFound
    }
    await store.receive(.requestEnded(request.operation, failure: .dataNotFound)) {
      $0.inFlight = []
    }
    await store.send(.setError(nil)) { $0.error = nil }
  }

  @Test(arguments: Request.allCases)
  func `a request that was called off says nothing and may be repeated`(request: Request) async {
    let calls = Calls<Int>()
    let store = makeStore {
      _ = calls.next()
      throw CancellationError()
    }
    for _ in 1...2 {
      await store.send(request.action) {
        $0.inFlight = [request.operation]
        $0.answeringAll = request == .respondToAll ? ["11"] : nil
      }
      await store.receive(.requestEnded(request.operation)) {
        $0.inFlight = []
        $0.answeringAll = nil
      }
    }
    #expect(calls.count == 2)
  }

  @Test(arguments: Request.allCases)
  func `a second tap while the first is in progress does nothing`(request: Request) async {
    let answer = Answer<Empty>()
    let calls = Calls<Int>()
    let store = makeStore {
      _ = calls.next()
      _ = try await answer()
    }
    store.exhaustivity = .off
    await store.send(request.action)
    await store.send(request.action)
    answer.give(Empty())
    await store.receive(.requestEnded(request.operation))
    #expect(calls.count == 1)
    #expect(store.state.inFlight.isEmpty && store.state.answeringAll == nil)
    // Done, the same may be asked again.
    await store.send(request.action)
    await store.receive(.requestEnded(request.operation))
    #expect(calls.count == 2)
  }

  @Test func `an answer that comes after the server's own news changes nothing more`() async {
    let answer = Answer<Empty>()
    let store = makeStore { _ = try await answer() }
    let told = Sample.incoming().responded(at: Sample.now - 5)
    await store.send(.respondToPing(id: "11")) { $0.inFlight = [.respond("11")] }
    await store.send(.pingsUpdated(PingLists(pending: [], history: [told]))) {
      $0.hasLoaded = true
      $0.pendingPings = []
      $0.pingHistory = [told]
    }
    answer.give(Empty())
    // The server's time of the answer stands.
    await store.receive(.pingResponseSucceeded("11"))
    await store.receive(.delegate(.pingResponded("11")))
    await store.receive(.requestEnded(.respond("11"))) { $0.inFlight = [] }
  }

  @Test func `a sheet closed while its answer is under way stays closed`() async {
    let answer = Answer<Empty>()
    let store = makeStore { _ = try await answer() }
    await store.send(.selectPing(Sample.incoming())) {
      $0.selectedPing = Sample.incoming()
      $0.isPingSheetPresented = true
    }
    await store.send(.respondToPing(id: "11")) { $0.inFlight = [.respond("11")] }
    await store.send(.setPingSheetPresented(false)) {
      $0.isPingSheetPresented = false
      $0.selectedPing = nil
    }
    answer.give(Empty())
    await store.receive(.pingResponseSucceeded("11"))
    await store.receive(.delegate(.pingResponded("11")))
    await store.receive(.requestEnded(.respond("11"))) { $0.inFlight = [] }
    await store.send(.selectPing(nil))
    await store.send(.setPingSheetPresented(true)) { $0.isPingSheetPresented = true }
  }

  @Test func `withdrawing or answering an unknown ping changes nothing`() async {
    let store = makeStore {}
    await store.send(.clearPingSucceeded("99"))
    await store.send(.pingResponseSucceeded("99"))
  }

  @Test func `an expired ping leaves the pending ones`() async {
    var expired = Sample.incoming()
    expired.status = .expired
    let store = makeStore {}
    await store.send(.pingsUpdated(PingLists(history: [Sample.outgoing(), expired]))) { [expired] in
      $0.hasLoaded = true
      $0.pendingPings = []
      $0.pingHistory.append(expired)
    }
    #expect(!store.state.hasPendingPings && store.state.pendingPingsCount == 0)
    #expect(store.state.sentPings == [Sample.outgoing()])
  }
}

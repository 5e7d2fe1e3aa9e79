import Composable
import Foundation
import LifeSignalFeatures
import LifeSignalModel
import Testing

/// Stores as a server holds them: thousands in one process, all with the same cancellation ids.
@Suite struct ManySessionsTests {
  @Test func `ten thousand sessions: no session's effects cancel another's`() async {
    let gate = Answer<Empty>()
    let sessions = (0..<10_000).map { Session($0, gate) }

    // Everybody is signed in, follows four streams, and has one load of pings on its way.
    let streams = sessions.map { $0.store.send(.authStateChanged($0.user)) }
    var requests = sessions.map { $0.store.send(.ping(.loadPings)) }
    // Every third starts over, every fifth signs out: each meets the ids that all others use.
    for session in sessions where session.number.isMultiple(of: 3) {
      requests.append(session.store.send(.ping(.loadPings)))
    }
    for session in sessions where session.isLeaving {
      requests.append(session.store.send(.signOutResponse(.success(Empty()))))
    }

    gate.give(Empty())
    for request in requests { await request.finish() }
    for session in sessions where session.isLeaving { await streams[session.number].finish() }

    for session in sessions {
      let state = session.store.state
      let expected = session.isLeaving ? [] : [session.ping]
      if state.ping.pendingPings != expected || state.isAuthenticated == session.isLeaving
        || session.store.effectsInFlight != (session.isLeaving ? 0 : 4)
      {
        Issue.record("Session \(session.number) has \(state.ping.pendingPings.map(\.id)).")
      }
    }
  }

  private struct Session {
    let number: Int
    let store: StoreOf<AppFeature>

    var isLeaving: Bool { number.isMultiple(of: 5) }
    var user: UserData {
      UserData(
        id: Person.ID(Int64(number)), profile: Profile(firstName: "A", lastName: "B"),
        profileComplete: true)
    }
    var ping: PingData { Self.ping(number) }

    init(_ number: Int, _ gate: Answer<Empty>) {
      self.number = number
      store = Store(initialState: AppFeature.State()) {
        AppFeature()
      } withDependencies: {
        $0.date = .constant(Sample.now)
        $0.userClient.userStream = { .silent }
        $0.contactClient.contactsStream = { .silent }
        $0.pingClient.pingListsStream = { .silent }
        $0.notificationClient.notificationStream = { .silent }
        $0.channelClient.getChannels = { throw CancellationError() }
        $0.proofClient.demands = { .finished }
        $0.proofClient.settle = { _ in }
        $0.pingClient.getPingHistory = { [] }
        $0.pingClient.getPendingPings = {
          _ = try await gate()
          return [Self.ping(number)]
        }
      }
    }

    static func ping(_ number: Int) -> PingData {
      PingData(
        id: PingData.ID(Int64(number)), senderID: "s", recipientID: Person.ID(Int64(number)),
        timestamp: Sample.now)
    }
  }
}

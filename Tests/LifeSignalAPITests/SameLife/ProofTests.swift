import Composable
import Foundation
import LifeSignalAPI
import LifeSignalFeatures
import LifeSignalTestSupport
import LifeSignalWeb
import Testing

/// A feature cannot tell in which way its clients reach the server.
@Suite struct ProofTests {
  struct Life: Equatable, Sendable {
    var transcript: [String]
    var state: AppFeature.State
  }

  private func inProcess() async throws -> Life {
    let server = try await TestServer()
    let (browser, _) = server.sessions.makeVisitor()
    let clients = SessionClients(
      engine: server.world.engine, session: browser, sessions: server.sessions)
    return try await live(
      Session(server.world) {
        $0.deriveSessionClients()
        $0.sessionClients = clients
      })
  }

  private func overHTTP() async throws -> Life {
    let server = try await TestServer()
    return try await server.onLoopback { connect in
      let clients = HTTPClients(connect())
      return try await live(Session(server.world) { clients.install(in: &$0) })
    }
  }

  private func live(_ session: Session) async throws -> Life {
    try await Script(session: session).run()
    let life = Life(transcript: session.transcript, state: session.store.state)
    session.store.cancelAll()
    return life
  }

  @Test(.timeLimit(.minutes(5)))
  func `the same life is the same in process and over HTTP`() async throws {
    let (near, far) = (try await inProcess(), try await overHTTP())
    for (here, there) in zip(near.transcript, far.transcript) { #expect(here == there) }
    #expect(near.transcript.count == far.transcript.count)
    #expect(near.state == far.state)
    // Not equal for being empty.
    #expect(near.transcript.count > 40)
    for word in [
      "accepted", "withdrawn", "alert off", "rateLimited", "permissionDenied", "planned", "resumed",
      "endAlertFirst", "arrived", "travelTooLong", "pictured", "pictureless", "exported", "deleted",
    ] {
      #expect(near.transcript.contains { $0.contains(word) }, "\(word) did not happen")
    }
  }
}

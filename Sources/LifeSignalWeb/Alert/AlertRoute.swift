import Foundation
import HTTPTypes
import Hummingbird
import LifeSignalEngine
import LifeSignalModel
import NIOCore

/// `POST /alert`: an alert that was raised where there was no connection.
///
/// A live page raises alerts with its events; this is for what a device kept. It counts from when it
/// was raised, and sending it again is the same alert, also after it was ended.
struct AlertRoute: Sendable {
  let engine: Engine
  let visits: Visits

  private struct Answer: Encodable {
    /// The server's time of the alert's beginning, in milliseconds since 1970.
    var startedAt: Int64
  }

  func add(to router: Router<WebContext>) {
    router.post("/alert") { request, context -> Response in
      guard
        let session = try await visits.session(of: request, context, for: .alert),
        let person = session.identity.person
      else { throw HTTPError(.unauthorized) }
      let bytes = try await request.bytes(upTo: BodyLimit.form)
      let act = try QueuedAct(Data(bytes.readableBytesView))
      try act.require(person)
      let now = engine.clock.now
      let outcome = try await engine.perform(
        .raiseQueuedAlert(at: act.made(now: now) ?? now), by: .person(person))
      guard case .alert(let record) = outcome else { throw UnexpectedOutcome() }
      let answer = Answer(
        startedAt: Int64((record.startTime.timeIntervalSince1970 * 1000).rounded()))
      return Response(
        status: .ok, headers: [.contentType: "application/json"],
        body: .init(byteBuffer: ByteBuffer(bytes: try JSONEncoder().encode(answer))))
    }
  }
}

import Foundation
import HTTPTypes
import Hummingbird
import LifeSignalEngine
import LifeSignalModel
import NIOCore

/// `POST /alert`: an alert that was raised without a connection.
///
/// A live page raises alerts with its events; this route is for alerts that a device kept. The
/// alert counts from when it was raised, and sending it again with its key is the same alert, even
/// after it was ended.
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
      let act = try QueuedAct(try await request.bytes(upTo: BodyLimit.form), isJSON: true)
      try act.require(person)
      let now = engine.clock.now
      act.report(to: context.logger, now: now)
      let alert = try await engine.perform(
        RaiseQueuedAlert(key: act.key, at: act.made(now: now) ?? now), by: Member(person))
      let answer = Answer(startedAt: alert.at.milliseconds)
      var response = Response(
        status: .ok, headers: [.contentType: "application/json"],
        body: .init(byteBuffer: ByteBuffer(bytes: try JSONEncoder().encode(answer))))
      visits.keep(session, of: request, with: &response)
      return response
    }
  }
}

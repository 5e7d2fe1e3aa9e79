import Foundation
import HTTPTypes
import Hummingbird
import LifeSignalEngine
import LifeSignalModel
import NIOCore

/// `POST /check-in`: the one action everything depends on, with as few obstacles as possible.
///
/// An ordinary form or JSON; no script, no live store. Repeats with the same key are one check-in,
/// so a form sent twice or a queued request sent again does no harm.
struct CheckInRoute: Sendable {
  let engine: Engine
  let visits: Visits

  private struct Answer: Encodable {
    /// The server's time of the check-in, in milliseconds since 1970.
    var checkedInAt: Int64
  }

  func add(to router: Router<WebContext>) {
    router.post("/check-in") { request, context -> Response in
      let isJSON = request.header(.contentType)?.hasPrefix("application/json") == true
      guard
        let session = try await visits.session(of: request, context, for: .checkIn),
        let person = session.identity.person
      else {
        guard !isJSON else { throw HTTPError(.unauthorized) }
        return Response.redirect(to: "/")
      }
      let act = try await act(of: request, isJSON: isJSON)
      try act.require(person)
      let now = engine.clock.now
      act.report(to: context.logger, now: now)
      let checkIn = try await engine.perform(
        CheckInNow(at: act.made(now: now)),
        by: Member(person, from: Origin(key: act.key)))
      // The page it leads to renews the session.
      guard isJSON else { return Response.redirect(to: "/") }
      let answer = Answer(checkedInAt: checkIn.at.milliseconds)
      var response = Response(
        status: .ok, headers: [.contentType: "application/json"],
        body: .init(byteBuffer: ByteBuffer(bytes: try JSONEncoder().encode(answer))))
      visits.keep(session, of: request, with: &response)
      return response
    }
  }

  private func act(of request: Request, isJSON: Bool) async throws -> QueuedAct {
    try QueuedAct(try await request.bytes(upTo: BodyLimit.form), isJSON: isJSON)
  }
}

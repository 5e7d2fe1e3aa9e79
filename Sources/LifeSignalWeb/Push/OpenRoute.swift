import HTTPTypes
import Hummingbird
import LifeSignalEngine
import LifeSignalModel

/// `GET /open/<token>`: where a notification leads, for the person it was sent to. It changes nothing;
/// the page it leads to has the buttons.
///
/// `POST /open/<token>/check-in` is the button of one's own reminder: a check-in, once for each
/// message, by the signed-in person if the reminder was theirs. Calls for others have no such
/// button: a slip of a finger must not stop the escalation.
struct OpenRoute: Sendable {
  let engine: Engine
  let visits: Visits

  func add(to router: Router<WebContext>) {
    router.get("/open/:token") { request, context -> Response in
      guard let session = try await visits.session(of: request, context),
        let person = session.identity.person,
        let subject = try await subject(context, for: person)
      else { return Response.redirect(to: "/") }
      return Response.redirect(to: Self.path(of: subject))
    }
    router.post("/open/:token/check-in") { request, context -> Response in
      guard
        let session = try await visits.session(of: request, context, for: .checkIn),
        let person = session.identity.person
      else { throw HTTPError(.unauthorized) }
      // Also for another person's reminder, so that a token reveals nothing about them.
      guard try await subject(context, for: person) == .ownCheckIn else {
        throw HTTPError(.conflict)
      }
      let key = "push-\(try context.parameters.require("token"))"
      try await engine.perform(
        CheckInNow(), by: Member(person, from: Origin(key: key)))
      var response = Response(status: .noContent)
      visits.keep(session, of: request, with: &response)
      return response
    }
  }

  private func subject(
    _ context: WebContext, for person: Person.ID
  ) async throws -> Delivery.Subject? {
    let token = try context.parameters.require("token")
    guard token.utf8.count <= 48 else { return nil }
    return try await engine.subject(ofReceipt: token, for: person)
  }

  private static func path(of subject: Delivery.Subject) -> String {
    switch subject {
    case .call(let id), .alarm(let id): "/alarms/\(id)"
    case .ping(let id): "/pings/\(id)"
    case .ownCheckIn, .ownJourney: "/check-in"
    case .sessionEnd: "/check-in"
    case .other: "/notifications"  // no words
    }
  }
}

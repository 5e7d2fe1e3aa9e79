import Foundation
import HTTPTypes
import Hummingbird
import LifeSignalEngine
import LifeSignalModel
import NIOCore

/// The browsers that get push messages, as their pages and service workers report them.
///
/// `GET /push/key` is the key to subscribe with; `POST /push/subscribe` and `POST
/// /push/unsubscribe` are for signed-in people, from our own pages only.
struct PushRoutes: Sendable {
  let engine: Engine
  let visits: Visits
  /// Base64url; nil where nothing is sent by push.
  let key: String?

  private struct Key: Encodable {
    var key: String
    /// True where the person has switched this browser off in their list; left out otherwise.
    var isOff: Bool?
  }

  /// A browser's report on its subscription (Push API §8), and the person whose page it believes to
  /// show.
  private struct Subscribed: Decodable {
    struct Keys: Decodable {
      var p256dh: String
      var auth: String
    }
    var endpoint: String
    var keys: Keys
    var person: String?
    /// Whether the switch there has just been turned.
    var isWanted: Bool?
  }

  private struct Unsubscribed: Decodable {
    var endpoint: String
  }

  func add(to router: Router<WebContext>) {
    router.get("/push/key") { request, context -> Response in
      _ = try await visits.session(of: request, context)
      return try answer()
    }
    // Sends the key again: a subscription made with another one is useless.
    router.post("/push/subscribe") { request, context -> Response in
      let (person, session) = try await member(of: request, context)
      let said: Subscribed = try await body(of: request)
      guard key != nil else { throw HTTPError(.notFound) }
      guard let own = Data(base64URL: said.keys.p256dh),
        let secret = Data(base64URL: said.keys.auth), let origin = request.header(.origin)
      else { throw HTTPError(.badRequest) }
      // On a shared device, a service worker must not subscribe the person who happens to be signed
      // in now.
      if let meant = said.person, meant != "\(person)" { throw HTTPError(.conflict) }
      let subscription = PushSubscription(
        endpoint: said.endpoint, key: own, secret: secret, origin: origin)
      try await perform(
        SubscribePush(subscription, isWanted: said.isWanted ?? false),
        by: Member(person, in: session))
      return try answer(isOn: await engine.isSubscribed(subscription, of: person))
    }
    router.post("/push/unsubscribe") { request, context -> Response in
      let (person, session) = try await member(of: request, context)
      let said: Unsubscribed = try await body(of: request)
      try await perform(
        UnsubscribePush(endpoint: said.endpoint), by: Member(person, in: session))
      return Response(status: .noContent)
    }
  }

  private func member(
    of request: Request, _ context: WebContext
  ) async throws -> (Person.ID, SessionID) {
    guard
      case .member(let person, let session) =
        try await visits.session(of: request, context)?.identity
    else { throw HTTPError(.unauthorized) }
    return (person, session)
  }

  private func body<Content: Decodable>(of request: Request) async throws -> Content {
    try ForeignForm.json(Content.self, try await request.bytes(upTo: BodyLimit.form))
  }

  private func perform<C: Command>(_ command: C, by me: C.Asker) async throws {
    do {
      try await engine.perform(command, by: me)
    } catch Refusal.notSignedIn {
      throw HTTPError(.unauthorized)
    } catch Refusal.tooManyRequests(let seconds) {
      throw HTTPError(
        .tooManyRequests, headers: [.retryAfter: "\(Int(clamping: max(1, seconds.rounded(.up))))"])
    } catch Refusal.tooManyPushSubscriptions {
      throw HTTPError(.unprocessableContent)
    } catch Refusal.invalidPushSubscription {
      throw HTTPError(.badRequest)
    }
  }

  private func answer(isOn: Bool = true) throws -> Response {
    guard let key else { throw HTTPError(.notFound) }
    return Response(
      status: .ok, headers: [.contentType: "application/json"],
      body: .init(
        byteBuffer: ByteBuffer(
          bytes: try JSONEncoder().encode(Key(key: key, isOff: isOn ? nil : true)))))
  }
}

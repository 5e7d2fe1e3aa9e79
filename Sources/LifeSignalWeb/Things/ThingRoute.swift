import Foundation
import HTTPTypes
import Hummingbird
import LifeSignalEngine
import LifeSignalModel
import NIOCore

/// `GET`, `HEAD` or `POST /ping/<token>`, `…/start`, `…/fail`, `…/log` and `…/<exit status>`: a thing
/// speaks, as it would to Healthchecks (<https://healthchecks.io/docs/http_api/>).
///
/// No session is needed: whoever has the token may say this and nothing else. The answers are short
/// texts for programs. Nothing that is sent along is kept.
struct ThingRoute: Sendable {
  let engine: Engine
  let visits: Visits

  func add(to router: Router<WebContext>) {
    for path in ["/ping/:token", "/ping/:token/:signal"] as [RouterPath] {
      for method in [.get, .head, .post] as [HTTPRequest.Method] {
        router.on(path, method: method) { request, context in
          let response = try await answer(request, context)
          // Whoever asks for a head takes what follows it for the next answer.
          return method == .head ? response.createHeadResponse() : response
        }
      }
    }
  }

  private func answer(_ request: Request, _ context: WebContext) async throws -> Response {
    let token = try context.parameters.require("token")
    // The form of a token is no secret: what is none is not looked for.
    guard UUID(uuidString: token) != nil,
      let signal = ThingSignal(suffix: context.parameters.get("signal"))
    else { return Self.text("invalid url format", .badRequest) }  // no words
    if let run = request.uri.queryParameters["rid"], UUID(uuidString: String(run)) == nil {
      return Self.text("invalid uuid format", .badRequest)  // no words
    }
    try await request.readAway(upTo: BodyLimit.thing)
    do {
      try await engine.perform(.hear(signal, token: token), by: .visitor)
      return Self.text("OK", .ok)
    } catch Refusal.thingNotFound {
      try visits.limits.countUnknownThing(from: visits.address(of: request, context))
      return Self.text("not found", .notFound)  // no words
    } catch Refusal.tooManyRequests(let seconds) {
      return Self.text(
        "rate limited", .tooManyRequests,  // no words
        headers: [.retryAfter: "\(max(1, Int(seconds.rounded(.up))))"])
    }
  }

  private static func text(
    _ text: String, _ status: HTTPResponse.Status, headers: HTTPFields = [:]
  ) -> Response {
    var headers = headers
    headers[.contentType] = "text/plain; charset=utf-8"
    headers[.cacheControl] = "no-store"
    return Response(
      status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(string: text)))
  }
}

extension Request {
  /// Whether a thing speaks: a program that has no page of ours.
  var isFromThing: Bool { uri.path.hasPrefix("/ping/") }

  /// Takes in at most so many bytes of the body and drops them.
  fileprivate func readAway(upTo limit: Int) async throws {
    var read = 0
    for try await part in body {
      read += part.readableBytes
      guard read <= limit else { return }
    }
  }
}

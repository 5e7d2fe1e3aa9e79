import ComposableHTML
import Foundation
import HTTPTypes
import Hummingbird
import LifeSignalEngine
import LifeSignalModel
import LifeSignalPages
import NIOCore

/// `GET`, `HEAD` or `POST /ping/<token>`, `…/start`, `…/fail`, `…/log` and `…/<exit status>`: a
/// device sends a signal, as it would to Healthchecks (<https://healthchecks.io/docs/http_api/>).
///
/// No session is needed: the token permits this signal and nothing else. The answers are short
/// texts for programs. A request's body is not stored.
///
/// A person's own link only acts on `POST`: previews of messengers and scanners of mail open every link
/// they see. Opened in a browser it shows a page with one button.
struct ThingRoute: Sendable {
  let engine: Engine
  let visits: Visits
  let assets: StaticAssets
  let translations: Translations

  func add(to router: Router<WebContext>) {
    for path in ["/ping/:token", "/ping/:token/:signal"] as [RouterPath] {
      for method in [.get, .head, .post] as [HTTPRequest.Method] {
        router.on(path, method: method) { request, context in
          let response = try await answer(request, context)
          // A client that requests a head would take a body for the next answer.
          return method == .head ? response.createHeadResponse() : response
        }
      }
    }
  }

  private func answer(_ request: Request, _ context: WebContext) async throws -> Response {
    let token = try context.parameters.require("token")
    // The form of a token is no secret: a text of another form is not looked up.
    guard UUID(uuidString: token) != nil,
      let signal = ThingSignal(suffix: context.parameters.get("signal"))
    else { return Self.text("invalid url format", .badRequest) }  // no words
    if let run = request.query("rid"), UUID(uuidString: run) == nil {
      return Self.text("invalid uuid format", .badRequest)  // no words
    }
    let address = visits.address(of: request, context)
    do {
      try visits.limits.admit(token, as: .thing, from: address)
      let heard = try await engine.hear(
        signal, token: token, isOpened: request.method != .post)
      visits.limits.found(token)
      // Only then: a log that comes slowly delays no signal, and an unknown token is answered
      // without reading the body.
      try await request.readAway(upTo: BodyLimit.thing)
      if heard == .linkOpened { return asking(request, token) }
      // A program may report a failure to a link and request a page: that is no check-in.
      guard request.method == .post, signal == .success, request.wantsPage,
        let counts = try await engine.countsCheckIn(byLink: token)
      else { return Self.text("OK", .ok) }
      return page(counts ? .checkedIn : .held, for: request)
    } catch Refusal.thingNotFound {
      visits.limits.countUnknown(token, as: .thing, from: address)
      try visits.limits.countUnknownThing(from: address)
      return Self.text("not found", .notFound)  // no words
    } catch Refusal.tooManyRequests(let seconds) {
      return Self.text(
        "rate limited", .tooManyRequests,  // no words
        headers: [.retryAfter: "\(max(1, Int(clamping: seconds.rounded(.up))))"])
    }
  }

  /// To a browser the page with the button; to a program why nothing happened.
  private func asking(_ request: Request, _ token: String) -> Response {
    guard request.wantsPage else {
      return Self.text(
        "check in with POST", .methodNotAllowed, headers: [.allow: "POST"])  // no words
    }
    return page(.asking(path: "/ping/\(token)"), for: request)
  }

  private func page(_ state: LinkPage.State, for request: Request) -> Response {
    let language = request.language
    let document = InLanguage(translations[language]) {
      LinkPage(state: state, language: language, stylesheet: assets.path("code.css"))
    }
    return Response(
      status: .ok,
      headers: [
        .contentType: "text/html; charset=utf-8", .cacheControl: "no-store",
        .vary: "Accept, Accept-Language",  // no words
      ],
      body: .init(byteBuffer: ByteBuffer(bytes: document.render(reservingCapacity: 2_048))))
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
  /// Whether the request is a device's: a program that has no page of ours.
  var isFromThing: Bool { uri.path.hasPrefix("/ping/") }

  /// Whether a person reads the answer: programs do not request pages.
  fileprivate var wantsPage: Bool { self.header(.accept)?.contains("text/html") == true }

  /// Takes in at most so many bytes of the body and drops them.
  fileprivate func readAway(upTo limit: Int) async throws {
    var read = 0
    try await receiving {
      for try await part in body {
        read += part.readableBytes
        guard read <= limit else { return }
      }
    }
  }
}

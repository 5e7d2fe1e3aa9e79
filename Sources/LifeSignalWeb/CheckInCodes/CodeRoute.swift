import ComposableHTML
import Foundation
import HTTPTypes
import Hummingbird
import LifeSignalEngine
import LifeSignalModel
import LifeSignalPages
import NIOCore

/// `GET` and `POST /code`: a check-in by a printed code, from any browser there is.
///
/// No session is looked up or made: the code permits this and nothing else. The answer is the same
/// bytes for every code that works. Opening the page has no effect: only the form has.
struct CodeRoute: Sendable {
  static let path = "/code"

  let engine: Engine
  let visits: Visits
  let assets: StaticAssets
  let translations: Translations

  private struct Form: Decodable {
    var code: String
  }

  func add(to router: Router<WebContext>) {
    router.get("/code") { request, _ in page(.asking, .ok, for: request) }
    router.post("/code") { request, context -> Response in
      let bytes = try await request.bytes(upTo: BodyLimit.form)
      let form = try? ForeignForm.urlEncoded(Form.self, bytes)
      let network = "\(visits.address(of: request, context))"
      do {
        try await engine.useCheckInCode(form?.code ?? "", from: network)
        return page(.checkedIn, .ok, for: request)
      } catch Refusal.checkInCodeRefused {
        return page(.refused, .unprocessableContent, for: request)
      } catch Refusal.tooManyRequests(let seconds) {
        return page(
          .tooMany, .tooManyRequests, for: request,
          headers: [.retryAfter: "\(max(1, Int(clamping: seconds.rounded(.up))))"])
      }
    }
  }

  private func page(
    _ state: CodePage.State, _ status: HTTPResponse.Status, for request: Request,
    headers: HTTPFields = [:]
  ) -> Response {
    let language = request.language
    let document = InLanguage(translations[language]) {
      CodePage(state: state, language: language, stylesheet: assets.path("code.css"))
    }
    var headers = headers
    headers[.contentType] = "text/html; charset=utf-8"
    headers[.cacheControl] = "no-store"
    headers[.vary] = "Accept-Language"
    return Response(
      status: status, headers: headers,
      body: .init(byteBuffer: ByteBuffer(bytes: document.render(reservingCapacity: 2_048))))
  }
}

extension Request {
  /// Whether the request submits a printed code: the code alone decides what it permits, from any
  /// page, and no cookie adds to it. Old browsers send too little to be distinguished from other
  /// sites.
  var isOfCheckInCode: Bool { uri.path == CodeRoute.path }
}

import HTTPTypes
public import Hummingbird
import LifeSignalAPI
import LifeSignalFeatures
public import LifeSignalModel
import LifeSignalPages
import Logging
import NIOCore

/// Turns every thrown error into a short, clean answer: a page for people, a line for programs.
///
/// An internal error goes to the log as ``ErrorLog/cause(_:)``; its text may quote a person's data.
public struct ErrorPages: RouterMiddleware {
  public typealias Context = WebContext

  private let stylesheet: String
  private let translations: Translations

  /// - Parameter stylesheet: the URL of the style sheet the page links to.
  public init(stylesheet: String, translations: Translations = .none) {
    self.stylesheet = stylesheet
    self.translations = translations
  }

  public func handle(
    _ request: Request, context: WebContext,
    next: (Request, WebContext) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch let error as any HTTPResponseError {
      var headers = HTTPFields()
      if let error = error as? HTTPError { headers = error.headers }
      return page(error.status, headers: headers, for: request, context)
    } catch is CancellationError {
      return page(.serviceUnavailable, headers: [.retryAfter: "1"], for: request, context)
    } catch  where LedgerOutage(error) != nil {
      let wait = "\(LedgerOutage.patience)"
      return page(.serviceUnavailable, headers: [.retryAfter: wait], for: request, context)
    } catch {
      context.logger.error("request failed", metadata: ["error": "\(ErrorLog.cause(error))"])
      return page(.internalServerError, for: request, context)
    }
  }

  private func page(
    _ status: HTTPResponse.Status, headers: HTTPFields = [:], for request: Request,
    _ context: WebContext
  ) -> Response {
    if request.isForAPI {
      return Problem(.init(status: status.code), status: status.code).response(
        headers: headers, request: context.logger.requestID)
    }
    let language = request.language
    let catalogue = translations[language]
    let (heading, hint) = Self.words(for: status)
    let title = catalogue.say(heading)
    let advice = catalogue.say(hint)
    let back = catalogue.say("Back to LifeSignal")
    var headers = headers
    guard request.header(.accept)?.contains("text/html") == true else {
      headers[.contentType] = "text/plain; charset=utf-8"
      return Response(
        status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(string: title + "\n")))
    }
    headers[.contentType] = "text/html; charset=utf-8"
    // Every part is our own constant: nothing of the request is repeated, so nothing needs escaping.
    let html = """
      <!doctype html><html lang="\(language.tag)" dir="\(language.isRightToLeft ? "rtl" : "ltr")"><head><meta charset="utf-8">\
      <meta name="viewport" content="width=device-width,initial-scale=1">\
      <title>\(title) · LifeSignal</title><link rel="stylesheet" href="\(stylesheet)"></head>\
      <body><main class="error-page"><h1>\(title)</h1><p>\(advice)</p>\
      <p><a href="/">\(back)</a></p></main></body></html>
      """
    return Response(
      status: status, headers: headers, body: .init(byteBuffer: ByteBuffer(string: html)))
  }

  private static func words(for status: HTTPResponse.Status) -> (title: Phrase, advice: Phrase) {
    switch status {
    case .badRequest: ("Not understood", "Something in the request was malformed.")
    case .unauthorized: ("Sign in required", "Please sign in again to continue.")
    case .forbidden: ("Not allowed", "The request did not come from a LifeSignal page.")
    case .notFound: ("Not found", "There is nothing at this address.")
    case .methodNotAllowed: ("Not allowed", "This address cannot be used like that.")
    case .contentTooLarge: ("Too large", "More was sent than this address accepts.")
    case .tooManyRequests: ("Too many requests", "Please wait a moment and try again.")
    case .serviceUnavailable:
      ("Just a moment", "LifeSignal cannot answer right now. Please try again in a moment.")
    case let other where other.code < 500: ("Not accepted", "The request could not be accepted.")
    default: ("Something went wrong", "It is our fault, not yours. Please try again.")
    }
  }
}

extension Request {
  /// Whether the request is a program's, for any version of the API.
  var isForAPI: Bool { uri.path.hasPrefix("/api/") }
}

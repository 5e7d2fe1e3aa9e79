import HTTPTypes
import Hummingbird

/// Stands before every route: answers this machine's own pages only, and says what a page may do.
struct Guards: RouterMiddleware {
  typealias Context = BasicRequestContext

  /// No inline code, no inline style, nothing from elsewhere, no framing.
  static let policy = [
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'",
    "connect-src 'self'", "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'",
  ].joined(separator: "; ")

  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    var response: Response
    if Self.permits(request) {
      do {
        response = try await next(request, context)
      } catch let error as any HTTPResponseError {
        response = Response(status: error.status)
      }
    } else {
      response = Response(status: .forbidden)
    }
    response.headers[.contentSecurityPolicy] = Self.policy
    response.headers[.xContentTypeOptions] = "nosniff"
    response.headers[.referrerPolicy] = "no-referrer"
    if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
    return response
  }

  /// A name that was made to lead to this machine does not count as this machine, and what changes
  /// something must come from a page of ours.
  static func permits(_ request: Request) -> Bool {
    guard let authority = request.head.authority?.lowercased() else { return false }
    let host = authority.replacing(/:\d+$/, with: "")
    guard ["127.0.0.1", "localhost", "[::1]"].contains(host) else { return false }
    if request.method == .get || request.method == .head { return true }
    if let site = request.headers[.secFetchSite] { return site == "same-origin" }
    return request.headers[.origin]?.lowercased() == "http://\(authority)"
  }
}

extension HTTPField.Name {
  // Literal tokens, which is all the failable initialiser checks.
  fileprivate static let referrerPolicy = Self("Referrer-Policy")!
  fileprivate static let secFetchSite = Self("Sec-Fetch-Site")!
}

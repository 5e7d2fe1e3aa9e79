import HTTPTypes
public import Hummingbird

/// Refuses every request that changes something unless the browser says our own page sent it.
///
/// `Sec-Fetch-Site` decides where it is sent; older browsers fall back to comparing `Origin` with
/// the requested host. A request with neither is refused (OWASP ASVS 5.0, 3.5.1).
public struct SameOriginCheck: RouterMiddleware {
  public typealias Context = WebContext

  /// How people reach this server. Behind a proxy requests come without TLS all the same, so this is not
  /// read from the connection.
  private let isHTTPS: Bool

  public init(overTLS isHTTPS: Bool = false) {
    self.isHTTPS = isHTTPS
  }

  public func handle(
    _ request: Request, context: WebContext,
    next: (Request, WebContext) async throws -> Response
  ) async throws -> Response {
    switch request.method {
    case .get, .head:
      break
    case _ where request.isForAPI:
      // Answers to a token in a header, which no other site can make a browser send; to no cookie.
      break
    case _ where request.isFromCarrier:
      // Not read without the carrier's signature, which no browser has.
      break
    case _ where request.isFromThing:
      // Its token, which is in its address, decides what it permits, for any caller from any place.
      break
    case _ where request.isOfCheckInCode:
      // The same, for a typed code.
      break
    default:
      guard Self.isSameOrigin(request, isHTTPS: isHTTPS) else {
        throw HTTPError(.forbidden, message: "This request did not come from this site.")
      }
    }
    return try await next(request, context)
  }

  static func isSameOrigin(_ request: Request, isHTTPS: Bool) -> Bool {
    if let site = request.header(.secFetchSite) { return site == "same-origin" }
    guard let origin = request.header(.origin),
      let authority = request.head.authority,
      let separator = origin.firstRange(of: "://")
    else { return false }
    let scheme = origin[..<separator.lowerBound].lowercased()
    guard scheme == (isHTTPS ? "https" : "http") else { return false }
    let defaultPort = isHTTPS ? ":443" : ":80"
    func withoutDefaultPort(_ host: some StringProtocol) -> String {
      let host = host.lowercased()
      return host.hasSuffix(defaultPort) ? String(host.dropLast(defaultPort.count)) : host
    }
    return withoutDefaultPort(origin[separator.upperBound...]) == withoutDefaultPort(authority)
  }
}

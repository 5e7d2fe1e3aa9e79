import HTTPTypes
import Hummingbird
import LifeSignalEngine
import LifeSignalModel

/// From a request to the browser's session: cookie, limits, identity.
struct Visits: Sendable {
  let sessions: BrowserSessions
  let cookie: SessionCookie
  let limits: RequestLimits
  /// Whether the last entry of `X-Forwarded-For` is our own proxy's word.
  let isBehindProxy: Bool

  enum Purpose { case page, checkIn, alert, frame }

  /// The session the request belongs to, nil for a browser without one.
  /// - Throws: 429 when the session, or an address without one, asked too often.
  func session(
    of request: Request, _ context: WebContext, for purpose: Purpose = .page
  ) async throws -> BrowserSession? {
    let address = address(of: request, context)
    guard let token = cookie.token(in: request), let session = try await sessions.find(token)
    else {
      try limits.countRequest(from: address)
      return nil
    }
    switch purpose {
    case .page: try limits.countRequest(of: session)
    case .checkIn: try limits.countCheckIn(of: session)
    case .alert: try limits.countAlert(of: session)
    case .frame: try limits.countFrame(of: session)
    }
    session.seen(
      from: "\(address)", label: BrowserName.of(request), language: request.language)
    return session
  }

  /// Where a request comes from, as limits see it.
  func address(of request: Request, _ context: WebContext) -> ClientAddress {
    guard isBehindProxy,
      let nearest = request.headers[values: .forwardedFor].last?.split(separator: ",").last
    else { return context.peer }
    return ClientAddress(text: String(nearest.trimmingPrefix(while: \.isWhitespace)))
  }
}

extension Request {
  /// The language its reader wants most of those there are; English when there is none.
  var language: Language {
    headers[.acceptLanguage].flatMap(Language.init(accepting:)) ?? .english
  }
}

import HTTPTypes
import Hummingbird
import LifeSignalEngine
import LifeSignalModel

/// From a request to the browser's session: cookie, limits, identity.
package struct Visits: Sendable {
  package let sessions: BrowserSessions
  let cookie: SessionCookie
  let limits: RequestLimits
  var streams = OpenStreams(perAddress: 1_000)
  /// Whether the last entry of `X-Forwarded-For` comes from our own proxy.
  let isBehindProxy: Bool

  enum Purpose {
    case page, checkIn, alert, frame

    fileprivate var isVital: Bool { self == .checkIn || self == .alert }
  }

  /// The session of the request, nil for a browser without one.
  /// - Throws: 429 when the session, or an address without one, sent too many requests.
  func session(
    of request: Request, _ context: WebContext, for purpose: Purpose = .page
  ) async throws -> BrowserSession? {
    let address = address(of: request, context)
    let unknown: RequestLimits.Unknown = purpose.isVital ? .sign : .session
    guard let token = cookie.token(in: request) else {
      try limits.countRequest(from: address)
      return nil
    }
    if !sessions.knows(token) { try limits.admit(token.text, as: unknown, from: address) }
    guard let session = try await sessions.find(token) else {
      limits.countUnknown(token.text, as: unknown, from: address)
      try limits.countRequest(from: address)
      return nil
    }
    // Any visitor gets a new cookie on request, so those of one network share a limit as well.
    if session.identity == .visitor {
      try limits.countVisitor(from: address)
    } else {
      limits.found(token.text)
    }
    switch purpose {
    case .page: try limits.countRequest(of: session)
    case .checkIn: try limits.countCheckIn(of: session)
    case .alert: try limits.countAlert(of: session)
    case .frame: try limits.countFrame(of: session)
    }
    session.seen(
      from: "\(address)", label: BrowserName.of(request), language: request.language,
      region: request.region, at: request.place(overTLS: cookie.secure))
    return session
  }

  /// Notes that the member's browser is in use. Once in an hour the browser gets its cookie again, so
  /// that it keeps it as long as the session lasts, also where no page is ever loaded.
  func keep(_ session: BrowserSession, of request: Request, with response: inout Response) {
    guard sessions.noteUse(of: session), let token = cookie.token(in: request),
      token.hash == session.tokenHash
    else { return }
    response.setCookie(cookie.setting(token, lasting: true))
  }

  /// The origin of a request, as limits see it.
  func address(of request: Request, _ context: WebContext) -> ClientAddress {
    request.address(context, isBehindProxy: isBehindProxy)
  }
}

extension Request {
  /// The origin of a request, as limits see it.
  /// - Parameter isBehindProxy: whether the last entry of `X-Forwarded-For` comes from our own
  ///   proxy.
  func address(_ context: WebContext, isBehindProxy: Bool) -> ClientAddress {
    guard isBehindProxy,
      let nearest = headerLines(.forwardedFor).last?.split(separator: ",").last
    else { return context.peer }
    return ClientAddress(text: String(nearest.trimmingPrefix(while: \.isWhitespace)))
  }

  /// Scheme and host under which the browser reached this server; nil for a host that is none.
  func place(overTLS: Bool) -> String? {
    guard let host = self.head.authority, !host.isEmpty, host.utf8.count <= 255,
      host.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || ".-_:[]".contains($0)) })
    else { return nil }
    return "\(overTLS ? "https" : "http")://\(host)"
  }

  /// Where its reader's language is spoken.
  var region: Region? { self.header(.acceptLanguage).flatMap(Region.init(accepting:)) }

  /// The available language that its reader prefers; English if there is none.
  var language: Language {
    self.header(.acceptLanguage).flatMap(Language.init(accepting:)) ?? .english
  }
}

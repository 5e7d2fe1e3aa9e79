public import Hummingbird

/// How the session token travels.
///
/// With TLS the name starts with `__Host-`, which browsers accept only with `Secure`, `Path=/` and
/// no `Domain`, so no sibling host can plant one. Without TLS, on loopback, browsers would drop
/// such a cookie, hence the plain name.
public struct SessionCookie: Sendable {
  /// Seconds for which a signed-in browser keeps its cookie after its last visit: as long as browsers
  /// allow. The session ends first, and its person is warned of that.
  public static let lifetime = 400 * 24 * 3600

  public let name: String
  let secure: Bool

  public init(overTLS: Bool) {
    secure = overTLS
    name = overTLS ? "__Host-lifesignal" : "lifesignal"
  }

  /// The token the request carries, if it has the right shape.
  public func token(in request: Request) -> SessionToken? {
    request.cookies[name].flatMap { SessionToken(text: $0.value) }
  }

  /// - Parameter lasting: keep it over a browser restart; visitors' cookies end with the browser.
  public func setting(_ token: SessionToken, lasting: Bool) -> Cookie {
    Cookie(
      name: name, value: token.text, maxAge: lasting ? Self.lifetime : nil, path: "/",
      secure: secure, httpOnly: true, sameSite: .lax)
  }

  public var clearing: Cookie {
    Cookie(
      name: name, value: "", maxAge: 0, path: "/", secure: secure, httpOnly: true, sameSite: .lax)
  }
}

import HTTPTypes
public import Hummingbird

/// Puts the headers on every answer that keep a browser from doing more than the page needs.
///
/// Stands outermost, so that error pages carry them too (OWASP ASVS 5.0, 3.4).
public struct SecurityHeaders: RouterMiddleware {
  public typealias Context = WebContext

  /// No inline code, no inline style, nothing from another origin, no framing.
  public static let policy = [
    "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data:",
    "connect-src 'self'", "manifest-src 'self'", "form-action 'self'", "base-uri 'none'",
    "frame-ancestors 'none'", "object-src 'none'",
  ].joined(separator: "; ")

  private let fields: HTTPFields

  /// - Parameter overTLS: adds HSTS. Without TLS the header would be ignored, or worse, lock a
  ///   developer's `localhost` to HTTPS.
  public init(overTLS: Bool) {
    var fields: HTTPFields = [
      .contentSecurityPolicy: Self.policy,
      .xContentTypeOptions: "nosniff",
      .referrerPolicy: "no-referrer",
      .permissionsPolicy: "camera=(self), geolocation=(), microphone=(), payment=(), usb=()",
      .crossOriginOpenerPolicy: "same-origin",
      .crossOriginResourcePolicy: "same-origin",
    ]
    if overTLS { fields[.strictTransportSecurity] = "max-age=31536000; includeSubDomains" }
    self.fields = fields
  }

  public func handle(
    _ request: Request, context: WebContext,
    next: (Request, WebContext) async throws -> Response
  ) async throws -> Response {
    var response = try await next(request, context)
    for field in fields { response.headers[field.name] = field.value }
    // Pages show one person's data: nothing is kept by default. Assets say otherwise themselves.
    if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
    return response
  }
}

extension HTTPField.Name {
  // The names are literal tokens, which is all the failable initialiser checks.
  static let referrerPolicy = Self("Referrer-Policy")!
  static let permissionsPolicy = Self("Permissions-Policy")!
  static let crossOriginOpenerPolicy = Self("Cross-Origin-Opener-Policy")!
  static let secFetchSite = Self("Sec-Fetch-Site")!
  static let forwardedFor = Self("X-Forwarded-For")!
  static let accelBuffering = Self("X-Accel-Buffering")!
}

import HTTPTypes
public import Hummingbird
import Logging

/// One line per answered request: method, route pattern, status, duration.
///
/// The pattern, not the path, and never the query, a header or a body: no line identifies a person.
public struct RequestLog: RouterMiddleware {
  public typealias Context = WebContext

  private let now: @Sendable () -> ContinuousClock.Instant

  public init(now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }) {
    self.now = now
  }

  public func handle(
    _ request: Request, context: WebContext,
    next: (Request, WebContext) async throws -> Response
  ) async throws -> Response {
    let start = now()
    let response = try await next(request, context)
    let milliseconds = (now() - start) / .milliseconds(1)
    let route = context.endpointPath ?? "unmatched"
    let quiet = route.hasPrefix("/assets") || route.hasPrefix("/health")
    let level: Logger.Level = response.status.code >= 500 ? .error : quiet ? .debug : .info
    context.logger.log(
      level: level, "answered",
      metadata: [
        "method": "\(request.method.rawValue)", "route": "\(route)",
        "status": "\(response.status.code)",
        "milliseconds": .stringConvertible((milliseconds * 10).rounded() / 10),
      ])
    return response
  }
}

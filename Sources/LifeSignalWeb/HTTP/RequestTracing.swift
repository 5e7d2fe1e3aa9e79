import HTTPTypes
public import Hummingbird
public import LifeSignalModel
import Logging

/// Gives every request its id: into each of its log lines, into `X-Request-ID` of its answer, and
/// to the tracers. The outermost middleware.
public struct RequestTracing: RouterMiddleware {
  public typealias Context = WebContext

  /// Log lines carry the id under this name.
  static let key = "request"

  private let entropy: Entropy
  private let tracers: [any RequestTracer]
  private let now: @Sendable () -> ContinuousClock.Instant

  public init(
    entropy: Entropy = .system, tracers: [any RequestTracer] = [],
    now: @escaping @Sendable () -> ContinuousClock.Instant = { ContinuousClock.now }
  ) {
    self.entropy = entropy
    self.tracers = tracers
    self.now = now
  }

  public func handle(
    _ request: Request, context: WebContext,
    next: (Request, WebContext) async throws -> Response
  ) async throws -> Response {
    let trace = RequestTrace(continuing: request.header(.traceParent), entropy: entropy)
    var context = context
    context.logger[metadataKey: Self.key] = "\(trace.id)"
    let start = tracers.isEmpty ? nil : now()
    var response = try await next(request, context)
    response.headers[.requestID] = trace.id
    if let start {
      let span = RequestSpan(
        trace: trace, method: request.method.rawValue,
        route: context.endpointPath ?? "unmatched", status: response.status.code, start: start,
        duration: now() - start)
      for tracer in tracers { tracer.answered(span) }
    }
    return response
  }
}

extension Logger {
  /// The id of this logger's request.
  package var requestID: String? { self[metadataKey: RequestTracing.key].map { "\($0)" } }
}

extension HTTPField.Name {
  // The names are literal tokens, which is all the failable initialiser checks.
  package static let traceParent = Self("traceparent")!
  package static let requestID = Self("X-Request-ID")!
}

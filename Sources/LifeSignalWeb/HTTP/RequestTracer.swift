/// Receives every request that was answered, for instance to send it to a collector of traces.
///
/// Called on the way of the answer: hand over and return, never wait.
public protocol RequestTracer: Sendable {
  func answered(_ span: RequestSpan)
}

/// One request in a form that may be passed to others: it identifies no person.
public struct RequestSpan: Sendable {
  public let trace: RequestTrace
  public let method: String
  /// The pattern of the route, never the path: `/ping/{token}`.
  public let route: String
  public let status: Int
  /// By a clock that cannot be set.
  public let start: ContinuousClock.Instant
  /// Until the head of the answer; a stream continues after it.
  public let duration: Duration
}

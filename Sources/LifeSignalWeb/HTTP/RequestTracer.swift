/// Is told of every request that was answered, for instance to send it to a collector of traces.
///
/// Called on the way of the answer: hand over and return, never wait.
public protocol RequestTracer: Sendable {
  func answered(_ span: RequestSpan)
}

/// One request as it may be told to others: nothing in it says who it was.
public struct RequestSpan: Sendable {
  public let trace: RequestTrace
  public let method: String
  /// The pattern of the route, never the path: `/ping/{token}`.
  public let route: String
  public let status: Int
  /// By a clock that nobody can set.
  public let start: ContinuousClock.Instant
  /// Until the head of the answer; a stream goes on after it.
  public let duration: Duration
}

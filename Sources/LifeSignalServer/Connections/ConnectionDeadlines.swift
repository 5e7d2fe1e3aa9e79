import NIOCore

/// How long a peer may take.
struct ConnectionDeadlines: Equatable, Sendable {
  /// From connecting, the agreement on TLS included, to the end of the first request's head.
  var head: TimeAmount = .seconds(10)
  /// Between two requests. Over HTTP/2 the peer is asked to close after a minute; this is for one
  /// that stays.
  var idle: TimeAmount = .seconds(75)
  /// From the end of a head to the end of its body, plus a second for every ``bytesPerSecond`` that came.
  var body: TimeAmount = .seconds(30)
  /// The slowest a body may come.
  var bytesPerSecond: Int64 = 1_024
  /// The longest any body may take: few pictures are received at the same time, so that slow ones would keep
  /// out all others.
  var longestBody: TimeAmount = .seconds(120)
  /// How long the rest of a body that is refused as too large is still taken in, so that its sender reads why.
  var refused: TimeAmount = .seconds(2)
  /// How long an answer may lie unread.
  var unread: TimeAmount = .seconds(60)
  /// A timer that fires later than this after its time shows that the process or its event loop stood still.
  var standstill: TimeAmount = .seconds(1)
  /// What a connection has then, once, as what has arrived meanwhile may not have been read.
  var afterStandstill: TimeAmount = .seconds(1)

  /// Whether a deadline is noticed so late that it says nothing about the peer.
  func isLate(_ end: NIODeadline, at now: NIODeadline) -> Bool { now > end + standstill }

  /// When a body of which so much has come must be complete.
  func end(ofBodyBegunAt begin: NIODeadline, received bytes: Int) -> NIODeadline {
    begin
      + min(longestBody, body + .milliseconds(Int64(clamping: bytes) * 1_000 / bytesPerSecond))
  }
}

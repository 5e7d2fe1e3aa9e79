import LifeSignalModel

/// How often a session, and whoever has none, may ask: the same room as a browser has.
struct APILimits: Sendable {
  private let sessions: RateLimiter<SessionID>
  private let vital: RateLimiter<SessionID>
  private let addresses: RateLimiter<ClientAddress>

  init(now: @escaping @Sendable () -> ContinuousClock.Instant) {
    sessions = RateLimiter(RequestLimits.session, now: now)
    vital = RateLimiter(RequestLimits.checkIn, now: now)
    addresses = RateLimiter(RequestLimits.address, now: now)
  }

  /// - Throws: ``Refusal/tooManyRequests(retryAfter:)``.
  func count(_ session: SessionID, isVital: Bool) throws {
    try Self.refuse((isVital ? vital : sessions).take(session))
  }

  func count(_ address: ClientAddress) throws {
    try Self.refuse(addresses.take(address))
  }

  private static func refuse(_ wait: Duration?) throws {
    guard let wait else { return }
    throw Refusal.tooManyRequests(retryAfter: max(1, (wait / .seconds(1)).rounded(.up)))
  }
}

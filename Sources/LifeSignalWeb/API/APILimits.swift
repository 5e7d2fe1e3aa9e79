import HTTPTypes
package import LifeSignalAPI
package import LifeSignalModel

/// How often a session, an access token, and a caller with neither, may send requests.
///
/// A session has the limits of a browser. A program has lower ones for changes, so that no program
/// uses up its person's own limit (``EngineConfiguration/requestBurst``). Check-ins and calls for
/// help count separately, each kind alone: no flood of requests, not even of check-ins, delays an
/// alert.
package struct APILimits: Sendable {
  /// 30 a minute, 60 in a burst, per access token, for changes; these also count towards its limit
  /// for all requests.
  package static let programWrite = RequestRate(burst: 60, perSecond: 0.5)

  private struct Sign: Hashable {
    var asker: SessionID
    var route: String
  }

  private let askers: RateLimiter<SessionID>
  private let programWrites: RateLimiter<SessionID>
  private let signs: RateLimiter<Sign>
  private let addresses: RateLimiter<ClientAddress>

  package init(now: @escaping @Sendable () -> ContinuousClock.Instant) {
    askers = RateLimiter(RequestLimits.session, now: now)
    programWrites = RateLimiter(Self.programWrite, now: now)
    signs = RateLimiter(RequestLimits.checkIn, now: now)
    addresses = RateLimiter(RequestLimits.address, now: now)
  }

  /// - Parameters:
  ///   - asker: a session, or the access token that stands for one.
  ///   - isProgram: whether it is an access token.
  /// - Throws: ``Refusal/tooManyRequests(retryAfter:)``.
  package func count(_ asker: SessionID, _ route: APIRouteDescription, isProgram: Bool) throws {
    guard !route.isVital else {
      return try Self.refuse(signs.take(Sign(asker: asker, route: route.name)))
    }
    try Self.refuse(askers.take(asker))
    if isProgram, route.method != .get { try Self.refuse(programWrites.take(asker)) }
  }

  func count(_ address: ClientAddress) throws {
    try Self.refuse(addresses.take(address))
  }

  /// - Throws: ``Refusal/tooManyRequests(retryAfter:)`` where there is a wait.
  static func refuse(_ wait: Duration?) throws {
    guard let wait else { return }
    throw Refusal.tooManyRequests(retryAfter: max(1, (wait / .seconds(1)).rounded(.up)))
  }
}

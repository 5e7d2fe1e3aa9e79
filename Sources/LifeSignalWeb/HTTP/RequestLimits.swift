import Foundation
import HTTPTypes
import Hummingbird
import LifeSignalModel

/// How often a browser, and a caller without a session, may send requests.
///
/// Being locked out is itself a danger here, so no caller can use up another's limit: a session has
/// its own, check-ins have a separate one beside it, and only requests without a signed-in session
/// are counted by network address (OWASP ASVS 5.0, 6.1.1).
package struct RequestLimits: Sendable {
  /// 100 a minute, 200 in a burst, per session.
  package static let session = RequestRate(burst: 200, perSecond: 100.0 / 60)
  /// One every two seconds, 30 in a burst, per session, beside all other requests; alerts have the
  /// same again, so that no flood of check-ins delays one.
  package static let checkIn = RequestRate(burst: 30, perSecond: 0.5)
  /// Two frames of a camera a second, 20 in a burst, per session, beside all other requests:
  /// reading one costs more than a page does.
  static let frame = RequestRate(burst: 20, perSecond: 2)
  /// Two a second, 120 in a burst, per address: a household, or an office behind one address.
  package static let address = RequestRate(burst: 120, perSecond: 2)
  /// Ten a second, 600 in a burst, for all visitors of an address together, in addition to the
  /// limit of each cookie: a cookie costs nothing, but thirty people may sign up behind one address
  /// in one evening.
  package static let visitor = RequestRate(burst: 600, perSecond: 10)
  /// Two a second, 120 in a burst, per address, beside all other requests: a crowd of phones behind
  /// one address may show an alert at the same moment, and signing in must not suffer from it.
  package static let receipt = RequestRate(burst: 120, perSecond: 2)

  /// Signals with an unknown token: one a second, 60 in a burst, per address. Known devices are
  /// limited one by one, so that none in a house suffers from another, and no person from any of
  /// them.
  package static let unknownThing = RequestRate(burst: 60, perSecond: 1)

  /// Unknown credentials of one kind from one address: twenty a second, 600 in a burst; beyond that
  /// the next one is not looked up, unless it was found before (``GoodCredentials``). Each lookup
  /// reads the ledger. The limit is so high that one wrong credential in use behind a shared
  /// address does not block those that come for the first time.
  package static let unknown = RequestRate(burst: 600, perSecond: 20)

  /// The kind of a credential, and its purpose. Each kind has a limit of its own: a neighbor who
  /// sends wrong ones for other purposes keeps no one from a check-in or a call for help (`sign`).
  enum Unknown: Hashable, Sendable, CaseIterable { case session, sign, bearer, bearerOfSign, thing }

  private struct UnknownFrom: Hashable, Sendable {
    var kind: Unknown
    var address: ClientAddress
  }

  // By the cookie's hash: the same however often the session is removed from memory and found
  // again.
  private let sessions: RateLimiter<Data>
  private let checkIns: RateLimiter<Data>
  private let alerts: RateLimiter<Data>
  private let frames: RateLimiter<Data>
  private let addresses: RateLimiter<ClientAddress>
  private let visitors: RateLimiter<ClientAddress>
  private let receipts: RateLimiter<ClientAddress>
  private let unknownThings: RateLimiter<ClientAddress>
  private let unknowns: RateLimiter<UnknownFrom>
  private let good = GoodCredentials()

  init(now: @escaping @Sendable () -> ContinuousClock.Instant) {
    sessions = RateLimiter(Self.session, now: now)
    checkIns = RateLimiter(Self.checkIn, now: now)
    alerts = RateLimiter(Self.checkIn, now: now)
    frames = RateLimiter(Self.frame, now: now)
    addresses = RateLimiter(Self.address, now: now)
    visitors = RateLimiter(Self.visitor, now: now)
    receipts = RateLimiter(Self.receipt, now: now)
    unknownThings = RateLimiter(Self.unknownThing, now: now)
    unknowns = RateLimiter(Self.unknown, now: now)
  }

  func countRequest(of session: BrowserSession) throws {
    try Self.refuse(sessions.take(session.tokenHash))
  }

  func countCheckIn(of session: BrowserSession) throws {
    try Self.refuse(checkIns.take(session.tokenHash))
  }

  func countAlert(of session: BrowserSession) throws {
    try Self.refuse(alerts.take(session.tokenHash))
  }

  func countFrame(of session: BrowserSession) throws {
    try Self.refuse(frames.take(session.tokenHash))
  }

  func countRequest(from address: ClientAddress) throws {
    try Self.refuse(addresses.take(address))
  }

  func countVisitor(from address: ClientAddress) throws {
    try Self.refuse(visitors.take(address))
  }

  func countReceipt(from address: ClientAddress) throws {
    try Self.refuse(receipts.take(address))
  }

  func countUnknownThing(from address: ClientAddress) throws {
    try Self.refuse(unknownThings.take(address))
  }

  /// Before an unknown credential is looked up in the ledger.
  /// - Throws: 429 if too many from there were not found recently, unless this one was found
  ///   before.
  func admit(_ credential: String, as kind: Unknown, from address: ClientAddress) throws {
    try Self.refuse(wait(for: credential, as: kind, from: address))
  }

  /// - Returns: nil if the credential may be looked up.
  func wait(for credential: String, as kind: Unknown, from address: ClientAddress) -> Duration? {
    guard !good.contains(credential) else { return nil }
    return unknowns.wait(for: UnknownFrom(kind: kind, address: address))
  }

  /// A credential was found, and is not one that every visitor gets.
  func found(_ credential: String) { good.add(credential) }

  /// A credential was not found.
  func countUnknown(_ credential: String, as kind: Unknown, from address: ClientAddress) {
    good.remove(credential)
    _ = unknowns.take(UnknownFrom(kind: kind, address: address))
  }

  private static func refuse(_ wait: Duration?) throws {
    guard let wait else { return }
    throw refusal(wait / .seconds(1))
  }

  /// 429, with the seconds to wait in full.
  static func refusal(_ seconds: TimeInterval) -> HTTPError {
    HTTPError(
      .tooManyRequests, headers: [.retryAfter: "\(Int(clamping: max(1, seconds.rounded(.up))))"])
  }
}

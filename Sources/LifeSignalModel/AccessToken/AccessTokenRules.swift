public import Foundation

/// Keys to an account for programs: making them, and taking them back.
public enum AccessTokenRules {
  public static let longestName = 60
  /// Tokens of one person that are good at the same time.
  public static let most = 20
  /// Seconds a token with an end may last: an hour to a year.
  public static let lives: ClosedRange<TimeInterval> = 3_600...365 * 86_400
  /// Seconds between two notes of a token's use: the day matters, a write for each request does not.
  public static let noteInterval: TimeInterval = 600

  /// - Parameters:
  ///   - text: shown to the person once; only its `hash` is stored.
  ///   - life: seconds; nil lasts until it is revoked.
  ///   - mine: the person's good tokens.
  /// - Throws: ``Refusal/invalidTokenName``, ``Refusal/noTokenScope``,
  ///   ``Refusal/invalidTokenLife``, ``Refusal/tooManyTokens``.
  public static func create(
    _ text: AccessTokenText, hash: Data, name: String, scopes: Set<TokenScope>,
    life: TimeInterval?, mine: [AccessToken], _ me: Recipient, moment: Moment
  ) throws(Refusal) -> Decided<NewAccessToken> {
    let name = try PlainText.name(name, longest: longestName, else: .invalidTokenName)
    guard !scopes.isEmpty else { throw .noTokenScope }
    if let life, !lives.contains(life) { throw .invalidTokenLife }
    guard mine.count < most else { throw .tooManyTokens }
    let token = AccessToken(
      id: AccessToken.ID(moment.mint()), person: me.person.id, hash: hash, name: name,
      scopes: scopes, createdAt: moment.now.storable,
      expiresAt: life.map { (moment.now + $0).storable })
    var decision = Decision(
      events: [.accessTokenCreated(me.person.id)], mutations: [.insertAccessToken(token)])
    decision.requireRoomForKey()
    // Anyone who has found a signed-in browser must not be able to create a key to it unnoticed.
    decision.tell(me, notice(of: token), at: moment)
    decision.touch(me.person.id, .sessions)
    return Decided(
      decision, NewAccessToken(token: text.text, details: AccessTokenData(token)))
  }

  /// - Parameter token: the person's own with this id, revoked or not.
  /// - Throws: ``Refusal/tokenNotFound``.
  public static func revoke(
    _ token: AccessToken?, by me: Person.ID, moment: Moment
  ) throws(Refusal) -> Decision {
    guard let token, token.person == me else { throw .tokenNotFound }
    guard token.revokedAt == nil else { return Decision() }
    var decision = Decision(
      events: [.accessTokenRevoked(me)],
      mutations: [.revokeAccessToken(token.id, me, at: moment.now.storable)])
    decision.touch(me, .sessions)
    return decision
  }

  /// Notes that a token is in use, unless that was noted a moment ago.
  public static func use(_ token: AccessToken, moment: Moment) -> Decision {
    guard isDue(token, at: moment.now) else { return Decision(.unchanged) }
    return Decision(mutations: [.noteAccessTokenUse(token.id, at: moment.now.storable)])
  }

  public static func isDue(_ token: AccessToken, at now: Date) -> Bool {
    // A clock that was set back leaves a note from the future, which must not last.
    token.lastUsedAt.map { abs(now.timeIntervalSince($0)) >= noteInterval } ?? true
  }

  private static func notice(of token: AccessToken) -> Notice {
    Notice(
      .system, "Access token created", "An access token was made for your account: \(token.name)",
      push: .unlessMuted(.information), subject: "token:\(token.id)")
  }
}

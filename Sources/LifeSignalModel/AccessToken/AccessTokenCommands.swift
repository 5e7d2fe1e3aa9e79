public import Foundation

extension Endpoints {
  static let accessTokens: [any Endpoint.Type] = [
    CreateAccessToken.self, RevokeAccessToken.self,
  ]
  static let accessTokenQueries: [any Query.Type] = [GetAccessTokens.self]
}

/// The member's valid tokens, newest first.
public struct GetAccessTokens: Query {
  public init() {}

  public static let route = Route.get(
    "/user/access-tokens",
    summary: "Lists access tokens that open something, newest first. Never their text.",
    for: .session)

  public func answer(
    to me: Member, from reads: some Reads, at moment: Moment
  ) throws -> ItemList<AccessTokenData> {
    ItemList(try reads.accessTokens(of: me.id, at: moment.now).map(AccessTokenData.init))
  }
}

/// Makes a key to the member's account for a program.
public struct CreateAccessToken: Endpoint {
  /// The name the person recognizes it by, 1–60 characters.
  public var name: String
  public var scopes: [TokenScope]
  /// Seconds, 3,600–31,536,000; nil lasts until it is revoked.
  public var life: TimeInterval?

  public init(name: String, scopes: Set<TokenScope>, life: TimeInterval?) {
    self.name = name
    self.scopes = scopes.sorted()
    self.life = life
  }

  public static let route = Route(
    .post, "/user/access-tokens",
    summary: "Makes an access token. The only answer with its text.", for: .session, .logged)

  public func facts(
    by me: Member, from reads: some Reads, at moment: Moment
  ) throws -> (mine: [AccessToken], me: Recipient) {
    (try reads.accessTokens(of: me.id, at: moment.now), try reads.recipient(me.id))
  }

  public func decide(
    _ facts: (mine: [AccessToken], me: Recipient), by me: Member, at moment: Moment
  ) throws(Refusal) -> Decided<NewAccessToken> {
    let text = AccessTokenText(random: moment.secrets.entropy.bytes(AccessTokenText.size))
    return try AccessTokenRules.create(
      text, hash: moment.secrets.hash(token: text.text), name: name, scopes: Set(scopes),
      life: life, mine: facts.mine, facts.me, moment: moment)
  }
}

/// Revokes a token; streams that were opened with it end immediately.
public struct RevokeAccessToken: Endpoint {
  public var id: AccessToken.ID

  public init(id: AccessToken.ID) { self.id = id }

  public static let route = Route(
    .delete, "/user/access-tokens/{id}", summary: "Revokes an access token at once.",
    for: .session, .logged)

  public func facts(
    by me: Member, from reads: some Reads, at moment: Moment
  ) throws -> AccessToken? { try reads.accessToken(id) }

  public func decide(
    _ token: AccessToken?, by me: Member, at moment: Moment
  ) throws(Refusal) -> Decided<Empty> {
    Decided(try AccessTokenRules.revoke(token, by: me.id, moment: moment))
  }
}

import Foundation
public import LifeSignalModel

extension Engine {
  /// The access token with this text; nil when it is unknown, expired or revoked. Its use is noted
  /// now and then, so that its owner sees whether it is still needed; if the note fails, the token
  /// works all the same.
  public func accessToken(_ text: String) async throws -> AccessToken? {
    guard let text = AccessTokenText(text: text) else { return nil }
    let hash = CredentialHash.token(text.text)
    guard let token = try await ledger.glance({ try $0.accessToken(hash: hash) }),
      token.isGood(at: believedNow)
    else { return nil }
    if AccessTokenRules.isDue(token, at: clock.now) {
      _ = try? await commit { _, moment in AccessTokenRules.use(token, moment: moment) }
    }
    return token
  }

  /// Whether the token is still valid.
  public func isGood(_ token: AccessToken) async throws -> Bool {
    try await ledger.glance { try $0.accessToken(token.id) }?.isGood(at: believedNow) ?? false
  }
}

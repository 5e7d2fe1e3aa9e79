public import Composable
public import Foundation
public import LifeSignalModel

/// Keys to the signed-in person's account for programs.
@DependencyClient
public struct AccessTokenClient: Sendable {
  /// Those that open something, newest first.
  public var getTokens: @Sendable () async throws -> [AccessTokenData]
  /// `life` in seconds; nil lasts until it is revoked. The answer is the only one with the token's text.
  public var createToken:
    @Sendable (_ name: String, _ scopes: Set<TokenScope>, _ life: TimeInterval?) async throws ->
      NewAccessToken
  /// Streams that were opened with it end immediately.
  public var revokeToken: @Sendable (_ id: AccessToken.ID) async throws -> Void
}

extension AccessTokenClient {
  /// The live value.
  public init(_ performer: some Performer) {
    self.init(
      getTokens: { try await performer.answer(GetAccessTokens()).items },
      createToken: {
        try await performer.perform(CreateAccessToken(name: $0, scopes: $1, life: $2))
      },
      revokeToken: { try await performer.perform(RevokeAccessToken(id: $0)) })
  }
}

extension AccessTokenClient: TestDependencyKey {
  /// Live values are made per session, by the module that knows the person.
  public static let testValue = AccessTokenClient()
}

extension DependencyValues {
  public var accessTokenClient: AccessTokenClient {
    get { self[AccessTokenClient.self] }
    set { self[AccessTokenClient.self] = newValue }
  }
}

public import LifeSignalFeatures
import LifeSignalModel

extension HTTPClients {
  public var accessTokens: AccessTokenClient {
    AccessTokenClient(
      getTokens: { try await connection.call(APITable.getAccessTokens).items },
      createToken: { name, scopes, life in
        try await connection.call(
          APITable.createAccessToken,
          NewAccessTokenRequest(name: name, scopes: scopes.sorted(), life: life))
      },
      revokeToken: { id in
        try await connection.tell(APITable.revokeAccessToken, AccessTokenReference(id: id))
      })
  }
}

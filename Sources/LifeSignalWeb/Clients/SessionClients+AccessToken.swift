import LifeSignalEngine
import LifeSignalFeatures
import LifeSignalModel

extension SessionClients {
  var accessTokens: AccessTokenClient {
    AccessTokenClient(
      getTokens: { try await answering { try await engine.accessTokens(of: person()) } },
      createToken: { name, scopes, life in
        try await answering {
          let outcome = try await outcome(
            of: .createAccessToken(name: name, scopes: scopes, life: life))
          guard case .accessToken(let token) = outcome else { throw UnexpectedOutcome() }
          return token
        }
      },
      revokeToken: { id in try await answering { try await perform(.revokeAccessToken(id)) } })
  }
}

import LifeSignalAPI
import LifeSignalFeatures
import LifeSignalModel

extension APIRoutes {
  func accessTokens(_ table: APIAnswers) {
    table.answer(APITable.getAccessTokens) { call, _ in
      ItemList(try await call.clients.accessTokens.getTokens())
    }
    table.answer(APITable.createAccessToken) { call, input in
      try await call.clients.accessTokens.createToken(
        input.name, Set(input.scopes), input.life)
    }
    table.do(APITable.revokeAccessToken) { call, input in
      try await call.clients.accessTokens.revokeToken(input.id)
    }
  }
}

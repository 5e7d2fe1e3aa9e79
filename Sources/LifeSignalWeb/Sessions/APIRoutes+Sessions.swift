import LifeSignalAPI
import LifeSignalFeatures
import LifeSignalModel

extension APIRoutes {
  func sessions(_ table: APIAnswers) {
    table.answer(APITable.getSessions) { call, _ in
      ItemList(try await call.clients.sessionList.getSessions())
    }
    table.do(APITable.requireProof) { call, _ in try await call.clients.proof.confirm() }
  }
}

import LifeSignalAPI
import LifeSignalFeatures
import LifeSignalModel

extension APIRoutes {
  func sessions(_ table: APIAnswers) {
    table.answer(APITable.getSessions) { call, _ in
      ItemList(try await call.clients.sessionList.getSessions())
    }
    table.do(APITable.requireProof) { call, _ in try await call.clients.proof.confirm() }
    table.answer(APITable.sendProofCode) { call, _ in
      SendCodeAnswer(verificationID: try await call.clients.proof.sendCode())
    }
    table.do(APITable.prove) { call, input in
      try await call.clients.proof.prove(input.code, input.verificationID)
    }
  }
}

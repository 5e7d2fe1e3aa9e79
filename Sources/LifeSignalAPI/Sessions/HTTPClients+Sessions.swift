public import LifeSignalFeatures
import LifeSignalModel

extension HTTPClients {
  public var sessionList: SessionListClient {
    SessionListClient(
      self, getSessions: { try await connection.call(APITable.getSessions).items })
  }

  public var proof: ProofClient {
    ProofClient(
      confirm: { try await connection.tell(APITable.requireProof) },
      sendCode: { try await connection.call(APITable.sendProofCode).verificationID },
      prove: { code, id in
        try await connection.tell(
          APITable.prove, CodeRequest(code: code, verificationID: id))
      },
      demands: { connection.gate.demands() }, settle: { connection.gate.settle($0) })
  }
}

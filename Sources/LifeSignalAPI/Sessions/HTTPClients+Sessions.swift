public import LifeSignalFeatures
import LifeSignalModel

extension HTTPClients {
  public var sessionList: SessionListClient {
    SessionListClient(
      self, getSessions: { try await connection.call(APITable.getSessions).items })
  }

  public var proof: ProofClient {
    ProofClient(
      self, confirm: { try await connection.tell(APITable.requireProof) },
      demands: { connection.gate.demands() }, settle: { connection.gate.settle($0) })
  }
}

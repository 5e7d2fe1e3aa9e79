public import LifeSignalFeatures
import LifeSignalModel

extension HTTPClients {
  public var sessionList: SessionListClient {
    SessionListClient(
      self, getSessions: { try await connection.call(APITable.getSessions).items })
  }

  public var proof: ProofClient {
    ProofClient(
      self,
      confirm: {
        _ = try await connection.call(APITable.requireProof, Empty(), proving: .export)
      },
      demands: { connection.gate.demands() }, settle: { connection.gate.settle($0) })
  }
}

public import LifeSignalFeatures
import LifeSignalModel

extension HTTPClients {
  public var channels: ChannelClient {
    ChannelClient(
      self,
      sendChannelCode: { kind, address in
        try await connection.call(
          APITable.sendChannelCode, ChannelCodeRequest(kind: kind, address: address)
        ).verificationID
      },
      verifyChannel: { code, verificationID in
        try await connection.tell(
          APITable.verifyChannel, CodeRequest(code: code, verificationID: verificationID))
      })
  }
}

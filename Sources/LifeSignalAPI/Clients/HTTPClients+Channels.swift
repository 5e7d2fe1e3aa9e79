public import LifeSignalFeatures
import LifeSignalModel

extension HTTPClients {
  public var channels: ChannelClient {
    @Sendable func all() async throws -> ChannelList {
      try await connection.call(APITable.getChannels)
    }
    return ChannelClient(
      getChannels: { try await all() },
      channelsStream: { following([.channels, .contacts]) { try await all() } },
      sendChannelCode: { kind, address in
        try await connection.call(
          APITable.sendChannelCode, ChannelCodeRequest(kind: kind, address: address)
        ).verificationID
      },
      verifyChannel: { code, verificationID in
        try await connection.tell(
          APITable.verifyChannel, CodeRequest(code: code, verificationID: verificationID))
      },
      moveChannel: { id, direction in
        try await connection.tell(
          APITable.moveChannel, MoveChannelRequest(id: id, direction: direction))
      },
      setChannelOn: { id, isOn in
        try await connection.tell(APITable.setChannelOn, SwitchChannelRequest(id: id, isOn: isOn))
      },
      removeChannel: { id in
        try await connection.tell(APITable.removeChannel, ChannelReference(id: id))
      },
      setChannelQuiet: { id, quiet in
        try await connection.tell(
          APITable.setChannelQuiet, QuietChannelRequest(id: id, quiet: quiet))
      },
      setQuietHours: { hours in
        try await connection.tell(APITable.setQuietHours, QuietHoursRequest(hours: hours))
      },
      testChannel: { id in
        try await connection.tell(APITable.testChannel, ChannelReference(id: id))
      })
  }
}

import LifeSignalEngine
import LifeSignalFeatures
import LifeSignalModel

extension SessionClients {
  var channels: ChannelClient {
    ChannelClient(
      getChannels: { try await answering { try await engine.channels(of: person()) } },
      channelsStream: { following([.channels, .contacts]) { try await engine.channels(of: $0) } },
      sendChannelCode: { kind, address in
        try await answering {
          let outcome = try await outcome(
            of: .requestChannelCode(kind, address: address, network: session.network))
          guard case .codeSent(let id, _) = outcome else { throw UnexpectedOutcome() }
          return id.rawValue
        }
      },
      verifyChannel: { code, id in
        try await answering {
          try await perform(.verifyChannel(OneTimeCode.ID(rawValue: id), code: code))
        }
      },
      moveChannel: { id, direction in
        try await answering { try await perform(.moveChannel(id, direction)) }
      },
      setChannelOn: { id, isOn in
        try await answering { try await perform(.setChannelOn(id, isOn)) }
      },
      removeChannel: { id in try await answering { try await perform(.removeChannel(id)) } },
      setChannelQuiet: { id, quiet in
        try await answering { try await perform(.setChannelQuiet(id, quiet)) }
      },
      setQuietHours: { hours in
        try await answering { try await perform(.setQuietHours(hours)) }
      },
      testChannel: { id in try await answering { try await perform(.testChannel(id)) } })
  }
}

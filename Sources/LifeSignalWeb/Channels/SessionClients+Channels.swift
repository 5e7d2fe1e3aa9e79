import LifeSignalEngine
import LifeSignalFeatures
import LifeSignalModel

extension SessionClients {
  var channels: ChannelClient {
    ChannelClient(
      self,
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
      })
  }
}

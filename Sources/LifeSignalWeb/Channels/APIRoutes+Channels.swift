import LifeSignalAPI
import LifeSignalFeatures
import LifeSignalModel

extension APIRoutes {
  func channels(_ table: APIAnswers) {
    table.answer(APITable.sendChannelCode) { call, input in
      SendCodeAnswer(
        verificationID: try await call.clients.channels.sendChannelCode(input.kind, input.address))
    }
    table.do(APITable.verifyChannel) { call, input in
      try await call.clients.channels.verifyChannel(input.code, input.verificationID)
    }
  }
}

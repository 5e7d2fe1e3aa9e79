import LifeSignalAPI
import LifeSignalFeatures
import LifeSignalModel

extension APIRoutes {
  func channels(_ table: APIAnswers) {
    table.answer(APITable.getChannels) { call, _ in
      try await call.clients.channels.getChannels()
    }
    table.answer(APITable.sendChannelCode) { call, input in
      SendCodeAnswer(
        verificationID: try await call.clients.channels.sendChannelCode(input.kind, input.address))
    }
    table.do(APITable.verifyChannel) { call, input in
      try await call.clients.channels.verifyChannel(input.code, input.verificationID)
    }
    table.do(APITable.moveChannel) { call, input in
      try await call.clients.channels.moveChannel(input.id, input.direction)
    }
    table.do(APITable.setChannelOn) { call, input in
      try await call.clients.channels.setChannelOn(input.id, input.isOn)
    }
    table.do(APITable.setChannelQuiet) { call, input in
      try await call.clients.channels.setChannelQuiet(input.id, input.quiet)
    }
    table.do(APITable.testChannel) { call, input in
      try await call.clients.channels.testChannel(input.id)
    }
    table.do(APITable.removeChannel) { call, input in
      try await call.clients.channels.removeChannel(input.id)
    }
    table.do(APITable.setQuietHours) { call, input in
      try await call.clients.channels.setQuietHours(input.hours)
    }
  }
}

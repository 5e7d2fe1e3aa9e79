import LifeSignalAPI
import LifeSignalEngine
import LifeSignalFeatures
import LifeSignalModel

extension APIRoutes {
  func checkInCodes(_ table: APIAnswers) {
    table.do(APITable.useCheckInCode) { [engine] call, input in
      try await engine.perform(
        .useCheckInCode(input.code, network: call.session.network), by: .visitor)
    }
    table.answer(APITable.getCheckInCodes) { call, _ in
      CheckInSheetAnswer(sheet: try await call.clients.checkInCodes.getSheet())
    }
    table.answer(APITable.makeCheckInCodes) { call, input in
      try await call.clients.checkInCodes.make(input.told)
    }
    table.do(APITable.revokeCheckInCodes) { call, _ in
      try await call.clients.checkInCodes.revoke()
    }
  }
}

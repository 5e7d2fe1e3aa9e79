import LifeSignalAPI
import LifeSignalEngine
import LifeSignalFeatures
import LifeSignalModel

extension APIRoutes {
  func checkInCodes(_ table: APIAnswers) {
    table.do(APITable.useCheckInCode) { [engine] call, input in
      try await engine.useCheckInCode(input.code, from: call.session.network)
    }
  }
}

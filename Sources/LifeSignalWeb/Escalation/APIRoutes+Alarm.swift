import LifeSignalAPI
import LifeSignalFeatures
import LifeSignalModel

extension APIRoutes {
  func alarm(_ table: APIAnswers) {
    table.answer(APITable.getAlarm) { call, input in
      try await call.clients.alarm.getAlarm(input.id)
    }
    table.answer(APITable.rehearse) { call, _ in try await call.clients.alarm.rehearse() }
  }
}

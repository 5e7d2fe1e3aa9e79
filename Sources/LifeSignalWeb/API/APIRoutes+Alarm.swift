import LifeSignalAPI
import LifeSignalFeatures
import LifeSignalModel

extension APIRoutes {
  func alarm(_ table: APIAnswers) {
    table.answer(APITable.getAlarm) { call, input in
      try await call.clients.alarm.getAlarm(input.id)
    }
    table.do(APITable.acknowledgeAlarm) { call, input in
      try await call.clients.alarm.acknowledge(input.id)
    }
    table.do(APITable.releaseAlarm) { call, input in
      try await call.clients.alarm.release(input.id)
    }
    table.do(APITable.handOverAlarm) { call, input in
      try await call.clients.alarm.handOver(input.id, input.to)
    }
    table.do(APITable.endSilentAlarm) { call, input in
      try await call.clients.alarm.endSilent(input.id)
    }
    table.answer(APITable.rehearse) { call, _ in try await call.clients.alarm.rehearse() }
    table.do(APITable.setEscalationPlan) { call, input in
      try await call.clients.alarm.setPlan(input.plan)
    }
  }
}

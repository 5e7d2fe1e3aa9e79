import LifeSignalAPI
import LifeSignalEngine
import LifeSignalFeatures
import LifeSignalModel

extension APIRoutes {
  func timeline(_ table: APIAnswers) {
    table.answer(APITable.getTimeline) { call, input in
      try await call.clients.timeline.getTimeline(
        input.before.map { Int64(clamping: $0.value) }, input.limit.value)
    }
    table.answer(APITable.verifyTimeline) { call, _ in
      try await call.clients.timeline.verifyTimeline()
    }
    table.answer(APITable.exportTimeline) { call, _ in
      try await call.clients.exportTimeline()
    }
    table.answer(APITable.getAlarms) { call, input in
      ItemList(try await call.clients.timeline.getAlarms(input.id))
    }
    table.answer(APITable.getAlarmTimeline) { call, input in
      try await call.clients.alarm(input.id)
    }
  }
}

extension SessionClients {
  fileprivate func exportTimeline() async throws -> TimelineExport {
    try await answering { try await engine.exportTimeline(for: person()) }
  }

  fileprivate func alarm(_ id: AlertRecord.ID) async throws -> AlarmTimeline {
    try await answering { try await engine.alarmTimeline(id, for: person()) }
  }
}

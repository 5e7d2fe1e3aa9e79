import LifeSignalAPI
import LifeSignalFeatures
import LifeSignalModel

extension APIRoutes {
  func promise(_ table: APIAnswers) {
    table.answer(APITable.getOlderCheckIns) { call, input in
      let record = CheckInRecord(
        id: input.id, userID: try call.clients.person(), timestamp: input.at)
      return ItemList(
        try await call.clients.checkIn.getOlderCheckIns(
          record, max(1, min(100, input.limit.value))))
    }
    table.answer(APITable.getCheckInCalendar) { call, input in
      guard let zone = Zone(input.zone) else { throw Problem(.invalidArgument) }
      return try await call.clients.checkIn.getCheckInCalendar(zone)
    }
    table.do(APITable.setPlan) { call, input in
      try await call.clients.checkIn.setPlan(input.plan)
    }
    table.do(APITable.pause) { call, input in
      try await call.clients.checkIn.pause(input.until)
    }
  }
}

import Foundation
public import LifeSignalFeatures
import LifeSignalModel

extension HTTPClients {
  public var checkIn: CheckInClient {
    CheckInClient(
      checkIn: {
        try await connection.call(
          APITable.checkIn, CheckInRequest(), key: connection.makeKey()
        ).at
      },
      getCheckInHistory: { limit in
        try await connection.call(APITable.getCheckInHistory, APILimit(limit)).items
      },
      getCheckInInterval: { try await answer(GetCheckInInterval()).seconds },
      setCheckInInterval: { seconds in
        try await connection.tell(
          APITable.setCheckInInterval, APILength(seconds: seconds))
      },
      getReminderInterval: { try await answer(GetReminderInterval()).seconds },
      setReminderInterval: { try await perform(SetReminderInterval(seconds: $0)) },
      getGracePeriod: { try await answer(GetGracePeriod()).seconds },
      setGracePeriod: { try await perform(SetGracePeriod(seconds: $0)) },
      getOlderCheckIns: { record, limit in
        try await connection.call(
          APITable.getOlderCheckIns,
          OlderCheckInsRequest(id: record.id, at: record.timestamp, limit: APINumber(limit))
        ).items
      },
      getCheckInCalendar: { zone in
        try await connection.call(
          APITable.getCheckInCalendar, ZoneRequest(zone: zone.identifier))
      },
      getPlan: { try await answer(GetPlan()).plan },
      setPlan: { try await connection.tell(APITable.setPlan, PlanMessage(plan: $0)) },
      pause: { try await connection.tell(APITable.pause, InstantMessage(until: $0)) },
      resume: { try await perform(Resume()) })
  }
}

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
      getCheckInInterval: { try await connection.call(APITable.getCheckInInterval).seconds },
      setCheckInInterval: { seconds in
        try await connection.tell(
          APITable.setCheckInInterval, APILength(seconds: seconds))
      },
      getReminderInterval: { try await connection.call(APITable.getReminderInterval).seconds },
      setReminderInterval: { seconds in
        try await connection.tell(
          APITable.setReminderInterval, APILength(seconds: seconds))
      },
      getGracePeriod: { try await connection.call(APITable.getGracePeriod).seconds },
      setGracePeriod: { seconds in
        try await connection.tell(APITable.setGracePeriod, APILength(seconds: seconds))
      },
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
      getPlan: { try await connection.call(APITable.getPlan).plan },
      setPlan: { try await connection.tell(APITable.setPlan, PlanMessage(plan: $0)) },
      pause: { try await connection.tell(APITable.pause, InstantMessage(until: $0)) },
      resume: { try await connection.tell(APITable.resume) })
  }

  public var alert: AlertClient {
    AlertClient(
      activateAlert: {
        try await connection.call(APITable.activateAlert, key: connection.makeKey()).at
      },
      deactivateAlert: {
        try await connection.call(APITable.deactivateAlert, key: connection.makeKey()).at
      },
      getAlertStatus: { try await connection.call(APITable.getAlertStatus) },
      getAlertHistory: { limit in
        try await connection.call(APITable.getAlertHistory, APIPage(limit: limit)).items
      })
  }
}

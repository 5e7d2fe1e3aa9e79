public import LifeSignalFeatures
import LifeSignalModel

extension HTTPClients {
  public var alarm: AlarmClient {
    AlarmClient(
      self,
      getAlarm: { try await connection.call(APITable.getAlarm, AlarmReference(id: $0)) },
      alarmStream: { id in
        .untilOver(
          following([.alert, .contacts]) {
            do {
              return try await connection.call(APITable.getAlarm, AlarmReference(id: id))
            } catch Refusal.alarmOver, Refusal.alarmNotFound {
              return nil
            }
          })
      },
      rehearse: { try await connection.call(APITable.rehearse) })
  }
}

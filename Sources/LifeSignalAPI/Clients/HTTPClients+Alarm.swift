public import LifeSignalFeatures
import LifeSignalModel

extension HTTPClients {
  public var alarm: AlarmClient {
    AlarmClient(
      getAlarm: { try await connection.call(APITable.getAlarm, AlarmReference(id: $0)) },
      acknowledge: {
        try await connection.tell(APITable.acknowledgeAlarm, AlarmReference(id: $0))
      },
      release: { try await connection.tell(APITable.releaseAlarm, AlarmReference(id: $0)) },
      handOver: { id, other in
        try await connection.tell(APITable.handOverAlarm, HandOverRequest(id: id, to: other))
      },
      endSilent: { try await connection.tell(APITable.endSilentAlarm, AlarmReference(id: $0)) },
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
      getPlan: { try await answer(GetEscalationPlan()).plan },
      rehearse: { try await connection.call(APITable.rehearse) },
      setPlan: {
        try await connection.tell(APITable.setEscalationPlan, EscalationPlanMessage(plan: $0))
      })
  }
}

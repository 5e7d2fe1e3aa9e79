import HTTPTypes
public import LifeSignalFeatures
public import LifeSignalModel

/// Alarms that are on, and the order in which one's own responders are called.
extension APITable {
  public static let getAlarm = APIRoute<AlarmReference, AlarmDetails>(
    .get, "/alarms/{id}", by: .token(.read))
  public static let acknowledgeAlarm = APIRoute<AlarmReference, Empty>(
    .put, "/alarms/{id}/holder", by: .token(.alert), isVital: true)
  public static let releaseAlarm = APIRoute<AlarmReference, Empty>(
    .delete, "/alarms/{id}/holder", by: .token(.alert), isVital: true)
  public static let handOverAlarm = APIRoute<HandOverRequest, Empty>(
    .put, "/alarms/{id}/offer", by: .token(.alert), isVital: true)
  /// A silent one, by the responder who has it.
  public static let endSilentAlarm = APIRoute<AlarmReference, Empty>(
    .delete, "/alarms/{id}", by: .token(.alert), isVital: true)
  public static let getEscalationPlan = APIRoute<Empty, EscalationPlanMessage>(
    .get, "/escalation-plan", by: .token(.read))
  public static let setEscalationPlan = APIRoute<EscalationPlanMessage, Empty>(
    .put, "/escalation-plan", by: .token(.account))

  public static let rehearse = APIRoute<Empty, Rehearsal>(.get, "/rehearsal", by: .token(.read))

  static let alarm = [
    getAlarm.description, acknowledgeAlarm.description, releaseAlarm.description,
    handOverAlarm.description, endSilentAlarm.description, getEscalationPlan.description,
    setEscalationPlan.description,
    rehearse.description,
  ]
}

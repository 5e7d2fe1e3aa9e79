import HTTPTypes
public import LifeSignalFeatures
public import LifeSignalModel

/// Alerts that are on, and one's own escalation policy.
extension APITable {
  public static let getAlarm = APIRoute<AlarmReference, AlarmDetails>(
    "getAlarm", .get, "/alarms/{id}",
    "Says who knows of an alarm. In a session it counts as opening it, with a token it does not.",
    by: .token(.read))
  public static let acknowledgeAlarm = APIRoute<AlarmReference, Empty>(
    "acknowledgeAlarm", .put, "/alarms/{id}/holder",
    "Says “I'm on it”. The first responder holds the alarm.",
    by: .token(.alert), isVital: true)
  public static let releaseAlarm = APIRoute<AlarmReference, Empty>(
    "releaseAlarm", .delete, "/alarms/{id}/holder",
    "Gives an alarm back. The others are called at once.",
    by: .token(.alert), isVital: true)
  public static let handOverAlarm = APIRoute<HandOverRequest, Empty>(
    "handOverAlarm", .put, "/alarms/{id}/offer",
    "Asks another responder to take an alarm over.",
    by: .token(.alert), isVital: true)
  /// A silent one, by the responder who has it.
  public static let endSilentAlarm = APIRoute<AlarmReference, Empty>(
    "endSilentAlarm", .delete, "/alarms/{id}",
    "Ends a silent alarm. Only the responder who holds it can.",
    by: .token(.alert), isVital: true)
  public static let getEscalationPlan = APIRoute<Empty, EscalationPlanMessage>(
    "getEscalationPlan", .get, "/escalation-plan",
    "Reads in which order one's responders are called.",
    by: .token(.read))
  public static let setEscalationPlan = APIRoute<EscalationPlanMessage, Empty>(
    "setEscalationPlan", .put, "/escalation-plan",
    "Sets in which order one's responders are called; null calls everybody at once.",
    by: .token(.account))

  public static let rehearse = APIRoute<Empty, Rehearsal>(
    "rehearse", .get, "/rehearsal",
    "Says what would happen if the person did nothing from now on.",
    by: .token(.read))

  static let alarm = [
    getAlarm.description, acknowledgeAlarm.description, releaseAlarm.description,
    handOverAlarm.description, endSilentAlarm.description, getEscalationPlan.description,
    setEscalationPlan.description,
    rehearse.description,
  ]
}

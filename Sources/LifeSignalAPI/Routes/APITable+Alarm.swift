import HTTPTypes
public import LifeSignalModel

/// Alerts that are on, and one's own escalation policy.
extension APITable {
  public static let getAlarm = APIRoute<AlarmReference, AlarmDetails>(
    "getAlarm", .get, "/alarms/{id}",
    "Reads which responders know of an alert. Counts as opening it, but not with an access token.",
    by: .token(.read))
  public static let acknowledgeAlarm = APIRoute<AlarmReference, Empty>(
    "acknowledgeAlarm", .put, "/alarms/{id}/holder",
    "Answers “I'm on it”. The first responder holds the alert.",
    by: .token(.alert), isVital: true)
  public static let releaseAlarm = APIRoute<AlarmReference, Empty>(
    "releaseAlarm", .delete, "/alarms/{id}/holder",
    "Returns an alert. LifeSignal contacts the others immediately.",
    by: .token(.alert), isVital: true)
  public static let handOverAlarm = APIRoute<HandOverRequest, Empty>(
    "handOverAlarm", .put, "/alarms/{id}/offer",
    "Asks another responder to take an alert over.",
    by: .token(.alert), isVital: true)
  /// A silent one, by the responder who has it.
  public static let endSilentAlarm = APIRoute<AlarmReference, Empty>(
    "endSilentAlarm", .delete, "/alarms/{id}",
    "Ends a duress alert. Only the responder who holds it can.",
    by: .token(.alert), isVital: true)
  public static let setEscalationPlan = APIRoute<EscalationPlanMessage, Empty>(
    "setEscalationPlan", .put, "/escalation-plan",
    "Replaces the escalation policy; null contacts everyone immediately.",
    by: .token(.account))

  public static let rehearse = APIRoute<Empty, Rehearsal>(
    "rehearse", .get, "/rehearsal",
    "Reads what would happen if the person did nothing from now on.",
    by: .token(.read))

  static let alarm = [
    getAlarm.description, acknowledgeAlarm.description, releaseAlarm.description,
    handOverAlarm.description, endSilentAlarm.description, setEscalationPlan.description,
    rehearse.description,
  ]
}

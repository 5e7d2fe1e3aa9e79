import HTTPTypes
public import LifeSignalModel

/// Alerts that are on, and one's own escalation policy.
extension APITable {
  public static let getAlarm = APIRoute<AlarmReference, AlarmDetails>(
    "getAlarm", .get, "/alarms/{id}",
    "Reads which responders know of an alert. Counts as opening it, but not with an access token.",
    by: .token(.read))
  public static let setEscalationPlan = APIRoute<EscalationPlanMessage, Empty>(
    "setEscalationPlan", .put, "/escalation-plan",
    "Replaces the escalation policy; null contacts everyone immediately.",
    by: .token(.account))

  public static let rehearse = APIRoute<Empty, Rehearsal>(
    "rehearse", .get, "/rehearsal",
    "Reads what would happen if the person did nothing from now on.",
    by: .token(.read))

  static let alarm = [
    getAlarm.description, setEscalationPlan.description, rehearse.description,
  ]
}

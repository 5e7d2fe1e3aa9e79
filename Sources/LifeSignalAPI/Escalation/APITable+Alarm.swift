import HTTPTypes
public import LifeSignalModel

/// Alerts that are on.
extension APITable {
  public static let getAlarm = APIRoute<AlarmReference, AlarmDetails>(
    "getAlarm", .get, "/alarms/{id}",
    "Reads which responders know of an alert. Counts as opening it, but not with an access token.",
    by: .token(.read))

  public static let rehearse = APIRoute<Empty, Rehearsal>(
    "rehearse", .get, "/rehearsal",
    "Reads what would happen if the person did nothing from now on.",
    by: .token(.read))

  static let alarm = [
    getAlarm.description, rehearse.description,
  ]
}

import HTTPTypes
public import LifeSignalModel

/// The promise beside its interval: its plan, its pauses and its history.
extension APITable {
  public static let getOlderCheckIns = APIRoute<OlderCheckInsRequest, ItemList<CheckInRecord>>(
    "getOlderCheckIns", .get, "/check-ins/{id}/older",
    "Lists the next older check-ins after one that was made `at`.",
    by: .token(.read))
  /// `zone` is a name of the IANA database.
  public static let getCheckInCalendar = APIRoute<ZoneRequest, CheckInCalendar>(
    "getCheckInCalendar", .get, "/check-in-calendar",
    "Reads the last weeks as days of a time zone.",
    by: .token(.read))
  public static let setPlan = APIRoute<PlanMessage, Empty>(
    "setPlan", .put, "/check-in-plan",
    "Sets the check-in plan.",
    by: .token(.account))
  public static let pause = APIRoute<InstantMessage, Empty>(
    "pause", .put, "/pause",
    "Pauses check-ins until an instant, or moves the end of the pause.",
    by: .token(.account))

  static let promise = [
    getOlderCheckIns.description, getCheckInCalendar.description, setPlan.description,
    pause.description,
  ]
}

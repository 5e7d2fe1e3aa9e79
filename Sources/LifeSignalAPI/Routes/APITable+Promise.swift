import HTTPTypes
public import LifeSignalFeatures
public import LifeSignalModel

/// The promise beside its interval: its plan, its pauses, its history, and journeys.
extension APITable {
  public static let getOlderCheckIns = APIRoute<OlderCheckInsRequest, APIList<CheckInRecord>>(
    .get, "/check-ins/{id}/older", by: .token(.read))
  /// `zone` is a name of the IANA database.
  public static let getCheckInCalendar = APIRoute<ZoneRequest, CheckInCalendar>(
    .get, "/check-in-calendar", by: .token(.read))
  public static let getPlan = APIRoute<Empty, PlanMessage>(
    .get, "/check-in-plan", by: .token(.read))
  public static let setPlan = APIRoute<PlanMessage, Empty>(
    .put, "/check-in-plan", by: .token(.account))
  public static let pause = APIRoute<InstantMessage, Empty>(.put, "/pause", by: .token(.account))
  public static let resume = APIRoute<Empty, Empty>(.delete, "/pause", by: .token(.account))

  public static let getTravel = APIRoute<Empty, TravelAnswer>(.get, "/travel", by: .token(.read))
  public static let startTravel = APIRoute<StartTravelRequest, TravelData>(
    .post, "/travel", by: .token(.checkIn))
  public static let extendTravel = APIRoute<ExtendTravelRequest, TravelData>(
    .put, "/travel/{id}/due", by: .token(.checkIn))
  public static let arrive = APIRoute<TravelReference, Empty>(
    .post, "/travel/{id}/arrive", by: .token(.alert), isVital: true)
  public static let cancelTravel = APIRoute<TravelReference, Empty>(
    .delete, "/travel/{id}", by: .token(.checkIn))

  static let promise = [
    getOlderCheckIns.description, getCheckInCalendar.description, getPlan.description,
    setPlan.description, pause.description, resume.description, getTravel.description,
    startTravel.description, extendTravel.description, arrive.description,
    cancelTravel.description,
  ]
}

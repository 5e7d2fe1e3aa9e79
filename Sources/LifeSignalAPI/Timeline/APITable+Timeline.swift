import HTTPTypes
public import LifeSignalModel

/// The events of timelines, and the people notified.
extension APITable {
  public static let getTimeline = APIRoute<TimelineRequest, TimelinePage>(
    "getTimeline", .get, "/timeline",
    "Lists events and contacts, newest first.",
    by: .token(.read))
  public static let verifyTimeline = APIRoute<Empty, TimelineVerdict>(
    "verifyTimeline", .get, "/timeline/verdict",
    "Examines the own chain of entries now.",
    by: .token(.read))
  public static let exportTimeline = APIRoute<Empty, TimelineExport>(
    "exportTimeline", .get, "/timeline/export",
    "Exports the whole timeline, with every hash.",
    by: .token(.read))
  public static let getAlarms = APIRoute<AlarmsRequest, ItemList<AlarmTimeline>>(
    "getAlarms", .get, "/contacts/{id}/alarms",
    "Lists the alerts of a person the caller responds for, with their events.",
    by: .token(.read))
  public static let getAlarmTimeline = APIRoute<AlarmReference, AlarmTimeline>(
    "getAlarmTimeline", .get, "/alarms/{id}/timeline",
    "Reads the events of one alert.",
    by: .token(.read))

  static let timeline = [
    getTimeline.description, verifyTimeline.description, exportTimeline.description,
    getAlarms.description, getAlarmTimeline.description,
  ]
}

import HTTPTypes
public import LifeSignalFeatures
public import LifeSignalModel

/// What happened and who was told.
extension APITable {
  public static let getTimeline = APIRoute<TimelineRequest, TimelinePage>(
    .get, "/timeline", by: .token(.read))
  public static let verifyTimeline = APIRoute<Empty, TimelineVerdict>(
    .get, "/timeline/verdict", by: .token(.read))
  public static let exportTimeline = APIRoute<Empty, TimelineExport>(
    .get, "/timeline/export", by: .token(.read))
  public static let getAlarms = APIRoute<AlarmsRequest, APIList<AlarmTimeline>>(
    .get, "/contacts/{id}/alarms", by: .token(.read))
  public static let getAlarmTimeline = APIRoute<AlarmReference, AlarmTimeline>(
    .get, "/alarms/{id}/timeline", by: .token(.read))

  static let timeline = [
    getTimeline.description, verifyTimeline.description, exportTimeline.description,
    getAlarms.description, getAlarmTimeline.description,
  ]
}

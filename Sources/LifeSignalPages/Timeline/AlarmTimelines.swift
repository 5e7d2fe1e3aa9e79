import ComposableHTML
import LifeSignalModel

/// The events of a person's alerts and the people notified, for those who watch over them.
struct AlarmTimelines: HTML {
  let alarms: [AlarmTimeline]

  var body: some HTML {
    ForEach(alarms) { alarm in
      PageSection("alarm-record-\(alarm.id)", alarm.isOpen ? "What has happened" : "The last alert")
      {
        TimelineList(
          id: "alarm-record-\(alarm.id)-entries", entries: alarm.entries, style: .weekday)
        if let end = alarm.endedAt {
          p(.class("caption")) {
            "This alert is over since"
            " "
            LocalTime(end, .full)
          }
        }
      }
    }
  }
}

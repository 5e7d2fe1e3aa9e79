import ComposableHTML
import LifeSignalModel

/// The entries of one day of the viewer's own calendar.
struct DaySection<Content: HTML>: HTML {
  let id: String
  let day: LocalDate
  let today: LocalDate
  let zone: Zone
  let content: Content

  init(
    _ id: String, _ day: LocalDate, today: LocalDate, zone: Zone,
    @HTMLBuilder content: () -> Content
  ) {
    self.id = id
    self.day = day
    self.today = today
    self.zone = zone
    self.content = content()
  }

  var body: some HTML {
    section(id: id, .class("section"), .aria("labelledby", "\(id)-heading")) {
      h2(id: "\(id)-heading") { heading }
      content
    }
  }

  @HTMLBuilder private var heading: some HTML {
    if day >= today {
      "Today"
    } else if day == today.advanced(by: -1) {
      "Yesterday"
    } else if let noon = TimeOfDay(minutes: 720) {
      LocalTime(zone.instant(of: noon, on: day), .day)
    }
  }
}

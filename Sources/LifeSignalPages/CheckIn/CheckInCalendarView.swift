import ComposableHTML
import Foundation
import LifeSignalModel

/// The last weeks as a table of days. Each day shows its result in words, by a shape and by a
/// colour.
struct CheckInCalendarView: HTML {
  let calendar: CheckInCalendar

  var body: some HTML {
    PageSection("calendar", "The last five weeks") {
      p(id: "calendar-summary", .class("caption")) { summary }
      table(id: "calendar-days", .class("calendar"), .aria("describedby", "calendar-summary")) {
        thead {
          tr {
            ForEach(Weekday.allCases) { day in
              th(.aria("label", day.long)) { day.short }
            }
          }
        }
        tbody {
          ForEach(weeks) { week in
            tr {
              ForEach(week) { CalendarDay(day: $0) }
            }
          }
        }
      }
      ul(.class("legend"), .aria("hidden", true)) {
        legend(.checkedIn, "Checked in")
        legend(.missed, "Missed")
        legend(.paused, "Paused")
      }
    }
  }

  private var weeks: [[CheckInDay]] {
    stride(from: 0, to: calendar.days.count, by: 7).map {
      Array(calendar.days[$0..<min($0 + 7, calendar.days.count)])
    }
  }

  /// The same as the picture, in a sentence each.
  private var summary: Phrase {
    let (checkedIn, missed, paused) = (
      calendar.count(.checkedIn), calendar.count(.missed), calendar.count(.paused)
    )
    return "Checked in on \(days(checkedIn)), missed on \(days(missed)), paused on \(days(paused))."
  }

  private func days(_ count: Int) -> Phrase {
    .counting(count, one: "\(count) day", other: "\(count) days")
  }

  private func legend(_ status: CheckInDay.Status, _ words: Phrase) -> some HTML {
    li {
      span(.class("day"), .class(status.rawValue)) { status.glyph.map { Icon($0, .small) } }
      span { words }
    }
  }
}

/// One day: its number, and its result.
private struct CalendarDay: HTML {
  let day: CheckInDay

  var body: some HTML {
    td {
      span(.class("day"), .class(day.status.rawValue)) {
        span(.class("number"), .aria("hidden", true)) { "\(day.date.day)" }
        day.status.glyph.map { Icon($0, .small) }
        span(.class("visually-hidden")) { words }
      }
    }
  }

  private var times: Phrase {
    .counting(day.checkIns, one: "\(day.checkIns) time", other: "\(day.checkIns) times")
  }

  private var words: Phrase {
    let date = day.date.words
    return switch day.status {
    case .checkedIn:
      "\(date): checked in \(times)"
    case .missed: "\(date): missed"
    case .paused: "\(date): paused"
    case .none: "\(date): no check-in"
    case .future: "\(date): still to come"
    }
  }
}

extension CheckInDay.Status {
  /// The shape that has the same meaning as the colour.
  fileprivate var glyph: Glyph? {
    switch self {
    case .checkedIn: .check
    case .missed: .cross
    case .paused: .pause
    case .none, .future: nil
    }
  }
}

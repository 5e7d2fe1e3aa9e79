import Composable
package import ComposableHTML
import Foundation
package import LifeSignalFeatures
package import LifeSignalModel

/// All events and notified people, newest first, day by day, and whether any entry was changed
/// since.
package struct TimelineSheet: HTML {
  let state: TimelineFeature.State
  /// The days are those of the person's own clocks.
  let zone: Zone
  let send: ActionSender<TimelineFeature.Action>

  package init(
    state: TimelineFeature.State, zone: Zone, send: ActionSender<TimelineFeature.Action>
  ) {
    self.state = state
    self.zone = zone
    self.send = send
  }

  package var body: some HTML {
    Sheet(
      "timeline-sheet", .full,
      header: SheetHeader(
        "Timeline",
        start: .init(
          id: "timeline-refresh", words: "Refresh", isDisabled: state.isLoading,
          tap: send(.refreshButtonTapped)),
        end: .init(id: "timeline-done", words: "Done", tap: send(.doneButtonTapped))),
      close: send(.doneButtonTapped)
    ) {
      TimelineSeal(verdict: state.verdict, isVerifying: state.isVerifying)
      if state.entries.isEmpty {
        if state.hasLoaded {
          EmptyState(
            .clock, "Nothing has happened yet",
            "Check-ins, alerts and every message about them are listed here.")
        } else if state.error == nil {
          Loading(words: "Loading")
        }
      } else {
        ForEach(days) { day in
          section(id: day.id, .class("section"), .aria("labelledby", "\(day.id)-heading")) {
            h2(id: "\(day.id)-heading") { LocalTime(day.noon, .day) }
            TimelineList(id: "\(day.id)-entries", entries: day.entries)
          }
        }
        if state.hasMore {
          Button(
            "timeline-more", "Show older entries", .soft, .wide, disabled: state.isLoading,
            tap: send(.loadMoreButtonTapped))
        }
        keep
        Caption(
          "We keep entries for 90 days. Download a copy to prove later that nothing was changed.")
      }
    }
    ErrorAlert(id: "timeline-error", error: state.error, dismiss: send(.setError(nil)))
  }

  private var keep: some HTML {
    Card {
      a(
        id: "timeline-print", .href("/timeline/print?zone=\(zone.identifier)"), .class("opener")
      ) {
        Icon(.book)
        span { "Open to print" }
        span(.class("chevron")) { Icon(.forward, .small) }
      }
      a(id: "timeline-download", .href("/timeline.json"), .download(), .class("opener")) {
        Icon(.download)
        span { "Download with all seals" }
      }
    }
  }

  private var days: [TimelineDay] {
    var days: [TimelineDay] = []
    for entry in state.entries {
      let date = zone.date(at: entry.at)
      if days.last?.date == date {
        days[days.count - 1].entries.append(entry)
      } else {
        days.append(TimelineDay(date: date, noon: entry.at, entries: [entry]))
      }
    }
    return days
  }
}

/// The entries of one day in one person's zone.
private struct TimelineDay: Identifiable {
  let date: LocalDate
  /// Some instant of that day there.
  let noon: Date
  var entries: [TimelineEntryData]

  /// A clock that was set back shows a day twice.
  var id: String { "timeline-\(date)-\(entries.first?.sequence ?? 0)" }
}

/// The result of verifying the chain now.
private struct TimelineSeal: HTML {
  let verdict: TimelineVerdict?
  let isVerifying: Bool

  var body: some HTML {
    div(
      id: "timeline-seal", .class("card seal"), .class(status.className), .role(.status)
    ) {
      span(.class("kind")) { Icon(status.glyph ?? .clock) }
      div(.class("what")) {
        p(.class("title")) { title }
        p(.class("words")) { words }
      }
    }
  }

  private var status: Status {
    guard let verdict else { return .neutral }
    return verdict.isIntact ? .fine : .alert
  }

  private var title: Phrase {
    guard let verdict else { return isVerifying ? "Being examined" : "Not examined" }
    return verdict.isIntact ? "Verified" : "Something was changed"
  }

  @HTMLBuilder private var words: some HTML {
    if let verdict {
      if let fault = verdict.firstBreak {
        Phrase(
          "Entry \(String(fault.sequence)) was changed or is missing. Please contact the people who run this service."
        )
      } else if let since = verdict.since {
        Phrase.counting(
          verdict.count, one: "\(verdict.count) entry, unbroken since",
          other: "\(verdict.count) entries, unbroken since")
        " "
        LocalTime(since, .day)
      } else {
        Phrase("There are no entries yet.")
      }
    } else {
      Phrase("Each entry carries a seal that depends on all before it.")
    }
  }
}

import ComposableHTML
import Foundation
import LifeSignalFeatures
import LifeSignalModel

/// How the promise was kept: the last weeks in brief, and every check-in below.
struct HistorySheet: HTML {
  let state: CheckInFeature.State
  let send: ActionSender<CheckInFeature.Action>

  var body: some HTML {
    Sheet(
      "history-sheet", .full,
      header: SheetHeader(
        "Check-in history",
        start: SheetHeader.Action(id: "history-close", words: "Close", tap: send(.historyDismissed))
      ),
      close: send(.historyDismissed)
    ) {
      if state.calendar.days.isEmpty {
        if state.isLoadingHistory { Loading(words: "Loading your history") }
      } else {
        CheckInCalendarView(calendar: state.calendar)
      }
      list
    }
  }

  @HTMLBuilder private var list: some HTML {
    if state.checkInHistory.isEmpty {
      if !state.isLoadingHistory {
        EmptyState(
          .pulse, "No check-ins yet", "Your check-ins appear here as soon as you make them.")
      }
    } else {
      PageSection("history-list", "Check-ins") {
        ul(.class("card list plain")) {
          ForEach(state.checkInHistory) { record in
            li {
              div(.class("row short")) {
                StatusLine(.fine) { LocalTime(record.timestamp, .full) }
              }
            }
          }
        }
        if state.hasOlderCheckIns {
          Button(
            "history-older", state.isLoadingHistory ? "Loading…" : "Show older", .plain, .wide,
            disabled: state.isLoadingHistory, tap: send(.loadOlderCheckIns))
        }
      }
    }
  }
}

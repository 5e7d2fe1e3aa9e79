import Composable
import ComposableHTML
import Foundation
import LifeSignalFeatures
import LifeSignalModel

/// The people who viewed and pinged me, newest first.
struct ActivitySheet: HTML {
  let state: ActivityFeature.State
  let now: Date
  let send: ActionSender<ActivityFeature.Action>

  var body: some HTML {
    Sheet(
      "activity-sheet", .full,
      header: SheetHeader(
        "Profile views and pings",
        start: .init(
          id: "activity-refresh", words: "Refresh", isDisabled: state.isLoading,
          tap: send(.refreshButtonTapped)),
        end: .init(id: "activity-done", words: "Done", tap: send(.doneButtonTapped))),
      close: send(.doneButtonTapped)
    ) {
      if state.entries.isEmpty {
        if state.hasLoaded {
          EmptyState(
            .eye, "No one has looked yet",
            "When someone you have accepted opens your page or pings you, you see it here.")
        } else {
          Loading(words: "Loading")
        }
      } else {
        ul(id: "activity-list", .class("card list")) { ForEach(state.entries) { row($0) } }
        if state.hasMore {
          Button(
            "activity-more", "Show older entries", .soft, .wide, disabled: state.isLoading,
            tap: send(.loadMoreButtonTapped))
        }
      }
      Caption(
        "A responder who opens your page is listed once in ten minutes. Entries are kept for 30 days."
      )
    }
    ErrorAlert(id: "activity-error", error: state.error, dismiss: send(.setError(nil)))
  }

  private func row(_ entry: ActivityData) -> some HTML {
    li(id: "activity-\(entry.id)", .class("row entry")) {
      div(.class("row-main")) {
        span(.class("kind"), .class(entry.kind == .looked ? "look" : "ping")) {
          Icon(entry.kind.glyph)
        }
        span(.class("grow")) {
          span(.class("name")) { words(entry) }
          span(.class("when")) {
            Ago(entry.timestamp, now: now)
            " · "
            LocalTime(entry.timestamp, .full)
          }
        }
      }
    }
  }

  private func words(_ entry: ActivityData) -> Phrase {
    switch entry.kind {
    case .looked: "\(entry.contactName) viewed your page"
    case .pingReceived: "\(entry.contactName) pinged you"
    case .pingAnswered: "You answered \(entry.contactName)"
    case .pingWithdrawn: "\(entry.contactName) withdrew a ping"
    case .pingExpired: "A ping of \(entry.contactName) expired without an answer"
    }
  }
}

extension Activity.Kind {
  fileprivate var glyph: Glyph {
    switch self {
    case .looked: .eye
    case .pingReceived: .bell
    case .pingAnswered: .check
    case .pingWithdrawn: .bellOff
    case .pingExpired: .clock
    }
  }
}

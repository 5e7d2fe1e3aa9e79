import Composable
import ComposableHTML
import Foundation
import LifeSignalFeatures
import LifeSignalModel

/// The layers above any page: the start of a trip, and the question near its end.
struct TravelLayers: HTML {
  let state: TravelFeature.State
  let now: Date
  let hasNoResponders: Bool
  let send: ActionSender<TravelFeature.Action>

  var body: some HTML {
    if let error = state.error {
      ErrorAlert(id: "travel-error", error: error, dismiss: send(.dismissError))
    } else if state.confirmation != nil {
      AlertDialog(
        id: "travel-question", alert: state.confirmation,
        press: { send(.confirmation(.presented($0))) }, dismiss: send(.confirmation(.dismiss)))
    } else if let setup = state.setup {
      TravelSheet(setup: setup, zone: state.zone, isBusy: state.isBusy, now: now, send: send)
    } else if let travel = state.travel, state.isReminding(now: now) {
      TravelReminder(
        travel: travel, isBusy: state.isBusy, now: now, hasNoResponders: hasNoResponders,
        send: send)
    }
  }
}

/// Where to, by what means, and by when.
private struct TravelSheet: HTML {
  let setup: TravelFeature.Setup
  let zone: Zone
  let isBusy: Bool
  let now: Date
  let send: ActionSender<TravelFeature.Action>

  var body: some HTML {
    Sheet(
      "travel-sheet",
      header: SheetHeader(
        "Travel timer",
        start: SheetHeader.Action(
          id: "travel-sheet-cancel", words: "Cancel", tap: send(.setupDismissed)),
        end: SheetHeader.Action(
          id: "travel-sheet-start", words: isBusy ? "Starting…" : "Start", isDisabled: isBusy,
          tap: send(.startTapped))),
      close: send(.setupDismissed)
    ) {
      div(.class("form")) {
        Field(
          "travel-note", "Where to, and by what?",
          hint: "Your responders see this only if you do not arrive."
        ) {
          textarea(
            id: "travel-note", .class("input"), .rows(3), .maxLength(TravelRules.longestNote),
            .aria("describedby", "travel-note-hint"), text: setup.note
          )
          .on(.input, send { .noteChanged($0) })
        }
        div(
          id: "travel-lengths", .class("wheel"), .role(.group),
          .aria("label", Phrase("Arriving within"))
        ) {
          ForEach(TravelData.offered) { length in
            button(
              id: "travel-\(Int(clamping: length))", .type(.button), .class("chip"),
              .aria("pressed", length == setup.length)
            ) { Countdown.interval(length) }
            .on(.click, send(.lengthSelected(length)))
          }
        }
        Field("travel-due", "Or by a day and time", problem: setup.problem?.phrase) {
          input(
            id: "travel-due", .class("input"), .type(.dateTimeLocal),
            .value(setup.length == nil ? setup.wall : ""), .min(zone.wall(at: now)),
            .max(zone.wall(at: now + TravelRules.longest)),
            .when(setup.problem != nil, .aria("invalid", true)),
            .when(setup.problem != nil, .aria("describedby", "travel-due-problem"))
          )
          .on(.change, send { .wallChanged($0) })
        }
        Caption(
          """
          You are reminded before the time and can extend it. It does not depend on your check-ins.
          """)
      }
    }
  }
}

/// Asked near the end, on any page: has the person arrived?
private struct TravelReminder: HTML {
  let travel: TravelData
  let isBusy: Bool
  let now: Date
  let hasNoResponders: Bool
  let send: ActionSender<TravelFeature.Action>

  var body: some HTML {
    Sheet(
      "travel-reminder",
      header: SheetHeader(
        "Have you arrived?",
        start: SheetHeader.Action(
          id: "travel-not-yet", words: "Not yet", tap: send(.reminderDismissed))),
      close: send(.reminderDismissed)
    ) {
      div(.class("travel")) {
        p {
          if now < travel.dueAt {
            Sentence("Your travel timer ends at {0}.", LocalTime(travel.dueAt, .weekday))
          } else {
            Sentence("Your travel timer ended at {0}.", LocalTime(travel.dueAt, .weekday))
          }
        }
        StatusLine(.late) {
          if hasNoResponders {
            "No one will be contacted"
          } else {
            Sentence("We contact your responders at {0}.", LocalTime(travel.alarmAt, .weekday))
          }
        }
        Button(
          "travel-reminder-arrive", "I have arrived", .primary, .wide, icon: .check,
          disabled: isBusy, tap: send(.arriveTapped))
        TravelExtensions(id: "travel-reminder", isBusy: isBusy, send: send)
      }
    }
  }
}

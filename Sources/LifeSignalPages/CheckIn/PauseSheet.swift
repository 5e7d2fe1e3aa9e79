import ComposableHTML
import Foundation
import LifeSignalFeatures
import LifeSignalModel

/// Until when check-ins are paused.
struct PauseSheet: HTML {
  let state: PauseFeature.State
  let now: Date
  let hasNoResponders: Bool
  let send: ActionSender<PauseFeature.Action>

  var body: some HTML {
    Sheet(
      "pause-sheet",
      header: SheetHeader(
        state.pausedUntil == nil ? "Pause check-ins" : "End of the pause",
        start: SheetHeader.Action(id: "pause-cancel", words: "Cancel", tap: send(.cancelTapped)),
        end: SheetHeader.Action(
          id: "pause-save", words: state.isSaving ? "Saving…" : "Pause",
          isDisabled: state.isSaving, tap: send(.saveTapped))),
      close: send(.cancelTapped)
    ) {
      div(.class("form")) {
        div(
          id: "pause-lengths", .class("wheel"), .role(.group),
          .aria("label", Phrase("Length of the pause"))
        ) {
          ForEach(Pause.offered) { length in
            button(
              id: "pause-\(Int(clamping: length))", .type(.button), .class("chip"),
              .aria("pressed", length == state.length)
            ) { Countdown.rounded(length) }
            .on(.click, send(.lengthSelected(length)))
          }
        }
        Field("pause-until", "Or until a day and time", problem: state.problem?.phrase) {
          input(
            id: "pause-until", .class("input"), .type(.dateTimeLocal),
            .value(state.length == nil ? state.wall : ""),
            .min(state.zone.wall(at: now)), .max(state.zone.wall(at: now + Pause.longest)),
            .when(state.problem != nil, .aria("invalid", true)),
            .when(state.problem != nil, .aria("describedby", "pause-until-problem"))
          )
          .on(.change, send { .wallChanged($0) })
        }
        Caption(
          hasNoResponders
            ? "We send no reminders and nothing is missed. You can still raise an alert, and resume at any time."
            : "We let your responders know that you pause and for how long. We send no reminders and nothing is missed. You can still raise an alert, and resume at any time."
        )
      }
    }
    ErrorAlert(id: "pause-error", error: state.error, dismiss: send(.dismissError))
  }
}

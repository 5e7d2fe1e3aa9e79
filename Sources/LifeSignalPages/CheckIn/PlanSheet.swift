import ComposableHTML
import Foundation
import LifeSignalFeatures
import LifeSignalModel

/// How often, or at which times of which days.
struct PlanSheet: HTML {
  let state: CheckInPlanFeature.State
  let send: ActionSender<CheckInPlanFeature.Action>

  var body: some HTML {
    Sheet(
      "plan-sheet",
      header: SheetHeader(
        "Check-in plan",
        start: SheetHeader.Action(id: "plan-cancel", words: "Cancel", tap: send(.cancelTapped)),
        end: SheetHeader.Action(
          id: "plan-save", words: state.isSaving ? "Saving…" : "Save",
          isDisabled: state.isSaving, tap: send(.saveTapped))),
      close: send(.cancelTapped)
    ) {
      div(.class("form")) {
        Segmented(
          id: "plan-kind", name: "Kind of plan",
          choices: [
            .init(id: "interval", words: "An interval", value: .interval),
            .init(id: "times", words: "Times of day", value: .times),
          ],
          selection: state.kind, choose: { send(.kindChanged($0)) })
        if state.kind == .interval {
          IntervalPicker(id: "plan", state: state.interval, send: send.map { .interval($0) })
          Caption("How often should we expect you?")
        } else {
          times
        }
        reminder
        grace
        problem
        if state.hasCountdown { stop }
      }
    }
    if state.isStopAsked {
      Dialog.question(
        "plan-stop-question", "Stop your countdown?",
        "We’ll send no reminders, and no one will notice if you don’t check in. Your devices no longer check in for you. Your next check-in starts the countdown again.",
        confirm: "Stop", isDestructive: true, onConfirm: send(.stopConfirmed),
        onCancel: send(.stopDeclined))
    }
    ErrorAlert(id: "plan-error", error: state.error, dismiss: send(.dismissError))
  }

  @HTMLBuilder private var times: some HTML {
    PageSection("plan-times", "Times of day") {
      if state.times.isEmpty {
        Caption("No times yet. Add the first one below.")
      } else {
        ul(.class("card list")) {
          ForEach(state.times) { time in
            li {
              div(.class("pair")) {
                strong(.class("grow digits")) { WallTime(time) }
                Button(
                  "plan-remove-\(time.minutes)", "Remove", .quiet, .small,
                  name: "Remove \(time.description)", tap: send(.removeTimeTapped(time)))
              }
            }
          }
        }
      }
      div(.class("add-line")) {
        Field("plan-time", "Add a time") {
          input(id: "plan-time", .class("input"), .type(.time), .value(state.newTime))
            .on(.change, send { .newTimeChanged($0) })
        }
        Button("plan-add", "Add", .soft, icon: .plus, tap: send(.addTimeTapped))
      }
      Caption("A check-in counts for the next time, however early you make it.")
    }
    PageSection("plan-days", "Days of the week") {
      div(
        id: "plan-weekdays", .class("days"), .role(.group),
        .aria("label", Phrase("Days of the week"))
      ) {
        ForEach(Weekday.allCases) { day in
          button(
            id: "plan-day-\(day.rawValue)", .type(.button), .class("chip"),
            .aria("pressed", state.days.contains(day)), .aria("label", day.long)
          ) { day.short }
          .on(.click, send(.dayToggled(day)))
        }
      }
      div(.class("buttons")) {
        Button(
          "plan-every-day", "Every day", .quiet, .small,
          tap: send(.daysSelected(Weekday.allCases)))
        Button(
          "plan-workdays", "Monday to Friday", .quiet, .small,
          tap: send(.daysSelected(Weekday.workdays)))
      }
    }
    Field(
      "plan-zone", "Time zone",
      hint: "Times follow local time there, including daylight saving."
    ) {
      input(
        id: "plan-zone", .class("input"), .type(.text), .value(state.zoneText),
        .list("plan-zones"), .spellcheck(false), .autocomplete(.off), .autocapitalize(.none),
        .maxLength(64)
      )
      .on(.change, send { .zoneChanged($0) })
      datalist(id: "plan-zones", .module("zones"), .keep())
    }
    if let offered = state.offeredZone {
      Button(
        "plan-use-zone", "Use \(offered.identifier)", .soft, .small,
        tap: send(.useBrowserZoneTapped))
    }
  }

  private var reminder: some HTML {
    PageSection("plan-reminder-section", "Reminder") {
      Segmented(
        id: "plan-reminder", name: "Reminder",
        choices: [
          .init(id: "0", words: "None", value: 0),
          .init(id: "1800", words: "30 mins", value: 1_800),
          .init(id: "7200", words: "2 hours", value: 7_200),
        ],
        selection: state.reminder, choose: { send(.reminderChosen($0)) })
      Caption("We remind you this long before your check-in is due.")
    }
  }

  private var grace: some HTML {
    PageSection("plan-grace-section", "Grace period") {
      Segmented(
        id: "plan-grace", name: "Grace period",
        choices: CheckInSettings.offeredGracePeriods.map {
          .init(id: "\(Int(clamping: $0))", words: Self.short($0), value: $0)
        },
        selection: state.gracePeriod, choose: { send(.gracePeriodChosen($0)) })
      Caption(
        "After a missed check-in we remind you first. Only then do we contact your responders.")
    }
  }

  private static func short(_ seconds: TimeInterval) -> Phrase {
    if seconds == 0 { return "None" }
    if seconds >= 3_600 { return "1 hour" }
    return "\(Int(clamping: seconds / 60)) min"  // words
  }

  private var stop: some HTML {
    div(.class("stack")) {
      Button(
        "plan-stop", "I only watch over others", .quiet, .wide, disabled: state.isSaving,
        tap: send(.stopTapped))
      Caption("Stops your countdown. Your responders will be notified.")
    }
  }

  @HTMLBuilder private var problem: some HTML {
    if let problem = state.problem {
      p(id: "plan-problem", .class("hint error"), .announce(problem.phrase)) {
        Icon(.alert, .small)
        span { problem.phrase }
      }
    }
  }
}

/// Days or hours, then how many.
struct IntervalPicker: HTML {
  let id: String
  let state: IntervalSelectionFeature.State
  let send: ActionSender<IntervalSelectionFeature.Action>

  var body: some HTML {
    Segmented(
      id: "\(id)-unit", name: "Unit",
      choices: [
        .init(id: "days", words: "Days", value: .days),
        .init(id: "hours", words: "Hours", value: .hours),
      ],
      selection: state.intervalPickerUnit, choose: { send(.intervalUnitChanged($0)) })
    div(
      id: "\(id)-values", .class("wheel"), .role(.group),
      .aria("label", state.intervalPickerUnit == .days ? Phrase("Days") : Phrase("Hours"))
    ) {
      ForEach(state.values) { value in
        button(
          id: "\(id)-value-\(value)", .type(.button), .class("chip"),
          .aria("pressed", value == state.intervalPickerValue)
        ) { words(value) }
        .on(.click, send(.intervalValueChanged(value)))
      }
    }
  }

  private func words(_ value: Int) -> Phrase {
    state.intervalPickerUnit == .days
      ? .counting(value, one: "\(value) day", other: "\(value) days")
      : .counting(value, one: "\(value) hour", other: "\(value) hours")
  }
}

import ComposableHTML
import Foundation
import LifeSignalFeatures
import LifeSignalModel

/// The order in which the responders are called, and how long each step has to answer.
struct EscalationPlanSheet: HTML {
  let state: EscalationPlanFeature.State
  let send: ActionSender<EscalationPlanFeature.Action>

  var body: some HTML {
    Sheet(
      "order-sheet", .full,
      header: SheetHeader(
        "Order of calls",
        start: SheetHeader.Action(id: "order-cancel", words: "Cancel", tap: send(.cancelTapped)),
        end: SheetHeader.Action(
          id: "order-save", words: state.isSaving ? "Saving…" : "Save",
          isDisabled: state.isSaving || state.isLoading, tap: send(.saveTapped))),
      close: send(.cancelTapped)
    ) {
      if state.isLoading {
        Loading(words: "Loading the order")
      } else if state.responders.isEmpty {
        EmptyState(
          .shield, "No responders yet",
          "As soon as you have responders, you can put them in order.")
      } else {
        div(.class("form")) {
          Segmented(
            id: "order-kind", name: "Order of calls",
            choices: [
              .init(id: "everyone", words: "Everyone at once", value: true),
              .init(id: "steps", words: "One after another", value: false),
            ],
            selection: state.isForEverybody,
            choose: { $0 ? send(.everybodyTapped) : send(.addStepTapped) })
          if state.isForEverybody {
            Caption(
              "We contact all your responders together, and again every 5 minutes until one answers."
            )
          } else {
            steps
            rounds
          }
          problem
          preview
        }
      }
    }
    ErrorAlert(id: "order-error", error: state.error, dismiss: send(.dismissError))
  }

  @HTMLBuilder private var steps: some HTML {
    ForEach(Array(state.steps.indices)) { index in
      StepCard(
        index: index, step: state.steps[index], count: state.steps.count,
        responders: state.responders, send: send)
    }
    if state.canAddStep {
      Button("order-add", "Add a step", .soft, .wide, icon: .plus, tap: send(.addStepTapped))
    }
  }

  private var rounds: some HTML {
    Field("order-rounds", "How often before we contact everyone at once") {
      Choice(
        id: "order-rounds", look: .field,
        options: EscalationPlan.allowedRounds.map { count in
          Choice.Option(
            value: "\(count)",
            words: .counting(count, one: "\(count) round", other: "\(count) rounds"))
        },
        selection: "\(state.rounds)",
        choose: send { Int($0).map { .roundsChanged($0) } })
    }
  }

  @HTMLBuilder private var problem: some HTML {
    if let problem = state.problem {
      p(id: "order-problem", .class("hint error"), .announce(problem.phrase)) {
        Icon(.alert, .small)
        span { problem.phrase }
      }
    }
  }

  /// The plan's effect, minute by minute.
  private var preview: some HTML {
    PageSection("order-preview", "What happens") {
      ol(.class("card list")) {
        ForEach(previewLines) { line in
          li {
            div(.class("pair first-line")) {
              strong(.class("digits")) { after(line.at) }
              span(.class("grow")) { line.names }
            }
          }
        }
      }
      Caption(
        "When you raise an alert yourself, we contact everyone at once. We stop calling when one of them answers."
      )
    }
  }

  private func after(_ seconds: TimeInterval) -> Phrase {
    seconds == 0 ? "At once" : "After \(Countdown.rounded(seconds))"
  }

  private struct Line {
    var at: TimeInterval
    var names: Phrase
  }

  private var previewLines: [Line] {
    var at: TimeInterval = 0
    var lines: [Line] = []
    for step in state.resolved {
      let names = step.responders.compactMap { id in
        state.responders.first { $0.id == id }?.shownName
      }
      lines.append(Line(at: at, names: Phrase(verbatim: names.joined(separator: ", "))))
      at += step.wait
    }
    lines.append(
      Line(
        at: at * Double(state.rounds), names: "Everyone, again and again until one answers"))
    return lines
  }
}

/// The people who are called together, and for how long.
private struct StepCard: HTML {
  let index: Int
  let step: EscalationPlan.Step
  let count: Int
  let responders: [ContactData]
  let send: ActionSender<EscalationPlanFeature.Action>

  var body: some HTML {
    PageSection("order-step-\(index)", "Step \(index + 1)") {
      Card(padded: true) {
        div(.class("form")) {
          div(
            id: "order-step-\(index)-people", .class("chips"), .role(.group),
            .aria("labelledby", "order-step-\(index)-heading")
          ) {
            ForEach(responders) { person in
              button(
                id: "order-step-\(index)-\(person.id)", .type(.button), .class("chip"),
                .aria("pressed", step.responders.contains(person.id))
              ) { person.shownName }
              .on(.click, send(.responderToggled(person.id, step: index)))
            }
          }
          Field("order-step-\(index)-wait", "Time to answer") {
            Choice(
              id: "order-step-\(index)-wait", look: .field,
              options: EscalationPlan.offeredWaits.map {
                Choice.Option(value: "\(Int(clamping: $0))", words: Countdown.interval($0))
              },
              selection: "\(Int(clamping: step.wait))",
              choose: send { [index] in
                TimeInterval($0).map { .waitChanged($0, step: index) }
              })
          }
          div(.class("buttons")) {
            if index > 0 {
              Button(
                "order-step-\(index)-up", "Earlier", .quiet, .small,
                name: "Call step \(index + 1) earlier", tap: send(.moveStepUpTapped(index)))
            }
            if index + 1 < count {
              Button(
                "order-step-\(index)-down", "Later", .quiet, .small,
                name: "Call step \(index + 1) later", tap: send(.moveStepDownTapped(index)))
            }
            Button(
              "order-step-\(index)-remove", "Remove", .quiet, .small,
              name: "Remove step \(index + 1)", tap: send(.removeStepTapped(index)))
          }
        }
      }
    }
  }
}

import Composable
import ComposableHTML
import ManyTimersFeatures

/// All timers of the box side by side.
struct ShoeboxPage: HTML {
  let state: Shoebox.State
  let send: ActionSender<Shoebox.Action>

  var body: some HTML {
    main(id: "shoebox", .page("shoebox"), .documentTitle("Shoebox · ManyTimers")) {
      header(.class("top")) {
        h1 { "Shoebox" }
        p(id: "count", .class("count")) { "\(runningCount) of \(state.timers.count) running" }
        div(.class("buttons")) {
          button(id: "start-all", .type(.button)) { "Start all" }.on(.click, send(.startAll))
          button(id: "stop-all", .type(.button)) { "Stop all" }.on(.click, send(.stopAll))
        }
      }
      NewTimerForm(
        number: state.added, words: "Add", problem: state.refusal?.message,
        submit: send { fields in .addTimer(TimerRequest(fields)) })
      ul(.class("grid")) {
        ForEach(state.timers) { timer in
          li(id: "timer-\(timer.id)", .class("card"), .class(timer.value.look)) {
            TimerFace(
              id: "timer-\(timer.id)", timer: timer.value,
              send: send.map { .timers(.element(id: timer.id, action: $0)) })
            button(
              id: "timer-\(timer.id)-remove", .type(.button), .class("remove"),
              .aria("label", "Remove \(timer.value.name)")
            ) { "×" }
            .on(.click, send(.removeTimer(id: timer.id)))
          }
        }
      }
      if state.timers.isEmpty { p(.class("nothing")) { "The box is empty." } }
    }
  }

  private var runningCount: Int { state.timers.count { $0.value.isRunning } }
}

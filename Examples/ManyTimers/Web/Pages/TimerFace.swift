import Composable
import ComposableHTML
import ManyTimersFeatures

/// A timer's dial and buttons. Knows as little of the world as the timer does: the id is the page's.
struct TimerFace: HTML {
  let id: String
  let timer: LonelyTimer.State
  let send: ActionSender<LonelyTimer.Action>

  var body: some HTML {
    div(.class("face"), .announce(timer.phase == .finished ? "\(timer.name) has finished" : "")) {
      Dial(fraction: timer.fractionLeft)
      p(.class("reading")) {
        span(
          id: "\(id)-time", .class("time"), .class("long", when: timer.duration >= .seconds(3600)),
          .role(.timer)
        ) { timer.remaining.timerText }
        span(.class("total")) { "of \(timer.duration.timerText)" }
      }
    }
    h2(id: "\(id)-name") { timer.name }
    p(id: "\(id)-phase", .class("phase")) { timer.word }
    div(.class("buttons")) {
      if timer.isRunning {
        button(id: "\(id)-stop", .type(.button), .aria("label", "Stop \(timer.name)")) { "Stop" }
          .on(.click, send(.stop))
      } else {
        button(
          id: "\(id)-start", .type(.button), .class("main"), .aria("label", "Start \(timer.name)")
        ) { "Start" }
        .on(.click, send(.start))
      }
      button(
        id: "\(id)-reset", .type(.button), .disabled(timer.phase == .ready),
        .aria("label", "Reset \(timer.name)")
      ) { "Reset" }
      .on(.click, send(.reset))
    }
  }
}

/// What is left, as a part of a circle.
struct Dial: HTML {
  let fraction: Double

  var body: some HTML {
    svg(.class("dial"), .viewBox(0, 0, 120, 120), .aria("hidden", true)) {
      SVG.circle(.class("track"), .cx(60), .cy(60), .r(52), .fill(.none))
      // A ring of no length would still show its round end.
      SVG.circle(
        .class("ring"), .class("empty", when: fraction <= 0), .cx(60), .cy(60), .r(52),
        .fill(.none), .pathLength(100), .strokeDashArray(100, 100),
        .strokeDashOffset(((1 - fraction) * 1000).rounded() / 10), .rotate(-90, 60, 60))
    }
  }
}

extension LonelyTimer.State {
  var word: String {
    switch phase {
    case .ready: "Ready"
    case .running: "Running"
    case .stopped: "Stopped"
    case .finished: "Finished"
    }
  }

  /// The class that gives a timer its colours.
  var look: String {
    switch phase {
    case .ready: "ready"
    case .running: remaining <= .seconds(10) ? "running soon" : "running"
    case .stopped: "stopped"
    case .finished: "finished"
    }
  }
}

import ComposableHTML
import Foundation
import LifeSignalModel

/// The time left until a deadline, as a ring around its number. Both run in the browser.
struct CountdownRing<Under: HTML>: HTML {
  let start: Date
  let deadline: Date
  let now: Date
  let heading: Phrase
  let under: Under

  init(
    start: Date, deadline: Date, now: Date, heading: Phrase, @HTMLBuilder under: () -> Under
  ) {
    self.start = start
    self.heading = heading
    self.deadline = deadline
    self.now = now
    self.under = under()
  }

  var body: some HTML {
    div(id: "countdown", .class("dial"), .class(status.className), .role(.timer)) {
      svg(.class("ring"), .viewBox(0, 0, 240, 240), .aria("hidden", true)) {
        SVG.circle(.class("face"), .cx(120), .cy(120), .r(108))
        SVG.circle(.class("track"), .cx(120), .cy(120), .r(112))
        SVG.circle(
          .class("left"), .cx(120), .cy(120), .r(112), .pathLength(100), .strokeDashArray(100),
          .strokeDashOffset(100 - 100 * share), .ring(to: Int(clamping: deadline.milliseconds)),
          .ringStart(Int(clamping: start.milliseconds)))
      }
      div(.class("time")) {
        span { heading }
        TimeLeft(deadline: deadline, now: now, className: "left-over", passed: "Overdue")
        under
      }
    }
  }

  /// Between 0 and 1, to three digits: the browser redraws it anyway.
  private var share: Double {
    let length = deadline.timeIntervalSince(start)
    guard length > 0 else { return 0 }
    let share = min(1, max(0, deadline.timeIntervalSince(now) / length))
    return (share * 1000).rounded() / 1000
  }

  private var status: Status {
    if now >= deadline { return .alert }
    return share <= 0.1 ? .late : .neutral
  }
}

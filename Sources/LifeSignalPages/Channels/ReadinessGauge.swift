import ComposableHTML
import Foundation
import LifeSignalModel

/// Readiness as a ring around its number.
struct ReadinessGauge: HTML {
  let readiness: Readiness

  var body: some HTML {
    span(.class("gauge"), .class(readiness.status.className)) {
      svg(.class("gauge-ring"), .viewBox(0, 0, 48, 48), .aria("hidden", true)) {
        SVG.circle(.class("track"), .cx(24), .cy(24), .r(21))
        if readiness.score > 0 {
          SVG.circle(
            .class("part"), .cx(24), .cy(24), .r(21), .pathLength(100), .strokeDashArray(100),
            .strokeDashOffset(Double(100 - readiness.score)))
        }
      }
      span(.class("count"), .aria("hidden", true)) { String(readiness.score) }
      span(.class("visually-hidden")) { "\(readiness.score) of 100" as Phrase }
    }
  }
}

/// The number on the profile, with its weakest link; opens the page of improvements.
struct ReadinessRow: HTML {
  let readiness: Readiness
  let tap: Handler<Void>

  var body: some HTML {
    Card {
      button(
        id: "open-readiness", .type(.button), .class("opener readiness"),
        .aria("haspopup", "dialog")
      ) {
        ReadinessGauge(readiness: readiness)
        span(.class("readiness-words")) {
          strong { "Readiness" as Phrase }
          span(.class("weakest")) { readiness.words }
        }
        span(.class("chevron")) { Icon(.forward, .small) }
      }
      .on(.click, tap)
    }
  }
}

extension Readiness {
  /// Red is reserved for alerts.
  var status: Status { score >= 80 ? .fine : score >= 50 ? .neutral : .late }
}

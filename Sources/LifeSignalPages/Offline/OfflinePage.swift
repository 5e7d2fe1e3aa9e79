package import ComposableHTML
import LifeSignalModel

/// The page that opens when the server cannot be reached: the time left as last known, and the two
/// actions that cannot wait. The service worker keeps it; it contains nothing about any person,
/// which `offline.js` adds from this device's memory.
package struct OfflinePage: HTML {
  package init() {}

  package var body: some HTML {
    div(id: "offline-page", .class("app bare")) {
      main(id: "page-offline", .class("page offline-page"), .documentTitle("LifeSignal")) {
        header(.class("bar")) { h1(id: "page-offline-title") { "No connection" } }
        div(id: "offline-known", .class("check-in-board"), .hidden()) {
          div(.class("alert-area")) { alert }
          div(id: "offline-dial", .class("dial-card"), .hidden()) { countdown }
          p(.class("caption")) {
            "You’re offline. Check in anyway: we’ll send it with the right time."
          }
          form(
            id: "check-in-form", .class("check-in-dock"), .method(.post), .action("/check-in")
          ) {
            button(id: "check-in-button", .type(.submit), .class("check-in-button")) {
              b { "Check-in" }
              span(.class("how")) { "Will be sent when you’re online" }
            }
          }
        }
        div(id: "offline-stranger", .class("empty")) {
          Icon(.offline, .large)
          p { "LifeSignal cannot be reached. This page reconnects automatically." }
        }
      }
    }
  }

  private var alert: some HTML {
    button(
      id: "alert-button", .type(.button), .class("alert-button"), .aria("describedby", "alert-how")
    ) {
      Icon(.alert, .large)
      span(.class("words")) {
        b { "Activate alert" }
        span(id: "alert-how", .class("how")) { "Tap 4 times to activate" }
        UnsentAlert()
      }
      span(.class("band")) {}
    }
  }

  private var countdown: some HTML {
    div(id: "countdown", .class("dial"), .role(.timer)) {
      svg(.class("ring"), .viewBox(0, 0, 240, 240), .aria("hidden", true)) {
        SVG.circle(.class("face"), .cx(120), .cy(120), .r(108))
        SVG.circle(.class("track"), .cx(120), .cy(120), .r(112))
        SVG.circle(
          .class("left"), .cx(120), .cy(120), .r(112), .pathLength(100), .strokeDashArray(100),
          .strokeDashOffset(100))
      }
      div(.class("time")) {
        span { "Next check-in in" }
        span(.class("left-over"), .passed("Overdue")) {}
        span(.class("until"), .data("format", "weekday")) {}
      }
    }
  }
}

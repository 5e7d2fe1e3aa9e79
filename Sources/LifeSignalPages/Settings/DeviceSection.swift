import ComposableHTML
import LifeSignalModel

/// The switch for notifications on the very device the page is on.
///
/// Only its browser knows the state, so all possible texts are written here, and `push.js` shows
/// the one that applies. The permission is requested at the tap and never before.
struct DeviceSection: HTML {
  var body: some HTML {
    PageSection("settings-device", "This device") {
      div(id: "push", .module("push"), .keep()) {
        Card {
          div(.class("pair")) {
            div(.class("grow")) {
              strong(id: "push-name") { "Notifications on this device" }
              small(id: "push-detail") {
                "They arrive immediately. If you do not see an alert, a text message follows."
              }
            }
            button(
              id: "push-switch", .type(.button), .class("switch"), .role(.toggle),
              .aria("checked", false), .aria("labelledby", "push-name"),
              .aria("describedby", "push-detail"), .disabled()
            )
          }
        }
        div(.role(.status)) {
          note("install") {
            p(.class("hint")) {
              """
              On an iPhone or iPad, first add the app to the Home Screen: tap Share, then “Add to \
              Home Screen”. Then open it from there and come back here.
              """
            }
          }
          note("blocked") {
            p(.class("hint")) { "Notifications are blocked on this device." }
            p(.class("hint")) { "Allow them for this site in your browser’s or phone’s settings." }
          }
          note("unsupported") {
            p(.class("hint")) {
              "This browser cannot show notifications. Messages still come in other ways."
            }
          }
          note("many") {
            p(.class("hint")) {
              "Messages go to at most 10 of your devices. Switch them off on one you no longer use."
            }
          }
          note("failed") { p(.class("hint")) { "That did not work. Please try again." } }
        }
      }
    }
  }

  private func note(
    _ name: String, @HTMLBuilder words: () -> some HTML
  ) -> some HTML {
    div(id: "push-\(name)", .data("push-note", name), .hidden()) { words() }
  }
}

import ComposableHTML
import LifeSignalModel

/// The alert button: four taps raise an alert, while a band grows from the centre; holding ends it.
///
/// One element in both states, so that the finger that raised the alert does not slide to another.
struct AlertButton: HTML {
  /// How long to hold, in milliseconds.
  static let hold = 3_000

  let isActive: Bool
  /// Taps made, 0 to 4.
  let quarters: Int
  /// Just switched: the instructions are hidden for two seconds.
  let isLocked: Bool
  let isBusy: Bool
  let tap: Handler<Void>
  let held: Handler<Void>

  var body: some HTML {
    if isActive {
      element.on(.hold(milliseconds: Self.hold), held)
    } else {
      element.on(.click, tap)
    }
  }

  private var element: KeyedElement<some HTML> {
    button(
      id: "alert-button", .type(.button), .class("alert-button"), .class("active", when: isActive),
      .aria("describedby", "alert-how"), .announce(announcement)
    ) {
      span(.class("hold")) {
        Icon(.alert, .large)
        if isActive { holdRing }
      }
      span(.class("words")) {
        b { isActive ? "Alert is active" : "Activate alert" }
        span(id: "alert-how", .class("how")) { how }
        if !isActive, quarters > 0 { taps }
        if !isActive { UnsentAlert() }
      }
      span(.class("band"), .class("quarters-\(quarters)", when: quarters > 0 && !isActive))
    }
  }

  /// Fills while the button is held; the client counts in `--hold`, in quarters where motion is
  /// unwelcome.
  private var holdRing: some HTML {
    svg(.class("hold-ring"), .viewBox(0, 0, 56, 56), .aria("hidden", true)) {
      SVG.circle(.class("track"), .cx(28), .cy(28), .r(26))
      SVG.circle(.class("held"), .cx(28), .cy(28), .r(26), .pathLength(100))
    }
  }

  /// The same as the band and the words: how many of the four taps there were.
  private var taps: some HTML {
    span(.class("taps"), .aria("hidden", true)) {
      ForEach(1...4) { i(.class("on", when: $0 <= quarters)) }
    }
  }

  private var how: Phrase {
    if isBusy { return isActive ? "Deactivating…" : "Activating…" }
    if isLocked { return "" }
    if isActive { return "Hold to deactivate" }
    return quarters == 0
      ? "Tap 4 times to activate" : "Tap 4 times to activate · \(quarters) of 4"
  }

  private var announcement: Phrase {
    if isActive { return "Alert is active" }
    return quarters == 0 ? "" : "\(quarters) of 4"
  }
}

/// Shown by the script in place of the button's words while an alert waits on this device.
struct UnsentAlert: HTML {
  var body: some HTML {
    span(.class("unsent-words")) {
      b { "Alert not sent yet" }
      span(.class("how")) { "Waiting for a connection" }
    }
  }
}

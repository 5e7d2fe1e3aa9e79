import ComposableHTML
import LifeSignalModel

/// The alarm: four taps raise it, a band growing from the centre; holding ends it.
///
/// One element in both states, so that the finger that raised the alert does not slide to another.
struct AlertButton: HTML {
  /// How long to hold, in milliseconds.
  static let hold = 3_000

  let isActive: Bool
  /// Taps made, 0 to 4.
  let quarters: Int
  /// Just switched: the words that tell what to do are hidden for two seconds.
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
      Icon(.alert, .large)
      span(.class("words")) {
        b { isActive ? "Alert Is Active" : "Activate Alert" }
        span(id: "alert-how", .class("how")) { how }
      }
      span(.class("band"), .class("quarters-\(quarters)", when: quarters > 0 && !isActive))
    }
  }

  private var how: Phrase {
    if isBusy { return isActive ? "Deactivating…" : "Activating…" }
    if isLocked { return "" }
    if isActive { return "Hold to Deactivate" }
    return quarters == 0
      ? "Tap Repeatedly to Activate" : "Tap Repeatedly to Activate · \(quarters) of 4"
  }

  private var announcement: Phrase {
    if isActive { return "Alert is active" }
    return quarters == 0 ? "" : "\(quarters) of 4"
  }
}

import ComposableHTML
import Foundation
import LifeSignalFeatures
import LifeSignalModel

/// Confirms a check-in above every page, aloud too, with the time of the next one. It disappears by
/// itself.
struct CheckInConfirmation: HTML {
  let state: CheckInFeature.State
  let alert: AlertFeature.State

  var body: some HTML {
    // An alert raised since is what must be seen and heard.
    if let at = state.confirmedAt,
      !alert.isAlertActive || alert.alertStartTime.map({ $0 < at }) ?? true
    {
      div(
        id: "check-in-confirmed-\(at.milliseconds)", .class("toast confirmed"), .role(.region),
        .aria("label", spoken), .announce(spoken)
      ) {
        Icon(.check)
        p { shown }
      }
    }
  }

  @HTMLBuilder private var shown: some HTML {
    if let next {
      Sentence("You’re checked in. Next by {0}.", LocalTime(next, .weekday))
    } else {
      plain
    }
  }

  /// Words cannot wait for the browser's own time: they name that of its zone.
  private var spoken: Phrase {
    guard let next else { return plain }
    return
      "You’re checked in. Next by \(SpokenTime.weekday(next, in: state.browserZone ?? state.checkInTimes?.zone))."
  }

  private var plain: Phrase {
    if alert.isAlertActive { return "You’re checked in. Your alert stays on." }
    return state.isPaused ? "You’re checked in. Your pause continues." : "You’re checked in."
  }

  private var next: Date? {
    alert.isAlertActive || state.isPaused ? nil : state.nextCheckInTime
  }
}

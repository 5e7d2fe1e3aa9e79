import ComposableHTML
import Foundation
import LifeSignalFeatures
import LifeSignalModel

/// Stands in place of the countdown while check-ins are paused.
struct PausedDial: HTML {
  let until: Date
  let isResuming: Bool
  let send: ActionSender<CheckInFeature.Action>

  var body: some HTML {
    div(id: "paused", .class("dial paused"), .announce(Phrase("Check-ins are paused"))) {
      div(.class("time")) {
        Icon(.pause, .large)
        span(.class("left-over calm")) { "Paused" }
        span { Sentence("until {0}", LocalTime(until, .full)) }
      }
    }
    p(.class("caption centred")) {
      "We send no reminders and nothing is missed. Your countdown starts again when the pause ends."
    }
    div(.class("buttons centred")) {
      Button(
        "resume", "Resume now", .soft, .small, disabled: isResuming,
        tap: send(.resumeButtonTapped))
      Button("change-pause", "Change end", .quiet, .small, tap: send(.pauseButtonTapped))
    }
  }
}

/// The promise in one place: its plan, pausing it, and how it was kept.
struct PromiseCard: HTML {
  let state: CheckInFeature.State
  let send: ActionSender<CheckInFeature.Action>

  var body: some HTML {
    PageSection("promise", "My check-ins") {
      ul(.class("card list")) {
        li {
          Opener(
            id: "change-plan", words: "Check-in plan", icon: .clock, value: state.plan.words,
            tap: send(.planButtonTapped))
        }
        if !state.isPaused, state.hasCountdown {
          li {
            Opener(
              id: "pause", words: "Pause check-ins", icon: .pause, tap: send(.pauseButtonTapped))
          }
        }
        li {
          Opener(
            id: "rehearsal", words: "What happens if I miss it?", icon: .eye,
            tap: send(.rehearsalButtonTapped))
        }
        li {
          Opener(
            id: "history", words: "Check-in history", icon: .book,
            tap: send(.historyButtonTapped))
        }
      }
      if let offered { Caption(offered) }
    }
  }

  /// A person who has moved keeps the zone of the plan until they change it.
  private var offered: Phrase? {
    guard let times = state.checkInTimes, let here = state.browserZone, here != times.zone else {
      return nil
    }
    return """
      Your times follow the clocks of \(times.zone.identifier). You seem to be in \
      \(here.identifier); change the plan to use its clocks.
      """
  }
}

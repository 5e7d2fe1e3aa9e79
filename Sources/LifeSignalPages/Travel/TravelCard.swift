import ComposableHTML
import Foundation
import LifeSignalFeatures
import LifeSignalModel

/// The travel timer on the check-in page: to start one, or the time left of it.
struct TravelCard: HTML {
  let state: TravelFeature.State
  let now: Date
  let hasNoResponders: Bool
  /// The alert about this trip while it is on.
  var alarm: AlarmData?
  /// Set while every open alert reaches no one.
  var alone: NoOneContacted.Reason?
  let send: ActionSender<TravelFeature.Action>

  var body: some HTML {
    PageSection("travel", "Travel timer") {
      if let travel = state.travel {
        running(travel)
      } else {
        Card {
          Opener(
            id: "travel-start", words: "On your way somewhere?", icon: .route,
            tap: send(.startButtonTapped))
        }
        Caption(
          hasNoResponders
            ? "You have no responders, so we would contact no one if you don’t arrive."
            : "If you have not arrived by a time you choose, we contact your responders.")
      }
    }
  }

  private func running(_ travel: TravelData) -> some HTML {
    Card(travel.status == .overdue ? .alert : isLate(travel) ? .late : .neutral, padded: true) {
      div(id: "travel-running", .class("travel"), .announce(announcement(travel))) {
        if travel.status == .overdue {
          StatusLine(.alert) { overdueWords }
          p { "Say that you have arrived as soon as you can." }
        } else {
          b(.class("travel-left")) {
            TimeLeft(deadline: travel.dueAt, now: now, passed: "Time is up")
          }
          span { Sentence("Arriving by {0}", LocalTime(travel.dueAt, .weekday)) }
          if isLate(travel) {
            StatusLine(.late) {
              if hasNoResponders {
                "No one will be contacted"
              } else {
                Sentence("We contact your responders at {0}", LocalTime(travel.alarmAt))
              }
            }
          }
        }
        if !travel.note.isEmpty { p(.class("note")) { travel.note } }
        Button(
          "travel-arrive", "I have arrived", .primary, .wide, icon: .check,
          disabled: state.isBusy, tap: send(.arriveTapped))
        if travel.status == .underWay {
          TravelExtensions(id: "travel", isBusy: state.isBusy, send: send)
          Button(
            "travel-cancel", "Cancel timer", .quiet, .small, disabled: state.isBusy,
            tap: send(.cancelTapped))
        }
      }
    }
  }

  private func isLate(_ travel: TravelData) -> Bool { now >= travel.dueAt }

  private func announcement(_ travel: TravelData) -> Phrase {
    travel.status == .overdue ? overdueWords : "Travel timer is running"
  }

  private var overdueWords: Phrase {
    if let alone { return alone.heading }
    if let reach = alarm?.reach(hasResponders: !hasNoResponders), !reach.isContacting {
      return reach.words
    }
    return hasNoResponders ? "No one is being contacted" : "We’re contacting your responders"
  }
}

/// A little more time.
struct TravelExtensions: HTML {
  let id: String
  let isBusy: Bool
  let send: ActionSender<TravelFeature.Action>

  var body: some HTML {
    div(id: "\(id)-more", .class("wheel"), .role(.group), .aria("label", Phrase("More time"))) {
      ForEach(TravelData.offeredExtensions) { seconds in
        Button(
          "\(id)-extend-\(Int(clamping: seconds))", "+ \(Countdown.rounded(seconds))", .soft,
          .small,
          disabled: isBusy, name: "Extend by \(Countdown.rounded(seconds))",
          tap: send(.extendTapped(seconds)))
      }
    }
  }
}

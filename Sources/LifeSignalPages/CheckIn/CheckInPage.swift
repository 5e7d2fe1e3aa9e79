import ComposableHTML
import Foundation
import LifeSignalFeatures
import LifeSignalModel

/// The app's central page: the alert button, the time left, and the check-in button.
struct CheckInPage: HTML {
  let state: CheckInFeature.State
  let alert: AlertFeature.State
  let responders: [ContactData]
  let now: Date
  let unread: Int
  /// For the form that works without the script; a new one for every page.
  let checkInKey: String
  let send: ActionSender<CheckInFeature.Action>
  let sendAlert: ActionSender<AlertFeature.Action>
  let showResponders: Handler<Void>
  let showNotifications: Handler<Void>
  /// Known only when the list has come.
  var hasNoResponders = false
  /// The person's own that are on.
  var alarms: [AlarmData] = []
  var emergency = EmergencyNumber.mobile
  /// The steps of the first day; nil once all are done.
  var checklist: Checklist?
  let openAlarm: (AlertRecord.ID) -> Handler<Void>

  var body: some HTML {
    PageFrame("check-in", "Check in", class: "check-in-page") {
      NotificationsButton(unread: unread, tap: showNotifications)
    } content: {
      if let alone { NoOneContacted(id: "no-one", reason: alone, emergency: emergency) }
      div(.class("check-in-board"), .class("alarm", when: isAlarmed)) {
        if !isAlarmed { checklist }
        AlertArea(state: alert, send: sendAlert)
        div(.class("dial-card")) { dial }
        div(.class("aside")) {
          OwnAlarms(alarms: alarms, hasResponders: !hasNoResponders, open: openAlarm)
          if alert.isAlertActive, alarms.isEmpty, !hasNoResponders {
            RaisedAlert(start: alert.alertStartTime, now: now)
          }
          if isAlarmed, alone == nil { EmergencyCall(id: "emergency-call", emergency: emergency) }
          if !isAlarmed, hasNoResponders || !responders.isEmpty {
            Watchers(responders: responders, open: showResponders)
          }
          TravelCard(
            state: state.travel, now: now, hasNoResponders: hasNoResponders,
            alarm: alarms.first { $0.kind == .travel }, alone: alone,
            send: send.map { .travel($0) })
          PromiseCard(state: state, send: send)
          CheckInHistory(records: state.checkInHistory)
        }
        CheckInButton(
          idempotencyKey: checkInKey, isBusy: isBusy, isDone: state.confirmedAt != nil,
          submit: send(.checkInButtonTapped)
        ) { how }
      }
    }
  }

  private var isAlarmed: Bool { alert.isAlertActive || !alarms.isEmpty }

  /// Why an alert that is on reaches no one; nil while none is on, or one reaches someone.
  private var alone: NoOneContacted.Reason? {
    let reaches = alarms.map { $0.reach(hasResponders: !hasNoResponders) }
    let isAlone =
      reaches.isEmpty ? alert.isAlertActive && hasNoResponders : reaches.allSatisfy(\.isAlone)
    return isAlone ? NoOneContacted.Reason.of(reaches, hasResponders: !hasNoResponders) : nil
  }

  private var isBusy: Bool { state.isCheckingIn || state.isCheckInButtonCoolingDown }

  @HTMLBuilder private var dial: some HTML {
    if let until = state.pausedUntil {
      PausedDial(until: until, isResuming: state.isResuming, send: send)
    } else if let start = state.countdownStart, let deadline = state.nextCheckInTime {
      CountdownRing(
        start: start, deadline: deadline, now: now,
        heading: "Next check-in in"
      ) {
        span(.class("until")) {
          Sentence("until {0}", LocalTime(deadline, .weekday))  // words
        }
      }
      if !alert.isAlertActive {
        facts(deadline)
        if !isAlarmed { Later(state: state, now: now, send: send) }
      }
    } else {
      div(.class("dial empty")) {
        div(.class("time")) {
          span {
            if hasNoResponders {
              Sentence(
                "Starts when someone {0}",
                span(.class("left-over calm")) { "watches over you" })
            } else {
              "Starts with your next check-in"
            }
          }
        }
      }
    }
  }

  private func facts(_ deadline: Date) -> some HTML {
    div(.class("facts")) {
      if now >= deadline {
        Pill(.late, icon: .clock) { late(deadline + state.gracePeriod) }
      } else {
        Pill {
          state.gracePeriod > 0
            ? "\(Int(clamping: state.gracePeriod / 60)) min grace" : "No grace period"
        }
        if state.areRemindersEnabled, state.reminderInterval > 0 {
          Pill { "Reminder \(Countdown.interval(state.reminderInterval)) before" }
        }
      }
    }
  }

  /// The consequences of being late, as far as they are known: the alert itself comes from the
  /// server.
  @HTMLBuilder private func late(_ alertAt: Date) -> some HTML {
    if hasNoResponders {
      "No one will be contacted"
    } else if now < alertAt {
      Sentence("We contact your responders at {0}", LocalTime(alertAt))
    } else if alarms.contains(where: { $0.kind == .missedCheckIn && $0.reach().isContacting }) {
      "We’re contacting your responders"
    } else {
      "Your check-in is late"
    }
  }

  @HTMLBuilder private var how: some HTML {
    if state.isCheckingIn {
      "Checking in…"
    } else if alert.isAlertActive {
      "Does not end the alert"
    } else if state.isPaused {
      "Does not end the pause"
    } else if let last = state.lastCheckInTime {
      Sentence("Last: {0}", LocalTime(last, .weekday))
    } else if state.hasCountdown {
      "You haven’t checked in yet"
    } else {
      "Starts your countdown"
    }
  }
}

/// The alert button and, during an alert, the way to end it without holding.
private struct AlertArea: HTML {
  let state: AlertFeature.State
  let send: ActionSender<AlertFeature.Action>

  var body: some HTML {
    div(.class("alert-area")) {
      AlertButton(
        isActive: state.isAlertActive,
        quarters: Int(clamping: (state.activationProgress * 4).rounded()),
        isLocked: state.isLocked, isBusy: state.isBusy, tap: send(.alertButtonTapped),
        held: send(.alertDeactivationProgressChanged(1)))
      if state.isAlertActive {
        Button(
          "alert-end", "Deactivate without holding", .quiet, .small, disabled: state.isLocked,
          tap: send(.alertDeactivationButtonTapped))
      }
    }
  }
}

/// The people a missed check-in would reach; a warning if there are none.
private struct Watchers: HTML {
  let responders: [ContactData]
  let open: Handler<Void>

  var body: some HTML {
    button(id: "watchers", .type(.button), .class("watchers"), .class("none", when: isEmpty)) {
      if isEmpty {
        Icon(.info)
        span(.class("grow")) {
          Sentence(
            "{0} yet. No one will know if you miss a check-in.", b { "You have no responders" })
          small { "Ask someone to watch over me" }
        }
      } else {
        span(.class("avatars")) {
          ForEach((told.isEmpty ? responders : told).prefix(3)) {
            Avatar(id: $0.id, name: $0.name, picture: $0.profileImageURL, size: .small)
          }
        }
        span(.class("grow")) {
          if told.isEmpty {
            Phrase(
              "\(Self.names(responders.map(\.firstName))) switched off messages about missed check-ins. We contact them only when no one else answers."
            )
          } else {
            Sentence(
              "We contact {0} if you miss it", b { Self.names(told.map(\.firstName)) })
          }
        }
      }
      Icon(.forward, .small)
    }
    .on(.click, open)
  }

  private var isEmpty: Bool { responders.isEmpty }

  /// Those who have not muted it.
  private var told: [ContactData] { responders.filter { $0.mutesMissedCheckIns != true } }

  /// "Bea", "Bea and Carl", "Bea, Carl and 3 others".
  static func names(_ names: [String]) -> Phrase {
    switch names.count {
    case 0: ""
    case 1: Phrase(verbatim: names[0])
    case 2: "\(names[0]) and \(names[1])"  // words
    case 3: "\(names[0]), \(names[1]) and \(names[2])"  // words
    default:
      .counting(
        names.count - 2, one: "\(names[0]), \(names[1]) and \(names.count - 2) other",
        other: "\(names[0]), \(names[1]) and \(names.count - 2) others")
    }
  }
}

/// An alert whose progress the server has not reported yet: the page claims nothing about who
/// knows.
private struct RaisedAlert: HTML {
  let start: Date?
  let now: Date

  var body: some HTML {
    div(id: "alarm", .class("card signal alert")) {
      Icon(.alert)
      div(.class("grow")) {
        StatusLine(.alert, icon: false) { "Alert raised" }
        if let start {
          small { Sentence("at {0} · {1}", LocalTime(start), Ago(start, now: now)) }  // words
        }
        p { "You’ll see here who has been contacted." }
      }
    }
  }
}

/// The last few check-ins, where there is room beside the dial.
private struct CheckInHistory: HTML {
  let records: [CheckInRecord]

  var body: some HTML {
    if !records.isEmpty {
      section(.class("section wide-only")) {
        h2 { "Recent check-ins" }
        ul(.class("card list plain")) {
          ForEach(records.prefix(5)) { record in
            li {
              div(.class("row short")) {
                StatusLine(.fine) { LocalTime(record.timestamp, .full) }
              }
            }
          }
        }
      }
    }
  }
}

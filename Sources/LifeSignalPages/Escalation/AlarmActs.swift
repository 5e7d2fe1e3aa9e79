import ComposableHTML
import Foundation
import LifeSignalFeatures
import LifeSignalModel

/// The viewer's actions on an alert. Every button names what the server does when it is pressed.
struct AlarmActs: HTML {
  let state: AlarmFeature.State
  let details: AlarmDetails
  let now: Date
  let send: ActionSender<AlarmFeature.Action>

  var body: some HTML {
    if state.isMine {
      own
    } else if state.isHeldByMe {
      held
    } else if let name = details.alarm.holderName, !(state.isOfferedToMe && state.mayHold) {
      beside(name)
    } else {
      free
    }
  }

  @HTMLBuilder private var own: some HTML {
    Caption(
      details.alarm.kind == .manual
        ? "It ends when you deactivate the alert."
        : details.alarm.kind == .travel
          ? "It ends when you say that you have arrived." : "It ends when you check in.")
    if state.canKeepContacting, let name = details.alarm.holderName {
      Button(
        "alarm-keep-contacting", "Keep contacting the others", .soft, .wide, icon: .people,
        disabled: state.isWorking, tap: send(.keepContactingTapped))
      Caption(
        "We contact your responders who haven’t answered. \(name) gets no message about this.")
    }
  }

  @HTMLBuilder private var held: some HTML {
    div(id: "alarm-held", .class("buttons")) {
      Button(
        "alarm-hand-over", "Ask someone else", .soft, .small, icon: .people,
        disabled: state.isWorking, tap: send(.handOverButtonTapped))
      Button(
        "alarm-release", "I can’t do it", .quiet, .small, disabled: state.isWorking,
        tap: send(.releaseButtonTapped))
    }
    if state.canEnd {
      Button(
        "alarm-end", "They are safe", .soft, .wide, icon: .check, disabled: state.isWorking,
        tap: send(.endButtonTapped))
    }
    if details.alarm.offeredTo != nil {
      Caption("You have asked someone to take over. Until they answer, it stays yours.")
    }
  }

  /// Another responder has the alert.
  @HTMLBuilder private func beside(_ name: String) -> some HTML {
    if state.isComing { Caption("You are coming too. \(name) has the alert.") }
    if canTakeOver {
      acknowledge("Take over")
      Caption("\(name) has the alert. If you take over, we tell the others.")
    } else if !state.isComing {
      acknowledge("I’m coming too")
      Caption(
        state.mayHold
          ? "\(name) has the alert. After 15 minutes you can take it over."
          : "\(name) has the alert.")
    }
  }

  /// No one has the alert, or the viewer was asked to take it over.
  @HTMLBuilder private var free: some HTML {
    if state.isComing, details.alarm.holder == nil {
      Caption(
        state.hasOthersToContact
          ? "We are contacting the others." : "You said that you’re coming.")
    }
    if state.mayHold {
      acknowledge(state.isOfferedToMe ? "Take over" : "I’m on it")
      Caption(
        state.isOfferedToMe
          ? "We tell the others that you’re on it."
          : "We stop contacting more people and tell the others you’re on it.")
    } else if !state.isComing {
      acknowledge("I’m coming")
      if state.hasOthersToContact { Caption("We keep contacting the others.") }
    }
  }

  private func acknowledge(_ words: Phrase) -> some HTML {
    Button(
      "alarm-acknowledge", words, .primary, .wide, icon: .check,
      disabled: !state.canAcknowledge, tap: send(.acknowledgeButtonTapped))
  }

  private var canTakeOver: Bool {
    state.mayHold
      && details.alarm.heldSince.map { now >= $0 + EscalationRules.takingOver } ?? false
  }
}

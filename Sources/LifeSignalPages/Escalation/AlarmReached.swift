import ComposableHTML
import LifeSignalFeatures
import LifeSignalModel

/// "Reached Rose, all fine", and the responders who have reported that while the alert stays on.
struct AlarmReached: HTML {
  let state: AlarmFeature.State
  let name: String
  let send: ActionSender<AlarmFeature.Action>

  var body: some HTML {
    ForEach(state.metBy) { person in
      p(id: "alarm-met-\(person.id)", .class("caption"), .announce(words(person))) {
        words(person)
      }
    }
    if state.canReport {
      Button(
        "alarm-reached", "Reached \(name), all fine", .soft, .wide, icon: .check,
        disabled: state.isWorking, tap: send(.reachedButtonTapped))
    }
  }

  private func words(_ person: AlarmDetails.Recipient) -> Phrase {
    "\(person.name) reached \(name). The alert stays on until they end it."
  }
}

/// The questions before what cannot be taken back.
struct AlarmQuestions: HTML {
  let state: AlarmFeature.State
  let send: ActionSender<AlarmFeature.Action>

  var body: some HTML {
    if state.isReleaseAsked {
      Dialog.question(
        "alarm-release-question", "You can’t help with this alert?",
        contactedAgain, confirm: "I can’t do it",
        isDestructive: true, onConfirm: send(.releaseConfirmed),
        onCancel: send(.releaseCancelled))
    }
    if state.isEndAsked, let details = state.details {
      Dialog.question(
        "alarm-end-question", "Is \(details.personName) safe?",
        "End the alert only when you have made sure. From then on they can read of it in their timeline.",
        confirm: "End alert", isDestructive: true, onConfirm: send(.endConfirmed),
        onCancel: send(.endCancelled))
    }
    if state.isReachedAsked, let details = state.details {
      Dialog.question(
        "alarm-reached-question", "Have you reached \(details.personName)?",
        told(details), confirm: details.alarm.kind == .manual ? "Yes, reached" : "End alert",
        onConfirm: send(.reachedConfirmed), onCancel: send(.reachedCancelled))
    }
  }

  /// What follows from the answer.
  private func told(_ details: AlarmDetails) -> Phrase {
    let name = details.personName
    return switch details.alarm.kind {
    case .missedCheckIn:
      "Only if you saw or spoke to them, and all is fine. We end the alert and tell \(name) and everyone we contacted that you reached them. They still have to check in."
    case .travel:
      "Only if you saw or spoke to them, and all is fine. We end the alert and tell \(name) and everyone we contacted that you reached them."
    case .manual, .duress:
      "We tell \(name) and everyone we contacted that you reached them. The alert stays on until they end it."
    }
  }

  /// The consequences of giving the alert back: responders who are coming are not contacted again.
  private var contactedAgain: Phrase {
    let coming = state.othersComing.names
    guard !coming.isEmpty else {
      return state.hasOthersToContact
        ? "We contact the other responders again immediately."
        : "There is no one else to contact."
    }
    return state.hasOthersToContact
      ? "Coming: \(coming). We contact the other responders again immediately."
      : "Coming: \(coming). There is no one else to contact."
  }
}

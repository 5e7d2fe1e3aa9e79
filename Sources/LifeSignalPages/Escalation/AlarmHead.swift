import ComposableHTML
import Foundation
import LifeSignalFeatures
import LifeSignalModel

/// The kind of the alert, and the responder who has it.
struct AlarmHead: HTML {
  let state: AlarmFeature.State
  let details: AlarmDetails
  let now: Date
  /// The person of the alert, where the viewer watches over them.
  var contact: ContactData?

  var body: some HTML {
    div(id: "alarm-head", .class("card pad alarm-head"), .class(status.className)) {
      StatusLine(status) { details.alarm.words }
      h3 { state.isMine ? Phrase("Your alert") : Phrase(verbatim: details.personName) }
      p(id: "alarm-holder", .announce(holder)) { holder }
      small { Ago(details.alarm.startedAt, now: now) }
      if let due { small { due } }
      if let next = details.alarm.nextCallAt, details.reach != .noOne {
        small { Sentence("Next try at {0}", LocalTime(next)) }
      }
    }
  }

  /// When the check-in or the arrival was expected.
  private var due: Sentence? {
    switch details.alarm.kind {
    case .missedCheckIn: contact?.expiration.map { Sentence("It was due at {0}", LocalTime($0)) }
    case .travel: contact?.travelAlarm.map { Sentence("It was due at {0}", LocalTime($0.dueAt)) }
    case .manual, .duress: nil
    }
  }

  private var status: Status { details.alarm.holder == nil ? .alert : .asking }

  /// While others are contacted, responders whom the owner has overruled may still be coming. A viewer who is
  /// coming must not take themselves for another one.
  private var holder: Phrase {
    if state.isHeldByMe { return AlertReach.heldByViewer }
    guard details.reach.isContacting || details.reach.isComing && state.isComing else {
      return details.reach.words
    }
    let coming = state.othersComing.names
    if state.isComing {
      return coming.isEmpty
        ? "You’re coming. No one else is on it yet."
        : "You are coming, and so are: \(coming). No one else is on it yet."
    }
    return coming.isEmpty
      ? details.reach.words : "Coming: \(coming). No one else is on it yet."
  }
}

extension [AlarmDetails.Recipient] {
  var names: String { map(\.name).joined(separator: ", ") }
}

import Composable
import ComposableHTML
import Foundation
import LifeSignalFeatures
package import LifeSignalModel

/// One alert: which responder is on it, the viewer's actions, and which responders really know of
/// it.
struct AlarmSheet: HTML {
  let state: AlarmFeature.State
  let now: Date
  /// The emergency number of the viewer's region.
  var emergency = EmergencyNumber.mobile
  let send: ActionSender<AlarmFeature.Action>

  var body: some HTML {
    Sheet(
      "alarm-sheet",
      header: SheetHeader(
        "Alert",
        end: SheetHeader.Action(id: "alarm-done", words: "Done", tap: send(.doneButtonTapped))),
      close: send(.doneButtonTapped)
    ) {
      if state.isOver {
        over
      } else if let details = state.details {
        if state.isMine, details.reach.isAlone {
          NoOneContacted(
            id: "alarm-no-one",
            reason: .of(
              [details.reach],
              hasResponders: !details.recipients.isEmpty || !details.waiting.isEmpty),
            emergency: emergency)
        }
        AlarmHead(state: state, details: details, now: now)
        if details.alarm.kind == .duress { SilentAlarmAdvice(details: details) }
        AlarmActs(state: state, details: details, now: now, send: send)
        if state.isMine, let mark = details.replyMark {
          p(id: "alarm-reply", .class("caption")) {
            "Without internet, reply OK \(mark) to any of our text messages to check in."
          }
        }
        if state.isHandingOver { successors }
        AlarmRecipients(details: details)
      } else if state.isLoading {
        Loading(words: "Loading the alert")
      } else {
        EmptyState(.check, "No such alert", "It may be over, or you may not see it any more.")
      }
    }
    if state.isReleaseAsked {
      Dialog.question(
        "alarm-release-question", "Give Back the Alert?",
        contactedAgain, confirm: "Give Back",
        isDestructive: true, onConfirm: send(.releaseConfirmed),
        onCancel: send(.releaseCancelled))
    }
    if state.isEndAsked, let details = state.details {
      Dialog.question(
        "alarm-end-question", "Is \(details.personName) safe?",
        "End the alert only when you have made sure. From then on they can read of it in their timeline.",
        confirm: "End Alert", isDestructive: true, onConfirm: send(.endConfirmed),
        onCancel: send(.endCancelled))
    }
    ErrorAlert(id: "alarm-error", error: state.error, dismiss: send(.dismissError))
  }

  /// A responder who was removed finds no alert either, and must not take it for over.
  @HTMLBuilder private var over: some HTML {
    if state.isMine {
      EmptyState(.check, "This alert is over", "We are telling everyone we contacted.")
    } else {
      EmptyState(
        .info, "This alert is over, or you are no longer a responder",
        "If you are helping, make sure before you stop.")
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

  private var successors: some HTML {
    PageSection("alarm-successors", "Who can take over?") {
      if state.successors.isEmpty {
        Caption("There is no other responder.")
      } else {
        ul(.class("card list")) {
          ForEach(state.successors) { person in
            li {
              Opener(
                id: "alarm-successor-\(person.id)", words: Phrase(verbatim: person.name),
                icon: .person, tap: send(.successorChosen(person.id)))
            }
          }
        }
        Caption("The alert stays yours until they answer.")
      }
      Button("alarm-successor-cancel", "Cancel", .quiet, .small, tap: send(.handOverCancelled))
    }
  }
}

/// The kind of the alert, and the responder who has it.
private struct AlarmHead: HTML {
  let state: AlarmFeature.State
  let details: AlarmDetails
  let now: Date

  var body: some HTML {
    div(id: "alarm-head", .class("card pad alarm-head"), .class(status.className)) {
      StatusLine(status) { details.alarm.words }
      h3 { state.isMine ? Phrase("Your alert") : Phrase(verbatim: details.personName) }
      p(id: "alarm-holder", .announce(holder)) { holder }
      small { Ago(details.alarm.startedAt, now: now) }
      if let next = details.alarm.nextCallAt, details.reach != .noOne {
        small { Sentence("Next try at {0}", LocalTime(next)) }
      }
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
  fileprivate var names: String { map(\.name).joined(separator: ", ") }
}

extension AlarmData {
  /// The event, in words.
  var words: Phrase {
    switch kind {
    case .manual: "Alert raised by hand"
    case .missedCheckIn: "Missed check-in"
    case .travel: "Has not arrived"
    case .duress: "Checked in under duress"
    }
  }

  /// Which responders know of it, for this viewer.
  func reachWords(for viewer: Person.ID?, hasResponders: Bool = true) -> Phrase {
    holder != nil && holder == viewer
      ? AlertReach.heldByViewer : reach(hasResponders: hasResponders).words
  }
}

extension AlertReach {
  /// In place of the viewer's own name.
  static var heldByViewer: Phrase { "You are on it" }

  /// Whether no responder has the alert or is coming, and messages go out to them.
  var isContacting: Bool {
    switch self {
    case .contacted, .unanswered: true
    case .held, .coming, .unreachable, .noOne: false
    }
  }

  var isComing: Bool { if case .coming = self { true } else { false } }

  package var words: Phrase {
    switch self {
    case .held(let name?): "\(name) is on it"
    case .held: "A responder is on it"
    case .coming(let count):
      .counting(
        count, one: "\(count) responder is coming", other: "\(count) responders are coming")
    case .unreachable: "No one can be reached"
    case .noOne: "No one is being contacted"
    case .unanswered: "No one is on it yet. We keep contacting everyone."
    case .contacted(let count):
      .counting(
        count, one: "\(count) responder contacted. No one is on it yet.",
        other: "\(count) responders contacted. No one is on it yet.")
    }
  }
}

/// Advice for a duress alert: what helps, and what would put the person at risk.
private struct SilentAlarmAdvice: HTML {
  let details: AlarmDetails

  var body: some HTML {
    PageSection("alarm-silent", "What to do") {
      Card(padded: true) {
        p {
          "Do not call or text \(details.personName), and do not ping them: someone may be with them. Their own pages show nothing of this alert. If they may be in danger, call the police."
        }
      }
    }
    if let note = details.emergencyNote, !note.isEmpty {
      PageSection("alarm-emergency-note", "Emergency Note") {
        Card(padded: true) { p(id: "alarm-note", .class("note")) { note } }
      }
    }
  }
}

/// How far each message has come.
private struct AlarmRecipients: HTML {
  let details: AlarmDetails

  var body: some HTML {
    PageSection("alarm-recipients", "Who knows") {
      if details.recipients.isEmpty, details.waiting.isEmpty {
        Caption("No one is being contacted")
      } else {
        Caption(
          "Reached: \(details.reachedCount) of \(details.recipients.count + details.waiting.count)")
        ul(.class("card list")) {
          ForEach(details.recipients) { person in
            li(id: "alarm-contacted-\(person.id)") { row(person) }
          }
          ForEach(details.waiting) { person in
            li(id: "alarm-waiting-\(person.id)") { line(person, .neutral) { "Not called yet" } }
          }
        }
      }
    }
  }

  @HTMLBuilder private func row(_ person: AlarmDetails.Recipient) -> some HTML {
    if person.id == details.alarm.holder {
      line(person, .fine) {
        if let since = details.alarm.heldSince {
          Sentence("On it since {0}", LocalTime(since))
        } else {
          "On it"
        }
      }
    } else if person.isComing {
      line(person, .fine) { "Is coming too" }
    } else if person.isUnreachable {
      line(person, .late) { "Could not be reached" }
    } else if let at = person.reachedAt {
      line(person, person.rung == .opened ? .fine : .neutral) { rung(person.rung, at) }
    } else {
      line(person, .neutral) { "Message is on its way" }
    }
  }

  private func rung(_ rung: Rung, _ at: Date) -> some HTML {
    Sentence(
      rung == .opened
        ? "Seen at {0}" : rung == .shown ? "Arrived at {0}" : "Sent at {0}, not seen yet",
      LocalTime(at))
  }

  private func line(
    _ person: AlarmDetails.Recipient, _ status: Status, @HTMLBuilder _ words: () -> some HTML
  ) -> some HTML {
    div(.class("pair")) {
      Avatar(id: person.id, name: person.name, size: .small)
      span(.class("grow")) {
        strong { person.name }
        StatusLine(status, content: words)
      }
    }
  }
}

import Composable
import ComposableHTML
import Foundation
import LifeSignalFeatures
import LifeSignalModel

/// One alert. To a responder it is a page above every tab: what happened, whom to call, their actions, and what
/// helps. To its owner: which responder is on it, and which really know of it.
struct AlarmSheet: HTML {
  let state: AlarmFeature.State
  let now: Date
  /// The emergency number of the viewer's region.
  var emergency = EmergencyNumber.mobile
  /// The alerts of the people the viewer watches over.
  var emergencies: [Emergency] = []
  /// The person of the alert, where the viewer watches over them.
  var contact: ContactData?
  let open: (AlertRecord.ID) -> Handler<Void>
  let send: ActionSender<AlarmFeature.Action>

  var body: some HTML {
    Sheet(
      "alarm-sheet", kind,
      header: SheetHeader(
        heading,
        end: SheetHeader.Action(
          id: "alarm-done", words: waits ? "Later" : "Done", tap: send(.doneButtonTapped))),
      close: send(.doneButtonTapped)
    ) {
      if state.isOver {
        over
      } else if let details {
        if state.isMine {
          own(details)
        } else {
          AlarmForResponder(
            state: state, details: details, now: now, emergency: emergency, contact: contact,
            send: send)
          others
        }
      } else if state.isLoading {
        Loading(words: "Loading the alert")
      } else {
        EmptyState(.check, "No such alert", "It may be over, or you may not see it any more.")
      }
    }
    AlarmQuestions(state: state, send: send)
    ErrorAlert(id: "alarm-error", error: state.error, dismiss: send(.dismissError))
  }

  /// Before the details have come, the list of contacts knows the most important of them.
  private var details: AlarmDetails? {
    state.details
      ?? emergencies.first { $0.id == state.id }.map {
        AlarmDetails(alarm: $0.alarm, personID: $0.contact.id, personName: $0.contact.name)
      }
  }

  private var isForResponder: Bool { !state.isOver && !state.isMine && details != nil }
  private var isSilent: Bool {
    details?.alarm.kind == .duress || contact?.duressAlert != nil
  }

  private var kind: SheetKind {
    isForResponder ? isSilent ? .duress : .emergency : .fitting
  }

  private var heading: Phrase {
    guard isForResponder, let details else { return "Alert" }
    return details.alarm.heading(
      of: contact?.firstName ?? details.personName, isSilent: isSilent)
  }

  private var waits: Bool { isForResponder && !state.isHeldByMe && !state.isComing }

  @HTMLBuilder private func own(_ details: AlarmDetails) -> some HTML {
    if details.reach.isAlone {
      NoOneContacted(
        id: "alarm-no-one",
        reason: .of(
          [details.reach],
          hasResponders: !details.recipients.isEmpty || !details.waiting.isEmpty),
        emergency: emergency)
    }
    AlarmHead(state: state, details: details, now: now)
    ForEach(state.metBy) { person in
      p(id: "alarm-met-\(person.id)", .class("caption")) {
        "\(person.name) told us that they reached you. Your alert stays on until you end it."
      }
    }
    AlarmActs(state: state, details: details, now: now, send: send)
    if let mark = details.replyMark {
      p(id: "alarm-reply", .class("caption")) {
        "Without internet, reply OK \(mark) to any of our text messages to check in."
      }
    }
    AlarmRecipients(details: details)
  }

  /// A responder who was removed finds no alert either, and must not take it for over.
  @HTMLBuilder private var over: some HTML {
    if state.isMine {
      EmptyState(.check, "This alert is over", "We are telling everyone we contacted.")
    } else if state.hasReported, let details = state.details {
      EmptyState(
        .check, "This alert is over",
        "We’re telling everyone we contacted that you reached \(details.personName).")
    } else {
      EmptyState(
        .info, "This alert is over, or you are no longer a responder",
        "If you are helping, make sure before you stop.")
    }
  }

  @HTMLBuilder private var others: some HTML {
    let others = emergencies.filter { $0.id != state.id }
    if !others.isEmpty {
      PageSection("alarm-others", "Other alerts") {
        ul(.class("card list")) {
          ForEach(others) { other in
            li {
              Opener(
                id: "alarm-other-\(other.id)", words: other.heading, icon: .alert,
                tap: open(other.id))
            }
          }
        }
      }
    }
  }
}

/// The page of a responder, in the order in which they need its parts.
private struct AlarmForResponder: HTML {
  let state: AlarmFeature.State
  let details: AlarmDetails
  let now: Date
  let emergency: EmergencyNumber
  let contact: ContactData?
  let send: ActionSender<AlarmFeature.Action>

  var body: some HTML {
    AlarmHead(state: state, details: details, now: now, contact: contact)
    if isSilent {
      SilentAlarmAdvice(name: details.personName)
      EmergencyCall(id: "alarm-emergency-call", emergency: emergency)
    } else if let contact, !contact.phoneNumber.isEmpty {
      a(id: "alarm-call", .href("tel:\(contact.phoneNumber)"), .class("button danger wide")) {
        Icon(.phone, .small)
        Phrase("Call \(StoredPhoneText(e164: contact.phoneNumber).shown)")
      }
    }
    AlarmActs(state: state, details: details, now: now, send: send)
    note
    if !isSilent { AlarmReached(state: state, name: name, send: send) }
    if state.isHandingOver { successors }
    AlarmRecipients(details: details)
  }

  private var name: String { contact?.firstName ?? details.personName }

  /// Also while another alert is shown: a call could put the person at risk all the same.
  private var isSilent: Bool {
    details.alarm.kind == .duress || contact?.duressAlert != nil
  }

  @HTMLBuilder private var note: some HTML {
    if let note = details.emergencyNote ?? contact?.emergencyNote, !note.isEmpty {
      PageSection("alarm-emergency-note", "Emergency note") {
        Card(padded: true) { p(id: "alarm-note", .class("note")) { note } }
      }
    }
    if let trip = contact?.travelAlarm, details.alarm.kind == .travel, !trip.note.isEmpty {
      Card(padded: true) { p(id: "alarm-trip", .class("note")) { "Their note: “\(trip.note)”" } }
    }
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

/// What helps during a duress alert, and what would put the person at risk.
private struct SilentAlarmAdvice: HTML {
  let name: String

  var body: some HTML {
    PageSection("alarm-silent", "What to do") {
      Card(padded: true) {
        p {
          "Do not call or text \(name), and do not ping them: someone may be with them. Their own pages show nothing of this alert. If they may be in danger, call the police."
        }
      }
    }
  }
}

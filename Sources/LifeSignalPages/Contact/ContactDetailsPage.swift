package import ComposableHTML
package import Foundation
package import LifeSignalFeatures
package import LifeSignalModel

/// One person: their situation, how to reach them, which of the two sees what, and the way to end
/// the relation.
package struct ContactDetailsPage: HTML {
  let state: ContactDetailsSheetViewFeature.State
  let now: Date
  let viewer: Person.ID?
  let send: ActionSender<ContactDetailsSheetViewFeature.Action>

  package init(
    state: ContactDetailsSheetViewFeature.State, now: Date, viewer: Person.ID? = nil,
    send: ActionSender<ContactDetailsSheetViewFeature.Action>
  ) {
    self.state = state
    self.now = now
    self.viewer = viewer
    self.send = send
  }

  package var body: some HTML {
    Sheet(
      "contact-sheet", .detail,
      header: SheetHeader(
        "Contact details",
        end: SheetHeader.Action(
          id: "contact-done", words: "Done", tap: send(.setSheetPresented(false)))),
      close: send(.setSheetPresented(false))
    ) {
      if let contact = state.contact {
        ContactHead(contact: contact, now: now)
        if contact.relation == .accepted {
          if contact.duressAlert != nil { DuressWarning(name: contact.firstName) }
          ContactAlarms(contact: contact, viewer: viewer, send: send)
          if contact.isDependent, !contact.alarms.isEmpty { responderNote(contact) }
          ContactSignals(contact: contact, now: now, send: send)
          if contact.asksMe { RequestAnswer(contact: contact, send: send) }
          if isAlarmed(contact), contact.alarms.isEmpty { responderNote(contact) }
          if contact.duressAlert == nil { ContactActs(contact: contact, send: send) }
          AlarmTimelines(alarms: contact.isDependent ? state.alarms : [])
          if !isAlarmed(contact) { note(contact) }
          if contact.isDependent, !contact.alarms.isEmpty {
            details(id: "contact-more", .class("contact-more")) {
              summary { "More about \(contact.firstName)" }
              rest(contact)
            }
          } else {
            rest(contact)
          }
        } else if contact.relation == .requestedByThem {
          RequestAnswer(contact: contact, send: send)
        } else {
          RequestNote(contact: contact)
          end("Withdraw request", "They will no longer see that you asked.")
        }
      } else {
        EmptyState(.person, "Contact not found", "You are no longer in contact with this person.")
      }
    }
    ContactDialogs(state: state, send: send)
  }

  /// What can wait while an alert is open.
  @HTMLBuilder private func rest(_ contact: ContactData) -> some HTML {
    ContactSight(contact: contact)
    roles(contact)
    ContactSwitchesCard(contact: contact, send: send)
    PrivateFields(state: state, contact: contact, send: send)
    checkIns(contact)
    end("Delete contact", "This ends it for both of you. From then on nothing is shared.")
  }

  private func note(_ contact: ContactData) -> some HTML {
    PageSection("contact-note", "Emergency note") {
      Card(padded: true) {
        p(.class("note"), .class("empty", when: contact.emergencyNote.isEmpty)) {
          if contact.emergencyNote.isEmpty {
            "No emergency information provided yet."
          } else {
            contact.emergencyNote
          }
        }
      }
    }
  }

  private func isAlarmed(_ contact: ContactData) -> Bool {
    contact.isDependent && contact.needsAttention
  }

  /// The person needs help: the facts for the helper come before all buttons.
  private func responderNote(_ contact: ContactData) -> some HTML {
    PageSection("contact-note", "Notes for responders") {
      Card(contact.isAlerting ? .alert : .late, padded: true) {
        p(.class("note urgent"), .class("empty", when: contact.emergencyNote.isEmpty)) {
          if contact.emergencyNote.isEmpty {
            "No emergency information provided yet."
          } else {
            contact.emergencyNote
          }
        }
      }
    }
  }

  private func roles(_ contact: ContactData) -> some HTML {
    PageSection("contact-roles", "Contact role") {
      Card {
        SwitchRow(
          id: "contact-dependent", words: "Dependent",
          detail: "I watch over them",
          isOn: contact.isDependent, tap: send(.toggleDependent))
        SwitchRow(
          id: "contact-responder", words: "Responder",
          detail: hasAsked(contact)
            ? "Asked. \(contact.firstName) has to accept first."
            : "They watch over me",
          isOn: contact.isResponder || hasAsked(contact), tap: send(.toggleResponder))
      }
    }
  }

  private func hasAsked(_ contact: ContactData) -> Bool {
    contact.responderRequest == .requestedByMe
  }

  @HTMLBuilder private func checkIns(_ contact: ContactData) -> some HTML {
    if contact.isDependent {
      dl(.class("card list")) {
        if contact.checksIn {
          Pair("Check-in interval") {
            contact.checkInInterval.map { Countdown.interval($0) } ?? "Not set"
          }
        } else {
          Pair("Check-ins") { "Doesn’t check in" }
        }
        if let until = contact.pausedUntil {
          Pair("Paused until") { LocalTime(until, .full) }
        }
        Pair("Last check-in") {
          if let time = contact.lastCheckedIn { Ago(time, now: now) } else { "Never" }
        }
      }
    }
  }

  private func end(_ words: Phrase, _ meaning: Phrase) -> some HTML {
    div(.class("stack")) {
      Button(
        "contact-end", words, .dangerSoft, .wide, tap: send(.removeContactButtonTapped))
      Caption(meaning)
    }
  }
}

/// Picture, name, number and the most important fact.
private struct ContactHead: HTML {
  let contact: ContactData
  let now: Date

  var body: some HTML {
    div(.class("person")) {
      Avatar(
        id: contact.id, name: contact.name, picture: contact.profileImageURL, size: .big,
        status: status, isFaint: contact.relation != .accepted)
      h3(.class("who")) { contact.shownName }
      if contact.nickname != nil { StatusLine { contact.name } }
      if !contact.phoneNumber.isEmpty {
        StatusLine { StoredPhoneText(e164: contact.phoneNumber) }
      }
    }
  }

  private var status: Status {
    guard contact.isDependent, contact.relation == .accepted else { return .neutral }
    return contact.isAlerting ? .alert : contact.isLate ? .late : .neutral
  }
}

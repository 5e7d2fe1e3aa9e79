import ComposableHTML
import Foundation
import LifeSignalFeatures
import LifeSignalModel

/// The open alerts: whom to call, and the way to answer. They come before everything else on the page.
struct ContactAlarms: HTML {
  let contact: ContactData
  let viewer: Person.ID?
  let send: ActionSender<ContactDetailsSheetViewFeature.Action>

  var body: some HTML {
    if contact.isDependent, !contact.alarms.isEmpty {
      if contact.duressAlert == nil, !contact.phoneNumber.isEmpty {
        a(
          id: "contact-alarm-call", .href("tel:\(contact.phoneNumber)"),
          .class("button danger wide")
        ) {
          Icon(.phone, .small)
          Phrase("Call \(StoredPhoneText(e164: contact.phoneNumber).shown)")
        }
      }
      ForEach(contact.alarmsByUrgency) { alarm in
        OpenAlarmCard(
          alarm: alarm, words: alarm.holder == nil ? "Answer this alert" : "Who has been contacted",
          viewer: viewer, open: send(.alarmTapped(alarm.id)))
      }
    }
  }
}

extension ContactData {
  /// Then its own card shows it.
  fileprivate func hasAlarm(_ kind: Alert.Kind) -> Bool { alarms.contains { $0.kind == kind } }
}

/// The present problems that no card of an alert shows, the most serious first, each with its time.
struct ContactSignals: HTML {
  let contact: ContactData
  let now: Date
  let send: ActionSender<ContactDetailsSheetViewFeature.Action>

  var body: some HTML {
    if contact.isDependent, contact.manualAlertActive, !contact.hasAlarm(.manual) {
      signal(
        "alert", .alert, "Needs help now", "They raised an alert.",
        since: contact.manualAlertTimestamp)
    }
    if contact.isDependent, let alarm = contact.travelAlarm,
      !contact.hasAlarm(.travel) || !alarm.note.isEmpty
    {
      signal(
        "travel", .late, "Has not arrived",
        alarm.note.isEmpty
          ? "They haven’t arrived as planned." : "Their note: “\(alarm.note)”",
        since: alarm.dueAt)
    }
    if contact.isDependent, contact.isNonResponsive, !contact.hasAlarm(.missedCheckIn) {
      signal(
        "late", .late, "Missed a check-in",
        "They were due and haven’t checked in.",
        since: contact.expiration)
    }
    if contact.isResponder, contact.hasIncomingPing {
      signal(
        "asking", .asking, "Pinged you", "They ask if you’re OK.",
        since: contact.incomingPingTimestamp)
      Button(
        "contact-respond", "Respond", .primary, .wide, icon: .check,
        tap: send(.respondToPingButtonTapped))
    }
    if contact.isDependent, contact.hasOutgoingPing {
      signal(
        "asked", .asking, "You pinged them", "You asked if they’re OK.",
        since: contact.outgoingPingTimestamp)
    }
  }

  private func signal(
    _ id: String, _ status: Status, _ heading: Phrase, _ words: Phrase, since: Date?
  ) -> some HTML {
    div(id: "contact-signal-\(id)", .class("card signal"), .class(status.className)) {
      status.glyph.map { Icon($0) }
      div(.class("grow")) {
        StatusLine(status, icon: false) { heading }
        p { words }
        if let since { small { Ago(since, now: now) } }
      }
    }
  }
}

/// In place of calling, writing and pinging, while any of them could put the person at risk.
struct DuressWarning: HTML {
  let name: String

  var body: some HTML {
    Banner(
      "contact-duress", .alert, .alert, announce: "Don’t call, text or ping \(name)"
    ) {
      b { "Don’t call, text or ping \(name)" }
      p { "Someone may be with them. If they may be in danger, call the police." }
    }
  }
}

/// Reach them: call, write, ping.
struct ContactActs: HTML {
  let contact: ContactData
  let send: ActionSender<ContactDetailsSheetViewFeature.Action>

  var body: some HTML {
    div(.class("acts")) {
      if !contact.phoneNumber.isEmpty {
        a(id: "contact-call", .href("tel:\(contact.phoneNumber)"), .class("act")) {
          Icon(.phone)
          "Call"
        }
        a(id: "contact-message", .href("sms:\(contact.phoneNumber)"), .class("act")) {
          Icon(.chat)
          "Message"
        }
      }
      button(
        id: "contact-ping", .type(.button), .class("act"),
        .class("on", when: contact.hasOutgoingPing),
        .when(!contact.isDependent, .aria("disabled", true)),
        .when(
          contact.hasOutgoingPing, .aria("label", Phrase("Pinged. Clear ping for \(contact.name)")))
      ) {
        Icon(contact.isDependent ? .bell : .bellOff, filled: contact.hasOutgoingPing)
        contact.hasOutgoingPing ? "Pinged" : contact.isDependent ? "Ping" : "Can’t ping"
      }
      .on(.click, send(.pingButtonTapped))
    }
  }
}

/// Which of the two sees what. Both sides read the same facts.
struct ContactSight: HTML {
  let contact: ContactData

  var body: some HTML {
    PageSection("contact-sight", "Who sees what") {
      Card(padded: true) {
        line(
          contact.isDependent ? .eye : .bellOff,
          contact.isDependent
            ? "You see \(name)’s check-ins and alerts" : "You see nothing of \(name)’s check-ins",
          contact.isDependent
            ? "We contact you when they are late or raise an alert. You may ping them." : nil)
        line(
          contact.isResponder ? .shield : .bellOff,
          contact.isResponder
            ? "\(name) sees your check-ins and alerts" : "\(name) sees nothing of your check-ins",
          contact.isResponder
            ? contact.mutesMissedCheckIns == true
              ? "\(name) switched off messages about missed check-ins. We contact them only when no one else answers."
              : "We contact \(name) when you are late or raise an alert. They may ping you."
            : nil)
        line(.book, "You both see each other’s name, number and emergency note", nil)
      }
    }
  }

  private var name: String { contact.firstName }

  private func line(_ glyph: Glyph, _ words: Phrase, _ detail: Phrase?) -> some HTML {
    div(.class("sight")) {
      Icon(glyph)
      span { words }
      if let detail { small { detail } }
    }
  }
}

/// Accept or decline a contact's request, with the consequences of accepting.
struct RequestAnswer: HTML {
  let contact: ContactData
  let send: ActionSender<ContactDetailsSheetViewFeature.Action>

  var body: some HTML {
    Card(.asking, padded: true) {
      StatusLine(.asking) { contact.asks }
      p { contact.meaning }
    }
    Button(
      "contact-accept", "Accept", .primary, .wide, icon: .check, tap: send(.acceptButtonTapped))
    Button("contact-decline", "Decline", .plain, .wide, tap: send(.declineButtonTapped))
  }
}

/// I have sent a request: neither side sees anything yet.
struct RequestNote: HTML {
  let contact: ContactData

  var body: some HTML {
    Card(padded: true) {
      StatusLine { "Asked · waiting for their answer" }
      p {
        "Until \(contact.firstName) accepts, neither of you sees anything of the other but the name."
      }
    }
  }
}

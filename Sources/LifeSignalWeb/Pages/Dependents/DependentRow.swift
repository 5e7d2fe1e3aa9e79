import ComposableHTML
import Foundation
import LifeSignalFeatures
import LifeSignalModel

/// One dependent: how they are, whether I asked, and the bell to ask.
struct DependentRow: HTML {
  let contact: ContactData
  let now: Date
  /// A ping or its withdrawal is on its way.
  let isBusy: Bool
  let send: ActionSender<DependentsFeature.Action>

  var body: some HTML {
    Row(
      "dependent-\(contact.id)",
      avatar: Avatar(
        id: contact.id, name: contact.name, picture: contact.profileImageURL, status: status,
        mark: mark),
      name: contact.name, open: send(.selectContact(contact))
    ) {
      line
      if let alarm = contact.alarms.first(where: { $0.holder != nil }), let name = alarm.holderName
      {
        StatusLine(.asking) { "\(name) is on it" }
      }
      if contact.hasOutgoingPing {
        StatusLine(.asking) {
          if let time = contact.outgoingPingTimestamp {
            Sentence("Pinged {0}", Ago(time, now: now))
          } else {
            "Pinged"
          }
        }
      }
    } side: {
      RoundButton(
        id: "ping-\(contact.id)", name: pingWords, glyph: .bell,
        look: contact.hasOutgoingPing ? .on : .soft, isDisabled: isBusy,
        tap: send(.pingButtonTapped(contact.id)))
      RowMenu(
        contact: contact,
        items: [
          RowMenu.Item(
            id: "details-\(contact.id)", words: "Details", icon: .person,
            tap: send(.selectContact(contact))),
          RowMenu.Item(
            id: "menu-ping-\(contact.id)",
            words: contact.hasOutgoingPing ? "Clear Ping" : "Ping", icon: .bell,
            isDisabled: isBusy, tap: send(.pingButtonTapped(contact.id))),
        ])
    }
  }

  private var pingWords: Phrase {
    contact.hasOutgoingPing ? "Clear ping for \(contact.name)" : "Ping \(contact.name)"
  }

  @HTMLBuilder private var line: some HTML {
    if contact.manualAlertActive {
      StatusLine(.alert) {
        "Alert Active"
        if let since = contact.manualAlertTimestamp {
          Raw(trusted: " · ")
          Lasting(start: since, now: now)
        }
      }
    } else if let alarm = contact.travelAlarm {
      StatusLine(.late) {
        "Has not arrived"
        Raw(trusted: " · ")
        Lasting(start: alarm.dueAt, now: now)
      }
    } else if let until = contact.pausedUntil {
      StatusLine { Sentence("Paused until {0}", LocalTime(until, .weekday)) }
    } else if contact.isNonResponsive {
      StatusLine(.late) {
        "Not responsive"
        if let due = contact.expiration {
          Raw(trusted: " · ")
          Lasting(start: due, now: now)
        }
      }
    } else if let due = contact.expiration {
      if due > now {
        StatusLine {
          Sentence("{0} left", TimeLeft(deadline: due, now: now))  // words
        }
      } else {
        StatusLine(.late) { "Just due · being reminded" }
      }
    } else {
      StatusLine { "No check-in" }
    }
  }

  private var status: Status {
    contact.manualAlertActive ? .alert : contact.isLate ? .late : .neutral
  }

  private var mark: Status? {
    if status != .neutral { return status }
    if contact.hasOutgoingPing { return .asking }
    if contact.isPaused { return nil }
    return contact.expiration.map { $0 > now ? .fine : .late }
  }
}

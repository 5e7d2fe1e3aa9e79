import ComposableHTML
import Foundation
import LifeSignalFeatures
import LifeSignalModel

/// One dependent: their situation, whether I pinged them, and the bell to ping.
struct DependentRow: HTML {
  let contact: ContactData
  let viewer: Person.ID?
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
      DependentStatus(contact: contact, now: now)
      if let alarm = contact.mostUrgentAlarm, alarm.holder != nil {
        StatusLine(.asking) { alarm.reachWords(for: viewer) }
      }
      if contact.duressAlert != nil {
        StatusLine(.alert, icon: false) { "Don’t call, text or ping \(contact.firstName)" }
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
      if contact.duressAlert == nil {
        RoundButton(
          id: "ping-\(contact.id)", name: pingWords, glyph: .bell,
          look: contact.hasOutgoingPing ? .on : .soft, isDisabled: isBusy,
          tap: send(.pingButtonTapped(contact.id)))
      }
      RowMenu(contact: contact, items: contact.duressAlert == nil ? [details, ping] : [details])
    }
  }

  private var details: RowMenu.Item {
    RowMenu.Item(
      id: "details-\(contact.id)", words: "Details", icon: .person,
      tap: send(.selectContact(contact)))
  }

  private var ping: RowMenu.Item {
    RowMenu.Item(
      id: "menu-ping-\(contact.id)", words: contact.hasOutgoingPing ? "Clear ping" : "Ping",
      icon: .bell, isDisabled: isBusy, tap: send(.pingButtonTapped(contact.id)))
  }

  private var pingWords: Phrase {
    contact.hasOutgoingPing ? "Clear ping for \(contact.name)" : "Ping \(contact.name)"
  }

  private var status: Status {
    contact.isAlerting ? .alert : contact.isLate ? .late : .neutral
  }

  private var mark: Status? {
    if status != .neutral { return status }
    if contact.hasOutgoingPing { return .asking }
    if contact.isPaused { return nil }
    return contact.expiration.map { $0 > now ? .fine : .late }
  }
}

extension AlarmData {
  /// Whether the person calls for help themselves.
  fileprivate var isCall: Bool { kind == .manual || kind == .duress }

  fileprivate var rowWords: Phrase {
    switch kind {
    case .manual: "Alert active"
    case .duress: "Secretly asks for help"
    case .missedCheckIn: "Not responsive"
    case .travel: "Has not arrived"
    }
  }
}

/// The situation of a person I watch over, in one line.
struct DependentStatus: HTML {
  let contact: ContactData
  let now: Date

  var body: some HTML {
    if let alarm = contact.mostUrgentAlarm {
      StatusLine(alarm.isCall ? .alert : .late) {
        alarm.rowWords
        Raw(trusted: " · ")
        Lasting(start: start(of: alarm), now: now)
      }
    } else if contact.manualAlertActive {
      StatusLine(.alert) {
        "Alert active"
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
      StatusLine { "Doesn’t check in" }
    }
  }

  /// When the matter itself began; the alert about it is raised later.
  private func start(of alarm: AlarmData) -> Date {
    switch alarm.kind {
    case .manual, .duress: alarm.startedAt
    case .missedCheckIn: contact.expiration ?? alarm.startedAt
    case .travel: contact.travelAlarm?.dueAt ?? alarm.startedAt
    }
  }
}

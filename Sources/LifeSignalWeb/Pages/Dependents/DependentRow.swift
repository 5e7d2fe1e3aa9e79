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
      avatar: Avatar(id: contact.id, name: contact.name, status: status, mark: mark),
      name: contact.name, open: send(.selectContact(contact))
    ) {
      line
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
      if let ping = contact.outgoingPingID {
        RoundButton(
          id: "ping-\(contact.id)", name: "Clear ping for \(contact.name)", glyph: .bell, look: .on,
          isDisabled: isBusy, tap: send(.ping(.clearPing(id: ping))))
      } else {
        RoundButton(
          id: "ping-\(contact.id)", name: "Ping \(contact.name)", glyph: .bell, look: .soft,
          isDisabled: isBusy, tap: send(.ping(.pingDependent(id: contact.id))))
      }
    }
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
    contact.manualAlertActive ? .alert : contact.isNonResponsive ? .late : .neutral
  }

  private var mark: Status? {
    if status != .neutral { return status }
    if contact.hasOutgoingPing { return .asking }
    return contact.expiration.map { $0 > now ? .fine : .late }
  }
}

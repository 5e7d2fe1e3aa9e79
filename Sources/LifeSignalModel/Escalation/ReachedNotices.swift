import Foundation

/// Notices that a responder has reached the person. Each names the responder, and its entry has the time.
enum ReachedNotices {
  /// To the person, whatever they have switched off: the alert ended without them.
  /// - Parameter left: seconds to their next check-in.
  static func ended(by responder: Person, _ alert: Alert, left: TimeInterval?) -> Notice {
    let name = responder.name
    let message: Phrase =
      if let left {
        "\(name) told us that they reached you and you’re fine. Your alert is over. This doesn’t count as a check-in: please check in within \(Countdown.rounded(left)). If it isn’t true, raise an alert."
      } else {
        "\(name) told us that they reached you and you’re fine. Your alert is over. If it isn’t true, raise an alert."
      }
    return own(responder, alert, message, .always(.missedCheckIn), subject: "\(alert.id):reached")
  }

  /// To the others who were contacted: the last message about this alert.
  static func ended(by responder: Person, _ facts: EscalationFacts) -> Notice {
    let (name, person) = (responder.name, facts.me.person)
    return about(
      facts, .dependentReached, "\(name) reached \(person.name)",
      facts.alert.kind == .missedCheckIn
        ? "\(name) reached \(person.name), all fine. The alert is over. They still have to check in."
        : "\(name) reached \(person.name), all fine. The alert is over.",
      subject: "\(person.id):\(facts.alert.id)")
  }

  /// To the person who raised the alert.
  static func passedOn(by responder: Person, _ alert: Alert, gen: Int64) -> Notice {
    own(
      responder, alert,
      "\(responder.name) told us that they reached you. Your alert stays on until you end it.",
      .unlessMuted(.missedCheckIn), subject: "\(alert.id):reached:\(gen)")
  }

  static func passedOn(by responder: Person, _ facts: EscalationFacts, gen: Int64) -> Notice {
    let (name, person) = (responder.name, facts.me.person)
    return about(
      facts, .alarmTaken, "\(name) reached \(person.name)",
      "\(name) reached \(person.name). The alert stays on until they end it.",
      subject: "\(person.id):\(facts.alert.id):reached:\(gen)")
  }

  private static func own(
    _ responder: Person, _ alert: Alert, _ message: Phrase, _ push: Notice.Push, subject: String
  ) -> Notice {
    var notice = Notice(
      .alarmTakenForYou, "\(responder.name) reached you", message, push: push, subject: subject)
    notice.relatedContact = responder.id
    notice.relatedAlert = alert.id
    return notice
  }

  private static func about(
    _ facts: EscalationFacts, _ event: NotificationEvent, _ title: Phrase, _ message: Phrase,
    subject: String
  ) -> Notice {
    var notice = Notice(event, title, message, push: .unlessMuted(.recovery), subject: subject)
    notice.relatedContact = facts.me.person.id
    notice.relatedAlert = facts.alert.id
    return notice
  }
}

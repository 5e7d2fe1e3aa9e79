import Foundation

/// Notices about manual alerts.
enum AlertNotices {
  /// - Parameters:
  ///   - hasResponders: whether there is anyone to contact.
  ///   - madeAt: when the person raised it; nil when their device kept no time. An alert that starts later
  ///     starts now, because that time is too long ago or cannot be right.
  static func activated(
    _ alert: Alert, by person: Person, hasResponders: Bool, madeAt: Date?, at now: Date
  ) -> Notice {
    if madeAt != alert.startedAt {
      return own(
        alert, .alertActivated, "Alert activated",
        startsNow(after: madeAt.map { now.timeIntervalSince($0) }, hasResponders))
    }
    let number = (person.region.map(EmergencyNumber.of) ?? .mobile).digits
    return own(
      alert, .alertActivated, "Alert activated",
      hasResponders
        ? "Your alert is on. We’re contacting your responders."
        : "Your alert is on, but you have no responders, so no one is being contacted. If you need help, call \(number)."
    )
  }

  private static func startsNow(after kept: TimeInterval?, _ hasResponders: Bool) -> Phrase {
    guard let kept else {
      return hasResponders
        ? "Your device kept this alert but not its time, so it starts now. We’re contacting your responders."
        : "Your device kept this alert but not its time, so it starts now. You have no responders, so no one is being contacted."
    }
    let time = Countdown.rounded(kept)
    return hasResponders
      ? "Your device kept this alert for \(time), so it starts now. We’re contacting your responders."
      : "Your device kept this alert for \(time), so it starts now. You have no responders, so no one is being contacted."
  }

  static func deactivated(_ alert: Alert) -> Notice {
    own(alert, .alertDeactivated, "Alert deactivated", "You have deactivated your alert.")
  }

  /// - Parameter kept: seconds for which a device without a connection kept it.
  static func dependentActivated(
    _ person: Person, _ alert: Alert, kept: TimeInterval
  ) -> Notice {
    let late: Phrase? =
      kept < 60
      ? nil
      : """
      \(person.name) raised an alert without a connection. \
      Their device kept it for \(Countdown.rounded(kept)).
      """
    var notice = Notice(
      .dependentAlertActivated, "Manual alert",
      late ?? "\(person.name) has triggered a manual alert.",
      push: .unlessMuted(.alert), subject: "\(person.id):\(alert.id)")
    notice.pushTitle = "ALERT: \(person.name) needs help!"
    notice.pushBody = late ?? "\(person.name) raised an alert."
    notice.relatedContact = person.id
    notice.relatedAlert = alert.id
    return notice
  }

  /// Words that call for help, with the number of the person they are about. Never about a duress alert.
  static func withNumber(_ number: String, _ words: Phrase) -> Phrase {
    "\(words) Call: \(number)."
  }

  /// The same words without the number, for a responder who must not call. The number may have changed since
  /// the message was written.
  static func withoutNumber(_ body: String, in words: Catalogue) -> String {
    let frame = words.say(withNumber("+", "")).split(
      separator: "+", maxSplits: 1, omittingEmptySubsequences: false)
    guard frame.count == 2, body.hasSuffix(frame[1]),
      let number = body.range(of: "\(frame[0])+", options: [.backwards, .literal]),
      body[number.upperBound...].dropLast(frame[1].count).allSatisfy(\.isNumber)
    else { return body }
    return String(body[..<number.lowerBound])
  }

  static func dependentDeactivated(_ person: Person, _ alert: Alert) -> Notice {
    var notice = Notice(
      .dependentAlertDeactivated, "Alert deactivated",
      "\(person.name) has deactivated their alert.", push: .unlessMuted(.recovery),
      subject: "\(person.id):\(alert.id)")
    notice.pushTitle = "\(person.name) is safe"
    notice.relatedContact = person.id
    notice.relatedAlert = alert.id
    return notice
  }

  private static func own(
    _ alert: Alert, _ event: NotificationEvent, _ title: Phrase, _ message: Phrase
  ) -> Notice {
    var notice = Notice(event, title, message, subject: "\(alert.id)")
    notice.relatedAlert = alert.id
    return notice
  }
}

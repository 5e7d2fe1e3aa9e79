/// The words around alerts raised by hand.
enum AlertNotices {
  /// - Parameter isTold: whether any responder is told.
  static func activated(_ alert: Alert, isTold: Bool) -> Notice {
    own(
      alert, .alertActivated, "Alert Activated",
      isTold
        ? "You have activated an alert. Your responders have been notified."
        : "You have activated an alert. There are no responders to notify.")
  }

  static func deactivated(_ alert: Alert) -> Notice {
    own(alert, .alertDeactivated, "Alert Deactivated", "You have deactivated your alert.")
  }

  static func dependentActivated(_ person: Person, _ alert: Alert) -> Notice {
    var notice = Notice(
      .dependentAlertActivated, "Manual Alert", "\(person.name) has triggered a manual alert.",
      push: .unlessMuted(.alert), subject: "\(person.id):\(alert.id)")
    notice.pushTitle = "ALERT: \(person.name) needs help!"
    notice.pushBody =
      "\(person.name) has activated their emergency alert. Tap to view details."
    notice.relatedContact = person.id
    notice.relatedAlert = alert.id
    return notice
  }

  static func dependentDeactivated(_ person: Person, _ alert: Alert) -> Notice {
    var notice = Notice(
      .dependentAlertDeactivated, "Alert Deactivated",
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

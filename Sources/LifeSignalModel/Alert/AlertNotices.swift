/// Notices about manual alerts.
enum AlertNotices {
  /// - Parameters:
  ///   - hasResponders: whether there is anyone to contact.
  ///   - isTimeUnknown: whether it starts now because the clock of its device cannot have been right.
  static func activated(
    _ alert: Alert, by person: Person, hasResponders: Bool, isTimeUnknown: Bool = false
  ) -> Notice {
    if isTimeUnknown {
      return own(
        alert, .alertActivated, "Alert Activated",
        hasResponders
          ? "Your device kept this alert but not its time, so it starts now. We’re contacting your responders."
          : "Your device kept this alert but not its time, so it starts now. You have no responders, so no one is being contacted."
      )
    }
    let number = EmergencyNumber.of(person.phoneRegion).digits
    return own(
      alert, .alertActivated, "Alert Activated",
      hasResponders
        ? "Your alert is on. We’re contacting your responders."
        : "Your alert is on, but you have no responders, so no one is being contacted. If you need help, call \(number)."
    )
  }

  static func deactivated(_ alert: Alert) -> Notice {
    own(alert, .alertDeactivated, "Alert Deactivated", "You have deactivated your alert.")
  }

  static func dependentActivated(_ person: Person, _ alert: Alert) -> Notice {
    var notice = Notice(
      .dependentAlertActivated, "Manual Alert", "\(person.name) has triggered a manual alert.",
      push: .unlessMuted(.alert), subject: "\(person.id):\(alert.id)")
    notice.pushTitle = "ALERT: \(person.name) needs help!"
    notice.pushBody = "\(person.name) has activated their emergency alert."
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

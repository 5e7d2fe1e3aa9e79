import Foundation

/// Notices about trips.
enum TravelNotices {
  static func reminder(_ travel: Travel, at now: Date) -> Notice {
    let left = Countdown.rounded(travel.dueAt.timeIntervalSince(now))
    var notice = own(
      travel, .travelReminder, "Have you arrived?",
      "Your travel timer ends in \(left). Say that you have arrived, or extend it.")
    notice.lapsesAt = travel.dueAt
    notice.bodyAfterWaiting = "Your travel timer ends soon."
    return notice
  }

  /// - Parameter hasResponders: whether there is anyone to contact.
  static func due(_ travel: Travel, hasResponders: Bool, at now: Date) -> Notice {
    let left = Countdown.rounded(travel.alarmAt.timeIntervalSince(now))
    return own(
      travel, .travelDue, "Travel timer ended",
      hasResponders
        ? """
        Your travel timer has ended. Your responders will be notified in \(left) unless you say that \
        you have arrived, or extend it.
        """
        : "Your travel timer has ended. You have no responders, so no one will be contacted.")
  }

  static func courtesy(_ travel: Travel, seconds: TimeInterval, hasResponders: Bool) -> Notice {
    var notice = own(
      travel, .travelDue, "Travel timer ended",
      hasResponders
        ? """
        Your travel timer ended while we were unavailable. Please say that you have arrived: your \
        responders will be notified in \(Countdown.rounded(seconds)).
        """
        : "Your travel timer ended while we were unavailable. You have no responders, so no one will be contacted."
    )
    notice.subject = "\(travel.id):courtesy:\(travel.gen)"
    return notice
  }

  /// - Parameter hasResponders: whether there is anyone to contact.
  static func overdue(_ travel: Travel, _ alert: Alert, hasResponders: Bool) -> Notice {
    var notice = Notice(
      .travelOverdue, "Travel timer ended",
      hasResponders
        ? "You have not said that you have arrived. We’re contacting your responders."
        : "You have not said that you have arrived. You have no responders, so no one is being contacted.",
      push: .unlessMuted(.missedCheckIn), subject: "\(travel.id)")
    notice.relatedAlert = alert.id
    return notice
  }

  static func notArrived(_ person: Person, _ travel: Travel?, _ alert: Alert) -> Notice {
    let note = travel?.note ?? ""
    var notice = Notice(
      .dependentTravelOverdue, "Has not arrived",
      note.isEmpty
        ? "\(person.name) has not arrived as planned."
        : "\(person.name) has not arrived as planned. Their note: “\(note)”",
      push: .unlessMuted(.missedCheckIn), subject: "\(person.id):\(alert.id)")
    notice.pushTitle = "\(person.name) has not arrived"
    notice.relatedContact = person.id
    notice.relatedAlert = alert.id
    return notice
  }

  /// - Parameter number: of the trip, or of an alert without one: its message is another.
  static func arrived(_ person: Person, _ number: String, _ alert: Alert?) -> Notice {
    var notice = Notice(
      .dependentArrived, "Arrived", "\(person.name) has arrived.",
      push: .unlessMuted(.recovery), subject: "\(person.id):\(number)")
    notice.relatedContact = person.id
    notice.relatedAlert = alert?.id
    return notice
  }

  /// The key ends in the trip's id and its `gen`: see ``Delivery/Premise``.
  private static func own(
    _ travel: Travel, _ event: NotificationEvent, _ title: Phrase, _ message: Phrase
  ) -> Notice {
    var notice = Notice(
      event, title, message, push: .unlessMuted(.reminder), subject: "\(travel.id):\(travel.gen)")
    // The reminder that announces the alert never waits for the morning.
    notice.lapsesAt = .distantPast
    return notice
  }
}

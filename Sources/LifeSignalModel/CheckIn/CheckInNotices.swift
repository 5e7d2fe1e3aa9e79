import Foundation

/// The words around check-ins and missed deadlines.
enum CheckInNotices {
  static func completed(_ checkIn: CheckIn) -> Notice {
    var notice = Notice(
      .checkInCompleted, "Check-in Completed", "You have successfully checked in.",
      subject: "\(checkIn.id)")
    notice.relatedCheckIn = checkIn.id
    return notice
  }

  /// The reminder that belongs to a stage before the alarm.
  static func reminder(_ stage: Watch.Stage, of watch: Watch, at now: Date) -> Notice? {
    let subject = "\(watch.person):\(watch.gen)"
    switch stage {
    case .twoHourReminder:
      var notice = Notice(
        .checkInReminder2Hours, "Check-in Reminder", "Your check-in will expire in 2 hours.",
        push: .unlessMuted(.reminder), subject: subject)
      notice.pushBody = "Your check-in expires in 2 hours"
      return notice
    case .thirtyMinuteReminder:
      var notice = Notice(
        .checkInReminder30Minutes, "Check-in Reminder",
        "Your check-in will expire in 30 minutes.", push: .unlessMuted(.reminder),
        subject: subject)
      notice.pushBody = "Your check-in expires in 30 minutes"
      return notice
    case .deadline:
      let alarmAt = (watch.deadline ?? now) + watch.grace
      let minutes = max(1, (alarmAt.timeIntervalSince(now) / 60).rounded(.up))
      return Notice(
        .checkInExpired, "Check-in Due",
        "Your check-in is due. Your responders will be notified in \(Countdown.interval(minutes * 60)).",
        push: .unlessMuted(.reminder), subject: "due:\(subject)")
    case .alarm, .courtesy, .missed:
      return nil
    }
  }

  static func courtesy(of watch: Watch, seconds: TimeInterval) -> Notice {
    Notice(
      .checkInExpired, "Check-in Due",
      """
      Your check-in was due while we were unavailable. Please check in: your responders will be \
      notified in \(Countdown.interval(seconds)).
      """,
      push: .unlessMuted(.reminder), subject: "courtesy:\(watch.person):\(watch.gen)")
  }

  /// - Parameter isTold: whether any responder is told.
  static func missed(_ alert: Alert, of watch: Watch, isTold: Bool) -> Notice {
    var notice = Notice(
      .checkInExpired, "Missed Check-in",
      isTold
        ? "Your check-in has expired. Your responders have been notified."
        : "Your check-in has expired. There are no responders to notify.",
      push: .unlessMuted(.missedCheckIn), subject: "\(watch.person):\(watch.gen)")
    notice.relatedAlert = alert.id
    return notice
  }

  static func nonResponsive(_ person: Person, alert: Alert) -> Notice {
    var notice = Notice(
      .dependentNonResponsive, "Non-Responsive Contact",
      "\(person.name) has not checked in and is now non-responsive.",
      push: .unlessMuted(.missedCheckIn), subject: "\(person.id):\(alert.id)")
    notice.pushTitle = "Emergency Alert"
    notice.pushBody = "\(person.name)'s check-in has expired."
    notice.relatedContact = person.id
    notice.relatedAlert = alert.id
    return notice
  }

  static func recovered(_ person: Person, gen: Int64) -> Notice {
    var notice = Notice(
      .dependentRecovered, "Checked In", "\(person.name) has checked in.",
      push: .unlessMuted(.recovery), subject: "\(person.id):\(gen)")
    notice.relatedContact = person.id
    return notice
  }
}

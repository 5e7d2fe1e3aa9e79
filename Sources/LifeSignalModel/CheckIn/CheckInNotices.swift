import Foundation

/// Notices about check-ins and missed deadlines.
enum CheckInNotices {
  /// Read already: its person has just made it, and the page confirms it.
  static func completed(_ checkIn: CheckIn) -> Notice {
    var notice = Notice(
      .checkInCompleted, "Check-in completed", "You’re checked in.",
      subject: "\(checkIn.id)")
    notice.isRead = true
    notice.relatedCheckIn = checkIn.id
    return notice
  }

  /// The reminder for a step before the alert. The step's instant identifies it.
  /// - Parameter hasResponders: whether there is anyone to contact after the deadline.
  static func reminder(
    _ step: WatchSchedule.Step, of watch: Watch, hasResponders: Bool, at now: Date
  ) -> Notice? {
    var notice = words(step, of: watch, hasResponders, at: now)
    // The reminder that announces the alert never waits for the morning.
    notice?.lapsesAt = step.stage == .deadline ? now : watch.deadline
    notice?.bodyAfterWaiting = warned("Your next check-in is coming up.", hasResponders)
    return notice
  }

  /// A reminder's words, with a warning where the deadline would pass unnoticed.
  private static func warned(_ words: Phrase, _ hasResponders: Bool) -> Phrase {
    hasResponders ? words : "\(words) You have no responders, so no one will be contacted."
  }

  private static func words(
    _ step: WatchSchedule.Step, of watch: Watch, _ hasResponders: Bool, at now: Date
  ) -> Notice? {
    let subject = "\(watch.person):\(watch.gen)"
    let deadline = watch.deadline ?? now
    let lead = Int(clamping: (deadline.timeIntervalSince(step.at) / 60).rounded())
    switch step.stage {
    case .twoHourReminder, .thirtyMinuteReminder:
      // Its instant distinguishes it from all others of this deadline.
      guard step.isSnooze else { break }
      return Notice(
        .checkInReminder, "Check-in reminder",
        warned(within(deadline.timeIntervalSince(now)), hasResponders),
        push: .unlessMuted(.reminder), subject: "again:\(step.at.milliseconds):\(subject)")
    default: break
    }
    switch step.stage {
    case .twoHourReminder where lead == CheckInReminder.twoHours.rawValue:
      var notice = Notice(
        .checkInReminder2Hours, "Check-in reminder",
        warned("Please check in within 2 hours.", hasResponders),
        push: .unlessMuted(.reminder), subject: subject)
      if hasResponders { notice.pushBody = "Please check in within 2 hours" }
      return notice
    case .thirtyMinuteReminder where lead == CheckInReminder.thirtyMinutes.rawValue:
      var notice = Notice(
        .checkInReminder30Minutes, "Check-in reminder",
        warned("Please check in within 30 minutes.", hasResponders),
        push: .unlessMuted(.reminder), subject: subject)
      if hasResponders { notice.pushBody = "Please check in within 30 minutes" }
      return notice
    case .twoHourReminder, .thirtyMinuteReminder:
      // The lead distinguishes two reminders of one deadline; the time left may be less than the
      // lead.
      return Notice(
        .checkInReminder, "Check-in reminder",
        warned(within(deadline.timeIntervalSince(now)), hasResponders),
        push: .unlessMuted(.reminder), subject: "\(lead):\(subject)")
    case .deadline:
      let alarmAt = deadline + watch.grace
      let minutes = max(1, (alarmAt.timeIntervalSince(now) / 60).rounded(.up))
      return Notice(
        .checkInExpired, "Check-in due",
        hasResponders
          ? "Your check-in is due. Your responders will be notified in \(Countdown.interval(minutes * 60))."
          : "Your check-in is due. You have no responders, so no one will be contacted.",
        push: .unlessMuted(.reminder),
        subject: step.isSnooze ? "due:\(step.at.milliseconds):\(subject)" : "due:\(subject)")
    case .alarm, .courtesy, .missed:
      return nil
    }
  }

  /// The time left in one unit; where hours are not whole, rounded down.
  private static func within(_ seconds: TimeInterval) -> Phrase {
    let minutes = max(1, Int(clamping: (seconds / 60).rounded()))
    if minutes.isMultiple(of: 1_440) {
      let days = minutes / 1_440
      return .counting(
        days, one: "Check in within \(days) day.", other: "Check in within \(days) days.")
    }
    if minutes.isMultiple(of: 60) || minutes > 180 {
      let hours = minutes / 60
      return .counting(
        hours, one: "Check in within \(hours) hour.", other: "Check in within \(hours) hours.")
    }
    return .counting(
      minutes, one: "Check in within \(minutes) minute.",
      other: "Check in within \(minutes) minutes.")
  }

  static func courtesy(of watch: Watch, seconds: TimeInterval, hasResponders: Bool) -> Notice {
    var notice = Notice(
      .checkInExpired, "Check-in due",
      hasResponders
        ? """
        Your check-in was due while we were unavailable. Please check in: your responders will be \
        notified in \(Countdown.interval(seconds)).
        """
        : "Your check-in was due while we were unavailable. You have no responders, so no one will be contacted.",
      push: .unlessMuted(.reminder), subject: "courtesy:\(watch.person):\(watch.gen)")
    notice.lapsesAt = .distantPast
    return notice
  }

  /// - Parameter hasResponders: whether there is anyone to contact.
  static func missed(_ alert: Alert, of watch: Watch, hasResponders: Bool) -> Notice {
    var notice = Notice(
      .checkInExpired, "Missed check-in",
      hasResponders
        ? "You missed your check-in. We’re contacting your responders."
        : "You missed your check-in. You have no responders, so no one is being contacted.",
      push: .unlessMuted(.missedCheckIn), subject: "\(watch.person):\(watch.gen)")
    notice.relatedAlert = alert.id
    return notice
  }

  /// - Parameter due: when the check-in was due; nil where only the alert is known.
  static func nonResponsive(
    _ person: Person, alert: Alert, due: Date? = nil, at now: Date
  ) -> Notice {
    var notice = Notice(
      .dependentNonResponsive, "Missed check-in",
      "\(person.name) hasn’t checked in.",
      push: .unlessMuted(.missedCheckIn), subject: "\(person.id):\(alert.id)")
    notice.pushTitle = "\(person.name) missed a check-in"
    notice.pushBody =
      due.map {
        "\(person.name) missed a check-in, due \(RelativeTime.sentence($0, now: now))."
      } ?? "\(person.name) missed a check-in."
    notice.relatedContact = person.id
    notice.relatedAlert = alert.id
    return notice
  }

  static func recovered(_ person: Person, alert: Alert, gen: Int64) -> Notice {
    var notice = Notice(
      .dependentRecovered, "Checked in", "\(person.name) has checked in.",
      push: .unlessMuted(.recovery), subject: "\(person.id):\(gen)")
    notice.relatedContact = person.id
    notice.relatedAlert = alert.id
    return notice
  }
}

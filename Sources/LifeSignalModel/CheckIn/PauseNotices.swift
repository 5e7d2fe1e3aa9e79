import Foundation

/// Notices about pauses. They give a length, never an instant: one text is read in many zones.
enum PauseNotices {
  /// - Parameter hasResponders: whether there is anyone to notify.
  static func started(_ watch: Watch, length: TimeInterval, hasResponders: Bool) -> Notice {
    Notice(
      .pauseStarted, "Check-ins paused",
      hasResponders
        ? "Your check-ins are paused for \(Countdown.rounded(length)). We have let your responders know."
        : "Your check-ins are paused for \(Countdown.rounded(length)).",
      subject: "\(watch.person):\(watch.gen)")
  }

  static func ended(_ watch: Watch, left: TimeInterval) -> Notice {
    var notice = Notice(
      .pauseEnded, "Check-ins resumed",
      left > 0
        ? "Your pause has ended. Your next check-in is due in \(Countdown.rounded(left))."
        : "Your pause has ended. Please check in.",
      push: .unlessMuted(.reminder), subject: "\(watch.person):\(watch.gen)")
    notice.lapsesAt = watch.deadline
    notice.bodyAfterWaiting = "Your next check-in is coming up."
    return notice
  }

  static func paused(_ person: Person, _ watch: Watch, length: TimeInterval) -> Notice {
    var notice = Notice(
      .dependentPaused, "Check-ins paused",
      "\(person.name) has paused their check-ins for \(Countdown.rounded(length)).",
      push: .unlessMuted(.information), subject: "\(person.id):\(watch.gen)")
    notice.relatedContact = person.id
    return notice
  }

  static func resumed(_ person: Person, _ watch: Watch) -> Notice {
    var notice = Notice(
      .dependentResumed, "Check-ins resumed", "\(person.name) checks in again as before.",
      push: .unlessMuted(.information), subject: "\(person.id):\(watch.gen)")
    notice.relatedContact = person.id
    return notice
  }
}

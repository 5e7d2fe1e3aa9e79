import Foundation

/// Notices about a countdown that begins or ends. They give a length, never an instant: one text is read in
/// many zones.
enum CountdownNotices {
  /// To the person who is watched from now on.
  static func started(_ watch: Watch, by responder: Person, at now: Date) -> Notice {
    let left = watch.deadline?.timeIntervalSince(now) ?? 0
    var notice = Notice(
      .countdownStarted, "Countdown started",
      "\(responder.name) watches over you now. Your next check-in is due in \(Countdown.rounded(left)).",
      push: .unlessMuted(.reminder), subject: "\(watch.person):\(watch.gen)")
    notice.lapsesAt = watch.deadline
    notice.bodyAfterWaiting =
      "\(responder.name) watches over you now. Your next check-in is coming up."
    notice.relatedContact = responder.id
    return notice
  }

  /// To the person who does not check in any more.
  /// - Parameter hasResponders: whether there is anyone to notify.
  static func stopped(_ watch: Watch, hasResponders: Bool) -> Notice {
    Notice(
      .countdownStopped, "Countdown stopped",
      hasResponders
        ? "You only watch over others now. We have let your responders know."
        : "You only watch over others now.",
      subject: "\(watch.person):\(watch.gen)")
  }

  /// To their responders.
  static func stopped(_ person: Person, _ watch: Watch) -> Notice {
    var notice = Notice(
      .dependentStopped, "Check-ins stopped",
      "\(person.name) doesn’t check in any more. We’ll contact you only if they call for help.",
      push: .unlessMuted(.information), subject: "\(person.id):\(watch.gen)")
    notice.relatedContact = person.id
    return notice
  }
}

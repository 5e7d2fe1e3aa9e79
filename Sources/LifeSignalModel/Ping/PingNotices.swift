/// Notices about pings. `other` is the person the recipient of the notice reads about.
enum PingNotices {
  static func sent(_ ping: Ping, to other: Person) -> Notice {
    notice(.pingSent, "Ping sent", "You pinged \(other.name).", ping, other)
  }

  static func received(_ ping: Ping, from other: Person) -> Notice {
    var notice = notice(
      .pingReceived, "Ping received", "\(other.name) asks if you’re OK.", ping, other,
      push: .unlessMuted(.ping))
    notice.pushTitle = "Are you OK?"
    notice.pushBody = "\(other.name) asks if you’re OK."
    return notice
  }

  static func responded(
    _ ping: Ping, by other: Person, _ remaining: RemainingAlert?
  ) -> Notice {
    var notice = notice(
      .pingResponded, "Ping responded", "\(other.name) answered “I’m OK” and is checked in.", ping,
      other, push: .unlessMuted(.ping))
    switch remaining {
    case nil: break
    case .open: notice.message = "\(notice.message) Their alert is still on."
    case .duress:
      notice.title = SilentAlarmNotices.title(other)
      notice.message =
        "\(notice.message) Their duress alert is still on. Do not call or text them."
    }
    return notice
  }

  static func allAnswered(_ person: Person.ID, first: Ping) -> Notice {
    var notice = Notice(
      .allPingsAnswered, "All pings cleared", "You have cleared all pending pings.",
      subject: "\(person):\(first.id)")
    notice.isRead = true
    return notice
  }

  static func cleared(_ ping: Ping, to other: Person) -> Notice {
    notice(
      .pingCleared, "Ping cleared", "You have cleared the ping to \(other.name).", ping, other)
  }

  static func withdrawn(_ ping: Ping, by other: Person) -> Notice {
    notice(.pingWithdrawn, "Ping withdrawn", "\(other.name) withdrew their ping.", ping, other)
  }

  static func expired(_ ping: Ping, to other: Person) -> Notice {
    notice(
      .pingExpired, "Ping expired", "\(other.name) did not respond to your ping.", ping, other,
      push: .unlessMuted(.ping))
  }

  /// A ping sent again is news again, so its instant is part of the notice's subject.
  private static func notice(
    _ event: NotificationEvent, _ title: Phrase, _ message: Phrase, _ ping: Ping,
    _ other: Person, push: Notice.Push = .never
  ) -> Notice {
    var notice = Notice(
      event, title, message, push: push, subject: "\(ping.id):\(ping.sentAt.milliseconds)")
    notice.relatedPing = ping.id
    notice.relatedContact = other.id
    return notice
  }
}

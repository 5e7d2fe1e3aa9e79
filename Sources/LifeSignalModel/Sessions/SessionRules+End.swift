public import Foundation

/// When a session ends, and the warning before a person under watch is signed out everywhere.
extension SessionRules {
  /// Seconds by which the end moves on at least, so that it is stored once a day at most.
  public static let step: TimeInterval = 86_400
  /// Seconds before the end of their last session at which a person under watch is warned.
  public static let warning: TimeInterval = 14 * 86_400

  /// The later end of a session in use, a whole life after its use; nil while the stored one is near
  /// enough to that. A clock that was set back never brings the end forward.
  public static func end(of session: Session, usedAt now: Date, life: TimeInterval) -> Date? {
    let end = (now + life).storable
    // A life of less than two days moves on with use too.
    let step = min(step, life / 2)
    return end.timeIntervalSince(session.expiresAt) >= step ? end : nil
  }

  /// Warns a person under watch, once, that their last session ends soon. Does nothing if they have
  /// opened the app since, or are signed in elsewhere for longer.
  ///
  /// Waits for the end of their quiet hours, except on the last day.
  static func warn(_ facts: WarnOfSessionEnd.Facts, moment: Moment) -> Decision {
    let now = moment.now
    guard let session = facts.session, let me = facts.me, session.isGood(at: now),
      session.expiresAt <= now + warning, session.warnedEnd != session.expiresAt,
      facts.isWatched, !facts.others.contains(where: { $0.outlasts(session) })
    else { return Decision(.unchanged) }
    let isLastDay = session.expiresAt <= now + step
    guard isLastDay || me.person.quietHours?.end(at: now) == nil else {
      return Decision(.unchanged)
    }
    var decision = Decision(mutations: [.noteSessionWarning(session.id, of: session.expiresAt)])
    decision.tell(me, notice(of: session, in: facts.zone), at: moment)
    return decision
  }

  /// A notice of sessions, so it goes to every channel: no other one follows.
  private static func notice(of session: Session, in zone: Zone) -> Notice {
    // Where the zone is unknown, a day that has not passed anywhere.
    let end = zone == .utc ? session.expiresAt - 43_200 : session.expiresAt
    return Notice(
      .system, "You’ll be signed out soon",
      "You’ll be signed out of LifeSignal on \(zone.date(at: end).phrase). Open it once to stay signed in.",
      push: .unlessMuted(.information),
      subject: "session:\(session.id):\(Delivery.sessionEnd):\(session.expiresAt.milliseconds)")
  }
}

extension Session {
  /// Whether it lasts longer than another one. Of two that end together, one does.
  fileprivate func outlasts(_ other: Session) -> Bool {
    guard id != other.id else { return false }
    return expiresAt == other.expiresAt
      ? id.rawValue > other.id.rawValue : expiresAt > other.expiresAt
  }
}

public import Foundation

/// Where a person is signed in: what is remembered of it, and how it ends.
public enum SessionRules {
  /// Seconds; a session's last use is known by the hour.
  public static let grain: TimeInterval = 3_600

  /// The full hour before `date`.
  public static func hour(of date: Date) -> Date {
    Date(
      timeIntervalSince1970: (date.timeIntervalSince1970 / grain).rounded(.down) * grain)
  }

  /// Notes that a session is in use, once in an hour.
  public static func see(_ session: Session?, moment: Moment) -> Decision {
    guard let session, session.isGood(at: moment.now), isDue(session, at: moment.now) else {
      return Decision(.unchanged)
    }
    return Decision(mutations: [.noteSessionUse(session.id, at: hour(of: moment.now))])
  }

  /// A clock that was set back leaves a note from the future, which must not last.
  public static func isDue(_ session: Session, at now: Date) -> Bool {
    session.lastSeenAt != hour(of: now)
  }

  public static func end(_ session: SessionID, by person: Person.ID, moment: Moment) -> Decision {
    var decision = Decision(
      events: [.signedOut(person)],
      mutations: [.revokeSession(session, person, at: moment.now)])
    decision.touch(person, .sessions)
    return decision
  }

  /// Every session of the person but the one that asks.
  public static func endOthers(
    than session: SessionID, by person: Person.ID, moment: Moment
  ) -> Decision {
    var decision = Decision(
      events: [.signedOut(person)],
      mutations: [.revokeOtherSessions(person, than: session, at: moment.now.storable)])
    decision.touch(person, .sessions)
    return decision
  }

  /// Told where the person is signed in already, and by their channels: whoever has got hold of a
  /// code or a key must not come in unseen.
  static func notice(of session: Session) -> Notice {
    let place: Phrase =
      session.label.isEmpty
      ? "Somebody signed in to your account. If this was not you, end it in your profile."
      : "Somebody signed in to your account with \(session.label). If this was not you, end it in your profile."
    return Notice(
      .system, "New sign-in", place, push: .unlessMuted(.information),
      subject: "session:\(session.id)")
  }
}

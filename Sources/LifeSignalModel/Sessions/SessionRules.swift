public import Foundation

/// Rules for where a person is signed in: what is remembered of a session, and how it ends.
public enum SessionRules {
  /// Seconds; a session's last use is known by the hour.
  public static let grain: TimeInterval = 3_600

  /// The full hour before `date`.
  public static func hour(of date: Date) -> Date {
    Date(
      timeIntervalSince1970: (date.timeIntervalSince1970 / grain).rounded(.down) * grain)
  }

  /// Notes that a session is in use, once in an hour, and moves its end on, once in a day.
  /// - Parameter believed: the time by which sessions end; nil for the moment's.
  public static func see(
    _ session: Session?, by believed: Date? = nil, moment: Moment
  ) -> Decision {
    let believed = believed ?? moment.now
    guard let session, session.isGood(at: believed) else { return Decision(.unchanged) }
    var decision = Decision(.unchanged)
    if isDue(session, at: moment.now) {
      decision = Decision(mutations: [.noteSessionUse(session.id, at: hour(of: moment.now))])
    }
    if let end = end(of: session, usedAt: believed, life: moment.authLimits.sessionLife) {
      decision.outcome = .done
      decision.mutations.append(.renewSession(session.id, until: end))
    }
    return decision
  }

  /// A clock that was set back leaves a note from the future, which must not last.
  public static func isDue(_ session: Session, at now: Date) -> Bool {
    session.lastSeenAt != hour(of: now)
  }

  /// - Parameters:
  ///   - elsewhere: the session and its person, if the request comes from another place.
  ///   - channels: the person's channels: messages to the session's device end with it.
  public static func end(
    _ session: SessionID, by person: Person.ID, elsewhere: EndedSessions? = nil,
    channels: ChannelFacts? = nil, moment: Moment
  ) -> Decision {
    var decision = Decision(
      events: [.signedOut(person)],
      mutations: [.revokeSession(session, person, at: moment.now)])
    let rest = channels.map {
      PushRules.end(in: { $0 == session }, $0, &decision, moment)
    }
    tell(elsewhere, by: rest, &decision, moment)
    decision.touch(person, .sessions)
    return decision
  }

  /// Ends every session of the person except the caller's.
  public static func endOthers(
    than session: SessionID, by person: Person.ID, elsewhere: EndedSessions? = nil,
    channels: ChannelFacts? = nil, moment: Moment
  ) -> Decision {
    var decision = Decision(
      events: [.signedOut(person)],
      mutations: [.revokeOtherSessions(person, than: session, at: moment.now.storable)])
    let rest = channels.map {
      PushRules.end(in: { $0.map { $0 != session } ?? false }, $0, &decision, moment)
    }
    tell(elsewhere, by: rest, &decision, moment)
    decision.touch(person, .sessions)
    return decision
  }

  /// By the operator, for a person who cannot do it themselves: ends every session and every access
  /// token, and with them every browser and phone, also those whose session is unknown. Passkeys
  /// stay.
  /// - Parameters:
  ///   - sessions: the person's good sessions.
  ///   - tokens: likewise.
  /// - Returns: with the number of both.
  public static func endAll(
    _ sessions: [Session], _ tokens: [AccessToken], _ channels: ChannelFacts, moment: Moment
  ) -> Decided<Int> {
    let person = channels.me.person.id
    let now = moment.now.storable
    var decision = Decision()
    decision.mutations =
      sessions.map { .revokeSession($0.id, person, at: now) }
      + tokens.map { .revokeAccessToken($0.id, person, at: now) }
    let rest = PushRules.end(in: { _ in true }, channels, &decision, moment)
    guard !decision.mutations.isEmpty else { return Decided(Decision(.unchanged), 0) }
    decision.events.append(.signedOut(person))
    decision.tell(rest, endNotice(at: moment.now), at: moment)
    decision.touch(person, .sessions)
    return Decided(decision, sessions.count + tokens.count)
  }

  /// Notifies by the remaining channels: a device that has just been signed out gets nothing.
  private static func tell(
    _ ended: EndedSessions?, by rest: Recipient?, _ decision: inout Decision, _ moment: Moment
  ) {
    guard let ended, let notice = endNotice(of: ended.sessions) else { return }
    decision.tell(rest ?? ended.me, notice, at: moment)
  }

  private static func endNotice(at now: Date) -> Notice {
    Notice(
      .system, "Signed out everywhere",
      "The people who run this server have signed you out on every device and ended your access tokens. Sign in again to continue.",
      push: .unlessMuted(.information), subject: "session:all:\(now.milliseconds)")
  }

  /// The notice goes to the places where the person is signed in already, and to their channels:
  /// someone who has stolen a code or a key must not come in unseen.
  static func notice(of session: Session) -> Notice {
    let place: Phrase =
      session.label.isEmpty
      ? "Someone signed in to your account. If this was not you, end it in your profile."
      : "Someone signed in to your account with \(session.label). If this was not you, end it in your profile."
    return Notice(
      .system, "New sign-in", place, push: .unlessMuted(.information),
      subject: "session:\(session.id)")
  }

  /// One notice for all of them, named after one session: a session that has ended cannot end
  /// again.
  private static func endNotice(of sessions: [Session]) -> Notice? {
    guard let session = sessions.first else { return nil }
    let words: Phrase =
      sessions.count > 1
      ? "Your other devices were signed out of your account. If this was not you, sign in and look through your profile."
      : session.label.isEmpty
        ? "A device was signed out of your account from another one. If this was not you, sign in and look through your profile."
        : "\(session.label) was signed out of your account from another device. If this was not you, sign in and look through your profile."
    return Notice(
      .system, "Signed out elsewhere", words, push: .unlessMuted(.information),
      subject: "session:\(session.id):ended")
  }
}

/// Sessions that end on request from another place, and their owner.
///
/// The owner is notified: someone who holds a signed-in device must not sign out its owner's others
/// unnoticed.
public struct EndedSessions: Equatable, Sendable {
  /// Valid sessions, newest first.
  public var sessions: [Session]
  public var me: Recipient

  public init(_ sessions: [Session], of me: Recipient) {
    self.sessions = sessions
    self.me = me
  }
}

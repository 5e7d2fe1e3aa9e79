import Foundation
import Testing

@testable import LifeSignalModel

@Suite struct `The end of a session` {
  private static let day: TimeInterval = 86_400
  private static let life = 90 * day

  private static func session(
    _ id: SessionID = "5", endsIn seconds: TimeInterval, warned: Date? = nil, revoked: Date? = nil
  ) -> Session {
    Session(
      id: id, person: "1", tokenHash: Data([1]), label: "Firefox on Linux",
      createdAt: Cast.start - 80 * day, expiresAt: Cast.start + seconds, revokedAt: revoked,
      lastSeenAt: Cast.start, warnedEnd: warned)
  }

  private static func facts(
    _ session: Session?, others: [Session] = [], isWatched: Bool = true,
    quiet: QuietHours? = nil
  ) -> WarnOfSessionEnd.Facts {
    var me = Cast.mara
    me.person.quietHours = quiet
    return WarnOfSessionEnd.Facts(
      session: session, me: me, others: others + [session].compactMap(\.self),
      isWatched: isWatched, zone: .utc)
  }

  @Test func `moves on with use, once a day`() {
    let session = Self.session(endsIn: Self.life)
    let early = SessionRules.see(session, moment: Cast.moment(Self.day - 1))
    #expect(!early.mutations.contains { if case .renewSession = $0 { true } else { false } })
    let next = SessionRules.see(session, moment: Cast.moment(Self.day))
    #expect(
      next.mutations.last == .renewSession("5", until: Cast.start + Self.day + Self.life))
  }

  @Test func `moves by the time that is believed, and never back`() {
    let session = Self.session(endsIn: Self.life)
    func end(_ believed: TimeInterval) -> Date? {
      SessionRules.end(of: session, usedAt: Cast.start + believed, life: Self.life)
    }
    #expect(end(-10 * Self.day) == nil)
    let ahead = SessionRules.see(
      session, by: Cast.start + 2 * Self.day, moment: Cast.moment(4_000 * Self.day))
    #expect(
      ahead.mutations.last == .renewSession("5", until: Cast.start + 2 * Self.day + Self.life))
  }

  @Test func `stays what it is once the session is over`() {
    let over = SessionRules.see(Self.session(endsIn: 0), moment: Cast.moment())
    #expect(over.outcome == .unchanged && over.mutations.isEmpty)
    let revoked = Self.session(endsIn: Self.day, revoked: Cast.start)
    #expect(SessionRules.see(revoked, moment: Cast.moment()).mutations.isEmpty)
  }

  @Test func `is announced to a person under watch, once, by every channel at once`() throws {
    var facts = Self.facts(Self.session(endsIn: 14 * Self.day))
    facts.me = Cast.recipient("1", "Mara", "Lindqvist", channels: 3)
    let told = SessionRules.warn(facts, moment: Cast.moment())
    #expect(
      told.mutations == [.noteSessionWarning("5", of: Cast.start + 14 * Self.day)])
    // It is the 19th in UTC; the zone is unknown, and west of it the day before may not be over.
    let notice = try #require(told.notifications.first)
    #expect(
      notice.message.english
        == "You’ll be signed out of LifeSignal on 18 January. Open it once to stay signed in.")
    #expect(told.deliveries.map(\.nextAttemptAt) == [Cast.start, Cast.start, Cast.start])
    #expect(told.deliveries.map(\.subject) == [.sessionEnd, .sessionEnd, .sessionEnd])

    let end = facts.session?.expiresAt
    facts.session?.warnedEnd = end
    #expect(SessionRules.warn(facts, moment: Cast.moment(1)).outcome == .unchanged)
    // A later end is another one.
    facts.session?.expiresAt += Self.day
    #expect(!SessionRules.warn(facts, moment: Cast.moment(Self.day)).notifications.isEmpty)
  }

  @Test func `names the day of the person's clocks`() {
    var facts = Self.facts(Self.session(endsIn: 10 * Self.day))
    facts.zone = Zone("Pacific/Auckland")!
    #expect(
      SessionRules.warn(facts, moment: Cast.moment()).notifications.first?.message.english
        .contains("on 15 January") == true)
  }

  @Test func `is not announced where nothing would be missed`() {
    let soon = Self.session(endsIn: 10 * Self.day)
    let longer = Self.session("6", endsIn: 20 * Self.day)
    let same = Self.session("4", endsIn: 10 * Self.day)
    func isTold(_ facts: WarnOfSessionEnd.Facts) -> Bool {
      !SessionRules.warn(facts, moment: Cast.moment()).notifications.isEmpty
    }
    #expect(isTold(Self.facts(soon)))
    #expect(!isTold(Self.facts(soon, others: [longer])))
    // Of two that end together, one is the last.
    #expect(isTold(Self.facts(soon, others: [same])))
    #expect(!isTold(Self.facts(same, others: [soon])))
    #expect(!isTold(Self.facts(soon, isWatched: false)))
    #expect(!isTold(Self.facts(nil)))
    #expect(!isTold(Self.facts(Self.session(endsIn: 15 * Self.day))))
    #expect(!isTold(Self.facts(Self.session(endsIn: 10 * Self.day, revoked: Cast.start))))
  }

  @Test func `waits for the end of the quiet hours, but not on the last day`() throws {
    // Now, by these clocks, lies within them.
    let now = Zone.utc.reading(at: Cast.start).time.minutes
    let quiet = QuietHours(
      from: try #require(TimeOfDay(minutes: (now + 1_439) % 1_440)),
      until: try #require(TimeOfDay(minutes: (now + 60) % 1_440)), zone: .utc)
    let soon = Self.session(endsIn: 10 * Self.day)
    let facts = Self.facts(soon, quiet: quiet)
    #expect(SessionRules.warn(facts, moment: Cast.moment()).outcome == .unchanged)
    #expect(!SessionRules.warn(facts, moment: Cast.moment(3_600)).notifications.isEmpty)
    let last = Self.facts(Self.session(endsIn: Self.day), quiet: quiet)
    #expect(!SessionRules.warn(last, moment: Cast.moment()).notifications.isEmpty)
  }
}

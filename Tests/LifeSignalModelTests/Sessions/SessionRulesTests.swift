import Foundation
import LifeSignalModel
import Testing

@Suite struct SessionRulesTests {
  /// On a full hour.
  private let hour = Date(timeIntervalSince1970: 1_767_600_000)

  private func session(seen: Date? = nil, revoked: Date? = nil) -> Session {
    Session(
      id: "5", person: "1", tokenHash: Data([1]), label: "Firefox on Linux",
      createdAt: hour + 59, expiresAt: hour + 90 * 86_400, revokedAt: revoked, lastSeenAt: seen)
  }

  @Test func `a use is noted by the hour, once in each`() {
    let now = Cast.start
    #expect(now.timeIntervalSince1970 == hour.timeIntervalSince1970)
    #expect(
      SessionRules.see(session(), moment: Cast.moment(1_800)).mutations
        == [.noteSessionUse("5", at: hour)])
    #expect(SessionRules.see(session(seen: hour), moment: Cast.moment(3_599)).mutations.isEmpty)
    #expect(
      SessionRules.see(session(seen: hour), moment: Cast.moment(3_600)).mutations
        == [.noteSessionUse("5", at: hour + 3_600)])
  }

  @Test func `a note from the future does not last`() {
    #expect(
      SessionRules.see(session(seen: hour + 36_000), moment: Cast.moment()).mutations
        == [.noteSessionUse("5", at: hour)])
  }

  @Test func `nothing is noted of a session that has ended`() {
    #expect(SessionRules.see(session(revoked: hour), moment: Cast.moment()).mutations.isEmpty)
    #expect(SessionRules.see(nil, moment: Cast.moment()).outcome == .unchanged)
  }

  @Test func `its owner reads full hours, and which one is this device`() {
    let seen = SessionData(session(seen: hour + 7_200), current: "5")
    #expect(seen.firstSeen == hour)
    #expect(seen.lastSeen == hour + 7_200)
    #expect(seen.isCurrent)
    let unseen = SessionData(session(), current: "6")
    #expect(unseen.lastSeen == hour)
    #expect(!unseen.isCurrent)
  }

  @Test func `the end of the others leaves the one that asks, and tells open pages`() {
    let decision = SessionRules.endOthers(than: "5", by: "1", moment: Cast.moment())
    #expect(decision.mutations == [.revokeOtherSessions("1", than: "5", at: Cast.start)])
    #expect(decision.changes["1"]?.contains(.sessions) == true)
  }

  @Test func `a session ended elsewhere is reported by name, several of them in one notice`() {
    func message(_ sessions: Session...) -> String? {
      let told = SessionRules.endOthers(
        than: "9", by: "1", elsewhere: EndedSessions(sessions, of: Cast.mara),
        moment: Cast.moment())
      #expect(told.notifications.count == 1)
      #expect(told.deliveries.count == 1)
      return told.notifications.first?.message.english
    }
    var other = session()
    other.id = "6"
    other.label = ""
    #expect(message(session())?.hasPrefix("Firefox on Linux was signed out") == true)
    #expect(message(other)?.hasPrefix("A device was signed out") == true)
    #expect(message(session(), other)?.hasPrefix("Your other devices were signed out") == true)
  }

  @Test func `the news of an end is no repeat of the news of the beginning`() throws {
    let told = SessionRules.end(
      "5", by: "1", elsewhere: EndedSessions([session()], of: Cast.mara), moment: Cast.moment())
    #expect(told.notifications.map(\.dedupeKey) == ["system:session:5:ended:1"])
  }

  @Test func `a person who signs out here gets no notice`() {
    let decision = SessionRules.end("5", by: "1", moment: Cast.moment())
    #expect(decision.mutations == [.revokeSession("5", "1", at: Cast.start)])
    #expect(decision.notifications.isEmpty)
  }

  @Test func `only a person signed in elsewhere is notified of a new sign-in`() throws {
    let material = SignInMaterial(
      token: "token", tokenHash: Data([1]), label: "Chrome on Windows", qrCode: "NEW",
      channels: [.sms])
    func verify(elsewhere: Recipient?) throws -> Decided<SignIn> {
      let code = OneTimeCode(
        id: "c", phoneNumber: "+15550100001", phoneRegion: .unitedStates, hash: Data([7]),
        createdAt: Cast.start, expiresAt: Cast.start + 300)
      return try AuthRules.verifyCode(
        code, isRight: true, person: Cast.mara.person, elsewhere: elsewhere, material: material,
        moment: Cast.moment(1))
    }
    #expect(try verify(elsewhere: nil).notifications.isEmpty)
    let told = try verify(elsewhere: Cast.mara)
    #expect(told.notifications.map(\.person) == ["1"])
    #expect(told.notifications.first?.message.english.contains("Chrome on Windows") == true)
    #expect(told.deliveries.count == 1)
  }
}

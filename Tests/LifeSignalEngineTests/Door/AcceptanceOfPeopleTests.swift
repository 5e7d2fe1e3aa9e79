import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import Testing

/// Items of the acceptance checklist (§9.5) that the server alone can promise.
@Suite(.timeLimit(.minutes(1))) struct AcceptanceOfPeopleTests {
  private func code(of person: Person.ID, _ world: SmallWorld) async throws -> QRCodeID {
    try await world.engine.user(person).qrCodeID
  }

  @Test func `17 mark-all leaves later arrivals unread, clear-all leaves later arrivals`()
    async throws
  {
    let world = try await SmallWorld()
    try await world.checkIn(key: "1", by: world.p)
    try await world.perform(MarkAllAsRead(), by: world.p)
    world.clock.advance(by: 1)
    try await world.perform(PingDependent(dependent: world.p), by: world.r1)
    #expect(try await world.engine.notifications(of: world.p).filter { !$0.isRead }.count == 1)
    try await world.perform(ClearAllNotifications(), by: world.p)
    #expect(try await world.engine.notifications(of: world.p).isEmpty)
    world.clock.advance(by: 1)
    try await world.checkIn(key: "3", by: world.p)
    #expect(try await world.engine.notifications(of: world.p).count == 1)
  }

  @Test(arguments: [(true, false), (false, true), (true, true)])
  func `23 adding mirrors the roles`(isResponder: Bool, isDependent: Bool) async throws {
    let world = try await SmallWorld(related: false)
    try await world.perform(
      AddContact(
        qrCode: code(of: world.r1, world), isResponder: isResponder, isDependent: isDependent),
      by: world.p)
    let mine = try await world.engine.contact(world.r1, of: world.p)
    let theirs = try await world.engine.contact(world.p, of: world.r1)
    #expect((mine.isResponder, mine.isDependent) == (isResponder, isDependent))
    #expect((theirs.isResponder, theirs.isDependent) == (isDependent, isResponder))
  }

  @Test func `23 self, duplicate, unknown and no role are refused with the right code`()
    async throws
  {
    let world = try await SmallWorld()
    func add(_ qrCode: QRCodeID, isResponder: Bool = true) async -> Refusal.Code? {
      do {
        try await world.perform(
          AddContact(qrCode: qrCode, isResponder: isResponder, isDependent: false),
          by: world.p)
        return nil
      } catch {
        return (error as? Refusal)?.code
      }
    }
    #expect(try await add(code(of: world.p, world)) == .invalidArgument)
    #expect(try await add(code(of: world.r1, world)) == .alreadyExists)
    #expect(await add("00000000-0000-4000-8000-000000000000") == .notFound)
    #expect(try await add(code(of: world.r1, world), isResponder: false) == .invalidArgument)
  }

  @Test func `24 a role change clears pings it makes illegal, on both sides`() async throws {
    let world = try await SmallWorld()
    try await world.perform(PingDependent(dependent: world.p), by: world.r1)
    try await world.perform(
      UpdateContact(id: world.p, isResponder: true, isDependent: true), by: world.r1)
    try await world.perform(AcceptContact(id: world.r1), by: world.p)
    #expect(try await world.engine.contact(world.p, of: world.r1).hasOutgoingPing)
    try await world.perform(
      UpdateContact(id: world.r1, isResponder: false, isDependent: true), by: world.p)
    #expect(try await world.engine.answer(GetPings(), to: Member(world.p)).pending.isEmpty)
    #expect(try await !world.engine.contact(world.p, of: world.r1).hasOutgoingPing)
    #expect(try await !world.engine.contact(world.r1, of: world.p).hasIncomingPing)
    for person in [world.p, world.r1] {
      let events = try await world.engine.notifications(of: person).map(\.event)
      #expect(events.contains(person == world.p ? .pingWithdrawn : .pingCleared))
    }
  }

  @Test func `29 the old code stops working after a reset, relations stay`() async throws {
    let world = try await SmallWorld()
    let old = try await code(of: world.p, world)
    let new = try await world.perform(RefreshQRCodeID(), by: world.p).qrCodeID
    #expect(new != old)
    await #expect(throws: Refusal.qrCodeReplaced) {
      try await world.engine.answer(GetContactInfo(qrCode: old), to: Member(world.r1))
    }
    await #expect(throws: Refusal.cannotAddYourself) {
      try await world.engine.answer(GetContactInfo(qrCode: new), to: Member(world.p))
    }
    #expect(try await world.engine.answer(GetContacts(), to: Member(world.p)).items.count == 2)
  }

  /// Everything that a stranger could try on another person.
  @Test func `30 no one acts as, or reads, a person without a relation to them`() async throws {
    let world = try await SmallWorld(related: false)
    let (p, stranger) = (world.p, world.r1)
    try await world.perform(ActivateAlert(), by: p)
    let entry = try #require(try await world.engine.notifications(of: p).first).id
    await #expect(throws: Refusal.alertNotFound) {
      try await world.perform(DeactivateAlert(), by: stranger)
    }
    let needRelation: [any Endpoint] = [
      GetContact(id: p), AcceptContact(id: p),
      UpdateContact(id: p, isResponder: true, isDependent: true),
      UpdateContactPrivateFields(id: p, nickname: "x", notes: nil),
      UpdateContactSwitches(id: p, switches: ContactSwitches()), PingDependent(dependent: p),
    ]
    for command in needRelation {
      await #expect(throws: Refusal.contactNotFound, "\(command)") {
        _ = try await world.perform(command, by: stranger)
      }
    }
    // Harmless: they change nothing of anybody's.
    try await world.perform(RemoveContact(id: p), by: stranger)
    try await world.perform(DeclineContact(id: p), by: stranger)
    try await world.perform(RespondToAllPings(), by: stranger)
    try await world.perform(MarkAsRead(id: entry), by: stranger)
    try await world.perform(ClearNotification(id: entry), by: stranger)
    await #expect(throws: Refusal.notAllowed) {
      try await world.perform(FireDeadline(claimed: Watch(person: p)), by: stranger)
    }
    #expect(try await world.engine.user(p).manualAlertActive)
    #expect(try await world.engine.notifications(of: p).contains { $0.id == entry && !$0.isRead })
    await #expect(throws: Refusal.contactNotFound) {
      try await world.engine.contact(p, of: stranger)
    }
    // Asked and not answered is no relation yet: a name and nothing else.
    try await world.perform(
      AddContact(qrCode: code(of: p, world), isResponder: false, isDependent: true),
      by: stranger)
    let seen = try await world.engine.contact(p, of: stranger)
    #expect(seen.name == "Mara Lindqvist")
    #expect(seen.phoneNumber.isEmpty && seen.emergencyNote.isEmpty && seen.lastCheckedIn == nil)
    #expect(!seen.manualAlertActive && seen.profileImageURL == nil)
    await #expect(throws: Refusal.notYourDependent) {
      try await world.perform(PingDependent(dependent: p), by: stranger)
    }
    try await world.perform(GetContact(id: p), by: stranger)
    #expect(try await world.engine.activity(of: p).entries.isEmpty)
  }
}

import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct ConsentTests {
  @Test func `nothing passes before acceptance, everything after`() async throws {
    let world = try await SmallWorld(related: false)
    let code = try await world.engine.user(world.p).qrCodeID
    try await world.perform(
      AddContact(qrCode: code, isResponder: false, isDependent: true), by: world.r1)

    let asked = try await world.engine.contact(world.p, of: world.r1)
    #expect(asked.relation == .requestedByMe)
    #expect(asked.phoneNumber.isEmpty)
    #expect(asked.lastCheckedIn == nil)
    #expect(try await world.engine.contact(world.r1, of: world.p).relation == .requestedByThem)
    await #expect(throws: Refusal.notYourDependent) {
      try await world.perform(PingDependent(dependent: world.p), by: world.r1)
    }
    try await world.perform(ActivateAlert(), by: world.p)
    try await world.perform(DeactivateAlert(), by: world.p)
    try await world.settle()
    // Nothing but the question itself.
    #expect(world.courier.messages.map(\.title) == ["Contact request"])

    try await world.perform(AcceptContact(id: world.r1), by: world.p)
    let accepted = try await world.engine.contact(world.p, of: world.r1)
    #expect(accepted.relation == .accepted)
    #expect(accepted.isDependent)
    #expect(accepted.lastCheckedIn != nil)
    try await world.perform(PingDependent(dependent: world.p), by: world.r1)
    #expect(try await world.engine.answer(GetPings(), to: Member(world.p)).pending.count == 1)
  }

  @Test func `a request is sent once a day and only while it waits for an answer`() async throws {
    let world = try await SmallWorld(related: false)
    let (p, r1) = (world.p, world.r1)
    let code = try await world.engine.user(p).qrCodeID
    func ask(_ asker: Person.ID) async throws {
      try await world.perform(
        AddContact(qrCode: code, isResponder: false, isDependent: true), by: asker)
    }
    func sent() -> Int {
      world.courier.messages.count { $0.body.contains("asks to be your responder") }
    }
    for _ in 0..<2 {
      try await ask(r1)
      try await world.advance(by: 60)
      try await world.perform(RemoveContact(id: p), by: r1)
    }
    #expect(sent() == 1)
    // In quiet hours it waits; one that is withdrawn meanwhile is not sent in the morning.
    let zone = try #require(Zone("UTC"))
    let now = TimeOfDay(minutes: Int(world.clock.now.timeIntervalSince1970 / 60) % 1_440)!
    let later = TimeOfDay(minutes: (now.minutes + 60) % 1_440)!
    try await world.perform(
      SetQuietHours(hours: QuietHours(from: now, until: later, zone: zone)), by: p)
    try await ask(world.r2)
    try await world.settle()
    #expect(sent() == 1)
    try await world.perform(RemoveContact(id: p), by: world.r2)
    try await world.advance(by: 3_700)
    #expect(sent() == 1)
    try await world.advance(by: 86_400)
    try await ask(world.r2)
    try await world.settle()
    #expect(sent() == 2)
  }

  @Test func `either side ends it in one step, and nothing is seen any more`() async throws {
    for isWatched in [true, false] {
      let world = try await SmallWorld()
      let (one, other) = isWatched ? (world.p, world.r1) : (world.r1, world.p)
      try await world.perform(PingDependent(dependent: world.p), by: world.r1)
      try await world.perform(RemoveContact(id: other), by: one)
      await #expect(throws: Refusal.contactNotFound) {
        try await world.engine.contact(world.p, of: world.r1)
      }
      #expect(try await world.engine.answer(GetPings(), to: Member(world.p)).pending.isEmpty)
      await #expect(throws: Refusal.contactNotFound) {
        try await world.perform(PingDependent(dependent: world.p), by: world.r1)
      }
      try await world.settle()
      world.courier.forget()
      try await world.advance(by: 87_000)
      #expect(
        !world.courier.messages.contains {
          $0.address == "+15550100002"
            && $0.title == "Mara Lindqvist missed a check-in"
        })
    }
  }

  @Test func `a reset code finds no one, and old relations stay`() async throws {
    let world = try await SmallWorld()
    let old = try await world.engine.user(world.p).qrCodeID
    let new = try await world.perform(RefreshQRCodeID(), by: world.p).qrCodeID
    await #expect(throws: Refusal.qrCodeReplaced) {
      try await world.engine.answer(GetContactInfo(qrCode: old), to: Member(world.r1))
    }
    await #expect(throws: Refusal.cannotAddYourself) {
      try await world.engine.answer(GetContactInfo(qrCode: new), to: Member(world.p))
    }
    #expect(QRCodeID(scanned: new.rawValue) == new)
    #expect(try await world.engine.answer(GetContacts(), to: Member(world.p)).items.count == 2)
  }

  @Test func `a replaced code and an unknown code are refused differently`() async throws {
    let world = try await SmallWorld(related: false)
    let old = try await world.engine.user(world.p).qrCodeID
    try await world.perform(RefreshQRCodeID(), by: world.p)
    try await world.perform(RefreshQRCodeID(), by: world.p)
    let reasons: [(QRCodeID, Refusal)] = [
      (old, .qrCodeReplaced), ("00000000-0000-4000-8000-000000000000", .qrCodeUnknown),
    ]
    for (code, reason) in reasons {
      await #expect(throws: reason) {
        try await world.engine.answer(GetContactInfo(qrCode: code), to: Member(world.r1))
      }
      await #expect(throws: reason) {
        try await world.perform(
          AddContact(qrCode: code, isResponder: false, isDependent: true), by: world.r1)
      }
    }
    // For a year, and not a second longer.
    world.clock.advance(by: RetiredQRCode.retention)
    try await world.services.sweep.turn()
    await #expect(throws: Refusal.qrCodeReplaced) {
      try await world.engine.answer(GetContactInfo(qrCode: old), to: Member(world.r1))
    }
    world.clock.advance(by: 1)
    try await world.services.sweep.turn()
    await #expect(throws: Refusal.qrCodeUnknown) {
      try await world.engine.answer(GetContactInfo(qrCode: old), to: Member(world.r1))
    }
  }

  @Test func `a code says at once what keeps its reader from asking`() async throws {
    let world = try await SmallWorld(related: false)
    let engine = world.engine
    let code = try await engine.user(world.p).qrCodeID
    let info = try await engine.answer(GetContactInfo(qrCode: code), to: Member(world.r1))
    #expect(info.id == world.p)
    await #expect(throws: Refusal.cannotAddYourself) {
      try await engine.answer(GetContactInfo(qrCode: code), to: Member(world.p))
    }
    try await world.perform(
      AddContact(qrCode: code, isResponder: false, isDependent: true), by: world.r1)
    await #expect(throws: Refusal.alreadyAsked) {
      try await engine.answer(GetContactInfo(qrCode: code), to: Member(world.r1))
    }
    let theirs = try await engine.user(world.r1).qrCodeID
    await #expect(throws: Refusal.askedByThem) {
      try await engine.answer(GetContactInfo(qrCode: theirs), to: Member(world.p))
    }
    try await world.perform(AcceptContact(id: world.r1), by: world.p)
    for (reader, read) in [(world.r1, code), (world.p, theirs)] {
      await #expect(throws: Refusal.alreadyRelated) {
        try await engine.answer(GetContactInfo(qrCode: read), to: Member(reader))
      }
    }
  }

  @Test func `a person who was declined twice learns only that it is not possible now`()
    async throws
  {
    let world = try await SmallWorld(related: false)
    let engine = world.engine
    let code = try await engine.user(world.p).qrCodeID
    let ask = AddContact(qrCode: code, isResponder: false, isDependent: true)
    for _ in 1...2 {
      try await world.perform(ask, by: world.r1)
      try await world.perform(DeclineContact(id: world.r1), by: world.p)
    }
    let told = try await engine.notifications(of: world.p).count
    await #expect(throws: Refusal.requestNotPossible) {
      try await world.perform(ask, by: world.r1)
    }
    await #expect(throws: Refusal.requestNotPossible) {
      try await engine.answer(GetContactInfo(qrCode: code), to: Member(world.r1))
    }
    #expect(try await engine.notifications(of: world.p).count == told)
    // Others are held up by nothing.
    try await world.perform(ask, by: world.r2)
    world.clock.advance(by: RequestHistory.pause)
    try await world.perform(ask, by: world.r1)

    try await world.perform(BlockRequests(id: world.r1), by: world.p)
    let blocked = try await engine.answer(GetBlockedAskers(), to: Member(world.p)).items
    #expect(blocked.map(\.id) == [world.r1])
    #expect(try await engine.export(of: world.p).blockedAskers.map(\.id) == [world.r1])
    world.clock.advance(by: 10 * RequestHistory.pause)
    await #expect(throws: Refusal.requestNotPossible) {
      try await world.perform(ask, by: world.r1)
    }
    // A new picture of the code is a new code for the same person.
    let new = try await world.perform(RefreshQRCodeID(), by: world.p).qrCodeID
    await #expect(throws: Refusal.requestNotPossible) {
      try await engine.answer(GetContactInfo(qrCode: new), to: Member(world.r1))
    }
    try await world.perform(AllowRequests(id: world.r1), by: world.p)
    #expect(try await engine.answer(GetBlockedAskers(), to: Member(world.p)).items.isEmpty)
    let info = try await engine.answer(GetContactInfo(qrCode: new), to: Member(world.r1))
    #expect(info.id == world.p)
  }

  @Test func `a stranger sees no one`() async throws {
    let world = try await SmallWorld()
    let stranger = try await world.engine.perform(
      Enrol(phoneNumber: "+15550100077", region: .unitedStates), by: .system)
    await #expect(throws: Refusal.contactNotFound) {
      try await world.engine.contact(world.p, of: stranger)
    }
    await #expect(throws: Refusal.contactNotFound) {
      try await world.perform(PingDependent(dependent: world.p), by: stranger)
    }
    await #expect(throws: Refusal.contactNotFound) {
      try await world.perform(AcceptContact(id: world.p), by: stranger)
    }
  }

  @Test func `members cannot use the system's commands, visitors none of a member's`()
    async throws
  {
    let ledger = TestLedger()
    let world = try await SmallWorld(ledger: ledger)
    let watch = try #require(ledger.rows.watches[world.p])
    await #expect(throws: Refusal.notAllowed) {
      try await world.perform(FireDeadline(claimed: watch), by: world.r1)
    }
    await #expect(throws: Refusal.notAllowed) {
      try await world.perform(
        Enrol(phoneNumber: "+15550100077", region: .unitedStates), by: world.p)
    }
    await #expect(throws: Refusal.notSignedIn) {
      try await world.engine.perform(CheckInNow(), by: .visitor)
    }
    await #expect(throws: Refusal.notSignedIn) {
      try await world.engine.perform(ActivateAlert(), by: .system)
    }
  }
}

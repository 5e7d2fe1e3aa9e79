import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct AccountTests {
  private func code<C: Command>(
    _ world: SmallWorld, _ command: C
  ) async throws -> (OneTimeCode.ID, String) where C.Answer == SendCodeAnswer {
    let id = try await world.perform(command, by: world.p).verificationID
    return (id, String(try #require(world.courier.messages.last).body.prefix(7)))
  }

  private func moveCode(_ world: SmallWorld, to number: String) async throws -> (
    OneTimeCode.ID, String
  ) {
    try await code(
      world, RequestPhoneChangeCode(phoneNumber: number, region: .unitedStates))
  }

  private func wrong(_ code: String) -> String { code == "000-000" ? "111-111" : "000-000" }

  private func signIn(_ world: SmallWorld, _ number: String) async throws -> SignIn {
    let id = try await world.engine.requestCode(to: number)
    let code = String(try #require(world.courier.messages.last).body.prefix(7))
    return try await world.engine.verify(code, of: id, label: "Phone")
  }

  // MARK: Phone number

  @Test func `a code to the new number moves account, channel and waiting messages`() async throws {
    let world = try await SmallWorld()
    let session = try await signIn(world, "+1 555-010-0001")
    let (id, code) = try await moveCode(world, to: "+1 555-010-0099")
    #expect(world.courier.messages.last?.address == "+15550100099")
    let answer = try await world.perform(
      UpdatePhoneNumber(code: code, verificationID: id), by: world.p)
    #expect(answer.phoneNumber == "+15550100099")
    #expect(try await world.engine.user(world.p).phoneNumber == "+15550100099")
    // Who was signed in stays signed in.
    #expect(try await world.engine.session(token: session.token)?.person == world.p)
    try await world.settle()
    world.courier.forget()
    // A reminder goes to the new number, and only there.
    try await world.advance(by: 86_400 - 7_200)
    #expect(Set(world.courier.messages.map(\.address)) == ["+15550100099"])
    // The new number signs the same person in, the old one signs a new member up.
    #expect(try await signIn(world, "+1 555-010-0099").person == world.p)
    #expect(try await signIn(world, "+1 555-010-0001").person != world.p)
  }

  @Test func `taken, wrong, used, expired and too often are refused with a type`() async throws {
    let world = try await SmallWorld()
    let (taken, takenCode) = try await moveCode(world, to: "+1 555-010-0002")
    await #expect(throws: Refusal.phoneNumberTaken) {
      try await world.perform(
        UpdatePhoneNumber(code: takenCode, verificationID: taken), by: world.p)
    }
    await #expect(throws: Refusal.codeUsed) {
      try await world.perform(
        UpdatePhoneNumber(code: takenCode, verificationID: taken), by: world.p)
    }
    let (id, code) = try await moveCode(world, to: "+1 555-010-0098")
    for left in [4, 3, 2, 1, 0] {
      await #expect(throws: Refusal.codeWrong(triesLeft: left)) {
        try await world.perform(
          UpdatePhoneNumber(code: wrong(code), verificationID: id), by: world.p)
      }
    }
    await #expect(throws: Refusal.tooManyTries) {
      try await world.perform(UpdatePhoneNumber(code: code, verificationID: id), by: world.p)
    }
    let (late, lateCode) = try await moveCode(world, to: "+1 555-010-0097")
    world.clock.advance(by: 300)
    await #expect(throws: Refusal.codeExpired) {
      try await world.perform(UpdatePhoneNumber(code: lateCode, verificationID: late), by: world.p)
    }
    #expect(try await world.engine.user(world.p).phoneNumber == "+15550100001")
  }

  @Test func `a person cannot use a code that another person requested`() async throws {
    let world = try await SmallWorld()
    let (id, code) = try await moveCode(world, to: "+1 555-010-0096")
    await #expect(throws: Refusal.codeExpired) {
      try await world.perform(UpdatePhoneNumber(code: code, verificationID: id), by: world.r1)
    }
    await #expect(throws: Refusal.codeExpired) {
      try await world.engine.verify(code, of: id, label: "")
    }
  }

  // MARK: Looks and pings

  @Test func `profile views and pings are in the watched person's log only`() async throws {
    let world = try await SmallWorld()
    for seconds in [0, 599, 1] as [TimeInterval] {
      world.clock.advance(by: seconds)
      try await world.perform(GetContact(id: world.p), by: world.r1)
    }
    let ping = try await world.perform(PingDependent(dependent: world.p), by: world.r1)
    try await world.perform(RespondToPing(id: ping.id), by: world.p)
    try await world.perform(PingDependent(dependent: world.p), by: world.r2)
    try await world.perform(RemoveContact(id: world.r2), by: world.p)
    // The watched person does not watch back.
    try await world.perform(GetContact(id: world.r1), by: world.p)
    let log = try await world.engine.activity(of: world.p)
    #expect(
      log.entries.map(\.kind) == [
        .pingWithdrawn, .pingReceived, .pingAnswered, .pingReceived, .looked, .looked,
      ])
    #expect(log.entries.map(\.contactID).suffix(2) == [world.r1, world.r1])
    #expect(log.entries.first?.contactName == "Ines Castellano")
    #expect(try await world.engine.activity(of: world.r1).entries.isEmpty)
  }

  @Test func `the log comes in pages and is kept for 30 days`() async throws {
    let world = try await SmallWorld()
    for _ in 0..<5 {
      try await world.perform(GetContact(id: world.p), by: world.r1)
      world.clock.advance(by: 600)
    }
    let first = try await world.engine.activity(of: world.p, limit: 3)
    #expect(first.entries.count == 3 && first.hasMore)
    let rest = try await world.engine.activity(
      of: world.p, before: first.entries.last?.id, limit: 3)
    #expect(rest.entries.count == 2 && !rest.hasMore)
    #expect(Set(first.entries.map(\.id)).isDisjoint(with: rest.entries.map(\.id)))

    world.clock.advance(by: 30 * 86_400 - 3_000)
    try await world.services.sweep.turn()
    #expect(try await world.engine.activity(of: world.p).entries.count == 5)
    world.clock.advance(by: 1)
    try await world.services.sweep.turn()
    #expect(try await world.engine.activity(of: world.p).entries.count == 4)
  }

  // MARK: Pictures

  @Test func `a picture is seen by its owner and accepted contacts only`() async throws {
    let world = try await SmallWorld()
    let image = ImageData(bytes: Self.png, mimeType: "text/html")
    let id = try await world.engine.setPicture(image, by: .person(world.p))
    #expect(try await world.engine.picture(id, for: world.p)?.kind == .png)
    #expect(try await world.engine.picture(id, for: world.r1) != nil)
    #expect(
      try await world.engine.contact(world.p, of: world.r1).profileImageURL?.relativeString
        == "/pictures/\(id)")
    try await world.perform(RemoveContact(id: world.p), by: world.r1)
    #expect(try await world.engine.picture(id, for: world.r1) == nil)
    let stranger = try await signIn(world, "+1 555-010-0077").person
    #expect(try await world.engine.picture(id, for: stranger) == nil)
    // Another picture, another address; the old one is gone.
    let second = try await world.engine.setPicture(image, by: .person(world.p))
    #expect(second != id)
    #expect(try await world.engine.picture(id, for: world.p) == nil)
    try await world.perform(RemovePicture(), by: world.p)
    #expect(try await world.engine.user(world.p).profileImageURL == nil)
    await #expect(throws: Refusal.pictureUnreadable) {
      try await world.engine.setPicture(
        ImageData(bytes: Data("<svg/>".utf8), mimeType: "image/png"), by: .person(world.p))
    }
  }

  // MARK: Export and deletion

  @Test func `everything about a person is in one document, and nothing secret`() async throws {
    let world = try await SmallWorld()
    _ = try await signIn(world, "+1 555-010-0001")
    try await world.perform(
      UpdateContactPrivateFields(id: world.r1, nickname: "Doc", notes: "Upstairs"), by: world.p)
    try await world.perform(GetContact(id: world.p), by: world.r1)
    try await world.perform(PingDependent(dependent: world.p), by: world.r1)
    try await world.checkIn(key: "k", by: world.p)
    try await world.perform(
      StartTravel(due: world.clock.now + 3_600, note: "Night train"), by: world.p)
    try await world.perform(ActivateAlert(), by: world.p)
    try await world.perform(SetPreference(key: "sort", value: "name"), by: world.p)
    try await world.engine.setPicture(
      ImageData(bytes: Self.png, mimeType: ""), by: .person(world.p))
    try await world.perform(
      UpdateContactPrivateFields(id: world.p, nickname: "Neighbour", notes: nil), by: world.r1)
    let export = try await world.engine.export(of: world.p)
    #expect(export.profile.emergencyNote.hasPrefix("Allergic"))
    #expect(export.contacts.first { $0.id == world.r1 }?.nickname == "Doc")
    #expect(export.checkIns.count == 2)
    #expect(export.alerts.map(\.kind) == ["manual"])
    #expect(export.pings.count == 1)
    #expect(export.travels.map(\.note) == ["Night train"])
    #expect(export.activity.map(\.kind).contains(.looked))
    #expect(export.preferences == ["sort": "name"])
    #expect(export.sessions.map(\.label) == ["Phone"])
    #expect(export.channels.map(\.address) == ["+15550100001"])
    #expect(export.picture?.bytes.isEmpty == false)
    #expect(!export.notifications.isEmpty && !export.isShortened)
    let text = String(decoding: try JSONEncoder().encode(export), as: UTF8.self)
    // What others keep about this person is theirs.
    #expect(!text.contains("Neighbour") && !text.contains("tokenHash"))
  }

  @Test func `an account stays while its missed check-in is open`() async throws {
    let world = try await SmallWorld()
    let (id, code) = try await code(world, RequestDeletionCode())
    try await world.advance(by: 88_000)
    #expect(try await world.ledger.read { try $0.openAlerts(of: world.p).count } == 1)
    await #expect(throws: Refusal.self) {
      try await world.perform(DeleteAccount(code: code, verificationID: id), by: world.p)
    }
    await #expect(throws: Refusal.checkInFirst) {
      try await world.perform(RequestDeletionCode(), by: world.p)
    }
    try await world.perform(CheckInNow(), by: world.p)
    _ = try await self.code(world, RequestDeletionCode())
  }

  @Test func `an account goes with everything, and only with the right code`() async throws {
    let world = try await SmallWorld()
    let first = try await signIn(world, "+1 555-010-0001")
    let second = try await signIn(world, "+1 555-010-0001")
    let replaced = try await world.engine.user(world.p).qrCodeID
    try await world.perform(RefreshQRCodeID(), by: world.p)
    let qrCode = try await world.engine.user(world.p).qrCodeID
    try await world.perform(ActivateAlert(), by: world.p)
    await #expect(throws: Refusal.alertStillActive) {
      try await world.perform(RequestDeletionCode(), by: world.p)
    }
    try await world.perform(DeactivateAlert(), by: world.p)
    let (id, code) = try await code(world, RequestDeletionCode())
    #expect(world.courier.messages.last?.address == "+15550100001")
    await #expect(throws: Refusal.codeWrong(triesLeft: 4)) {
      try await world.perform(DeleteAccount(code: wrong(code), verificationID: id), by: world.p)
    }
    var feed = world.engine.changes(for: world.p).makeAsyncIterator()
    try await world.perform(DeleteAccount(code: code, verificationID: id), by: world.p)
    #expect(await feed.next()?.contains(.sessions) == true)
    for token in [first.token, second.token] {
      #expect(try await world.engine.session(token: token) == nil)
    }
    // The person has no newer code to ask for: both codes are unknown.
    for code in [qrCode, replaced] {
      await #expect(throws: Refusal.qrCodeUnknown) {
        try await world.engine.answer(GetContactInfo(qrCode: code), to: Member(world.r1))
      }
    }
    #expect(try await world.engine.answer(GetContacts(), to: Member(world.r1)).items.isEmpty)
    let told = try await world.engine.notifications(of: world.r1)
    #expect(told.first?.event == .contactRemovedYou)
    #expect(!told.contains { $0.relatedContactID == world.p })
    await #expect(throws: Refusal.personNotFound) { try await world.engine.user(world.p) }
    // Nothing fires for a deleted person.
    try await world.advance(by: 100_000)
    // The number is free again: it makes a new member.
    #expect(try await signIn(world, "+1 555-010-0001").isNew)
  }

  static let png = Data(
    base64Encoded:
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
  )!
}

import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Joining by invitation` {
  private static let stranger = "+1 555-010-0055"

  private func world(
    _ registration: Registration = .invited, ledger: any Ledger = TestLedger()
  ) async throws -> SmallWorld {
    try await SmallWorld(
      ledger: ledger,
      configuration: EngineConfiguration(
        registration: registration, codeKey: Data("test".utf8)))
  }

  private func visitor(_ network: String = "n") -> Visitor {
    Visitor(from: Origin(network: network, label: "Browser"))
  }

  private func invite(_ world: SmallWorld, life: TimeInterval? = nil) async throws -> NewInvitation
  {
    try await world.perform(MakeInvitation(life: life), by: world.p)
  }

  /// Requests a code with an invitation, and waits for its text.
  private func code(
    _ world: SmallWorld, with token: String, to number: String = stranger
  ) async throws -> (id: OneTimeCode.ID, code: String) {
    let arrivals = world.courier.arrivals()
    let answer = try await world.engine.perform(
      RequestInvitedCode(invitation: token, phoneNumber: number, region: .unitedStates),
      by: visitor())
    return (answer.verificationID, try #require(await Self.first(of: arrivals)))
  }

  private static func first(of arrivals: AsyncStream<CourierMessage>) async -> String? {
    for await message in arrivals { return String(message.body.prefix(7)) }
    return nil
  }

  @Test func `a link opens one account, and shows who made it`() async throws {
    let world = try await world()
    let made = try await invite(world)
    let name = try await world.engine.user(world.p).firstName
    let offer = try await world.engine.perform(
      ReadInvitation(invitation: made.token), by: visitor())
    #expect(
      offer
        == InvitationOffer(
          inviter: name, isFromOperator: false, expiresAt: made.details.expiresAt))
    let (id, code) = try await code(world, with: made.token)
    let signIn = try await world.engine.verify(code, of: id)
    #expect(signIn.isNew)
    #expect(try await world.engine.answer(GetContacts(), to: Member(signIn.person)).items.isEmpty)
    let list = try await world.engine.answer(GetInvitations(), to: Member(world.p))
    #expect(list == InvitationList(invitations: [], isOffered: true))
    await #expect(throws: Refusal.invitationUsed) {
      try await world.engine.perform(ReadInvitation(invitation: made.token), by: visitor())
    }
  }

  @Test func `of two people with one link, one gets an account`() async throws {
    let world = try await world()
    let made = try await invite(world)
    let first = try await code(world, with: made.token)
    let second = try await code(world, with: made.token, to: "+1 555-010-0056")
    let results = await withTaskGroup(of: Result<SignIn, any Error>.self) { group in
      for request in [first, second] {
        group.addTask {
          do {
            return .success(try await world.engine.verify(request.code, of: request.id))
          } catch {
            return .failure(error)
          }
        }
      }
      return await group.reduce(into: [Result<SignIn, any Error>]()) { $0.append($1) }
    }
    #expect(results.filter { (try? $0.get()) != nil }.count == 1)
    let refusals = results.compactMap { result -> Refusal? in
      guard case .failure(let error) = result else { return nil }
      return error as? Refusal
    }
    #expect(refusals == [.invitationUsed])
  }

  @Test func `a member who uses a link signs in and leaves it open`() async throws {
    let world = try await world()
    let made = try await invite(world)
    let (id, code) = try await code(world, with: made.token, to: "+1 555-010-0002")
    #expect(try await world.engine.verify(code, of: id).person == world.r1)
    let list = try await world.engine.answer(GetInvitations(), to: Member(world.p))
    #expect(list.invitations == [made.details])
  }

  @Test(arguments: [Registration.invited, .closed])
  func `a stranger without a link gets the answer of a member, and no text`(
    registration: Registration
  ) async throws {
    let ledger = TestLedger()
    let world = try await world(registration, ledger: ledger)
    let arrivals = world.courier.arrivals()
    let stranger = try await world.engine.requestCode(to: Self.stranger)
    let member = try await world.engine.requestCode(to: "+1 555-010-0001")
    #expect(stranger.rawValue.count == member.rawValue.count)
    #expect(await Self.first(of: arrivals) != nil)
    #expect(world.courier.messages.map(\.address) == ["+15550100001"])
    // Both are stored, so that both meet the same limits.
    #expect(Set(ledger.rows.codes.map(\.id)) == [stranger, member])
    await #expect(throws: Refusal.codeWrong(triesLeft: 4)) {
      try await world.engine.verify("00-000", of: stranger)
    }
  }

  @Test func `limits treat a stranger's number like a member's`() async throws {
    let world = try await world()
    for number in [Self.stranger, "+1 555-010-0001"] {
      for _ in 0..<5 { _ = try await world.engine.requestCode(to: number) }
      await #expect(throws: Refusal.tooManyCodes(retryAfter: 900)) {
        try await world.engine.requestCode(to: number)
      }
    }
  }

  @Test func `a courier that takes its time does not show who is a member`() async throws {
    let world = try await world()
    let arrivals = world.courier.arrivals()
    world.courier.hang()
    // Answers although the courier never does.
    _ = try await world.engine.requestCode(to: "+1 555-010-0001")
    #expect(await Self.first(of: arrivals) != nil)
    world.clock.advance(by: 10)
  }

  @Test func `a link that expires before the code is typed opens nothing`() async throws {
    let world = try await world()
    let made = try await invite(world, life: 3_600)
    world.clock.advance(by: 3_590)
    let (id, code) = try await code(world, with: made.token)
    world.clock.advance(by: 10)
    await #expect(throws: Refusal.invitationExpired) {
      try await world.engine.verify(code, of: id)
    }
    await #expect(throws: Refusal.codeUsed) { try await world.engine.verify(code, of: id) }
    await #expect(throws: Refusal.invitationExpired) {
      try await self.code(world, with: made.token, to: "+1 555-010-0057")
    }
  }

  @Test func `only the member who made a link withdraws it`() async throws {
    let world = try await world()
    let made = try await invite(world)
    await #expect(throws: Refusal.invitationUnknown) {
      try await world.perform(WithdrawInvitation(id: made.details.id), by: world.r1)
    }
    let (id, code) = try await code(world, with: made.token)
    try await world.perform(WithdrawInvitation(id: made.details.id), by: world.p)
    try await world.perform(WithdrawInvitation(id: made.details.id), by: world.p)
    await #expect(throws: Refusal.invitationWithdrawn) {
      try await world.engine.verify(code, of: id)
    }
  }

  @Test func `the operator withdraws everyone's`() async throws {
    let world = try await world()
    let made = try await invite(world)
    try await world.engine.perform(WithdrawAsOperator(id: made.details.id), by: System())
    await #expect(throws: Refusal.invitationWithdrawn) {
      try await world.engine.perform(ReadInvitation(invitation: made.token), by: visitor())
    }
  }

  @Test func `a member's deletion ends their links, and the export lists them`() async throws {
    let ledger = TestLedger()
    let world = try await world(ledger: ledger)
    let made = try await invite(world)
    let export = try await world.engine.export(of: world.p)
    #expect(export.invitations.map(\.expiresAt) == [made.details.expiresAt])
    #expect(!String(decoding: try export.document(), as: UTF8.self).contains(made.token))
    let (id, code) = try await code(world, with: made.token)
    let p = world.p
    let found = try await ledger.read { tx in try tx.person(p) }
    let person = try #require(found)
    try await ledger.write { _ = try $0.apply(.deletePerson(person)) }
    #expect(ledger.rows.count("invitations") == 0)
    await #expect(throws: Refusal.invitationUnknown) {
      try await world.engine.verify(code, of: id)
    }
  }

  @Test func `guesses at links are limited by network`() async throws {
    let world = try await world()
    for _ in 0..<60 {
      await #expect(throws: Refusal.invitationUnknown) {
        try await world.engine.perform(ReadInvitation(invitation: "guess"), by: visitor("g"))
      }
    }
    await #expect(throws: Refusal.tooManyRequests(retryAfter: 15)) {
      try await world.engine.perform(ReadInvitation(invitation: "guess"), by: visitor("g"))
    }
    await #expect(throws: Refusal.invitationUnknown) {
      try await world.engine.perform(ReadInvitation(invitation: "guess"), by: visitor("other"))
    }
  }

  @Test func `only the link's hash is stored`() async throws {
    let ledger = TestLedger()
    let world = try await world(ledger: ledger)
    let made = try await invite(world)
    #expect(!ledger.rows.texts.contains(made.token))
    #expect("\(made)" == "<invitation \(made.details.id)>")
  }

  @Test func `a server without people offers its first account once, and newly after a restart`()
    async throws
  {
    let clock = ManualClock()
    let engine = Engine(
      ledger: TestLedger(), clock: clock,
      configuration: EngineConfiguration(registration: .closed, codeKey: Data("test".utf8)))
    let first = try #require(try await engine.offerFirstAccount())
    #expect(first.details.expiresAt == clock.now.storable + 86_400)
    let second = try #require(try await engine.offerFirstAccount())
    await #expect(throws: Refusal.invitationWithdrawn) {
      try await engine.perform(ReadInvitation(invitation: first.token), by: visitor())
    }
    let offer = try await engine.perform(ReadInvitation(invitation: second.token), by: visitor())
    #expect(offer.isFromOperator && offer.inviter == nil)
    try await engine.perform(
      Enrol(phoneNumber: "+15550100001", region: .unitedStates), by: .system)
    #expect(try await engine.offerFirstAccount() == nil)
    await #expect(throws: Refusal.invitationWithdrawn) {
      try await engine.perform(ReadInvitation(invitation: second.token), by: visitor())
    }
  }
}

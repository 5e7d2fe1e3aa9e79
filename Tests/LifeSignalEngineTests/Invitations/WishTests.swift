import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Wishes of invitations` {
  private func world() async throws -> SmallWorld {
    try await SmallWorld(
      related: false,
      configuration: EngineConfiguration(
        registration: .invited, codeKey: Data("test".utf8)))
  }

  private func ask(
    _ world: SmallWorld, _ wish: Invitation.Wish = .watchOverMe
  ) async throws -> NewInvitation {
    try await world.perform(MakeInvitation(wish: wish), by: world.p)
  }

  private func contacts(_ world: SmallWorld, of person: Person.ID) async throws -> [ContactData] {
    try await world.engine.answer(GetContacts(), to: Member(person)).items
  }

  @Test func `a member becomes a responder by one tap, and the maker gets a message`()
    async throws
  {
    let world = try await world()
    let made = try await ask(world)
    #expect(made.details.wish == .watchOverMe)
    let offer = try await world.perform(ReadWish(invitation: made.token), by: world.r1)
    #expect(offer.wish == .watchOverMe && offer.interval == 86_400)
    #expect(try await contacts(world, of: world.p).isEmpty, "reading changes nothing")

    let contact = try await world.perform(
      AcceptInvitation(invitation: made.token), by: world.r1)
    #expect(contact.id == world.p && contact.isDependent && !contact.isResponder)
    let responder = try #require(try await contacts(world, of: world.p).first)
    #expect(responder.id == world.r1 && responder.isResponder && !responder.isDependent)
    try await world.settle()
    let name = try await world.engine.user(world.r1).name
    #expect(
      world.courier.messages.contains {
        $0.body.contains("\(name) has accepted your invitation and now watches over you.")
      })
    // It is used up, for others at once and for the same person once the relation has ended.
    await #expect(throws: Refusal.invitationUsed) {
      try await world.perform(AcceptInvitation(invitation: made.token), by: world.r2)
    }
    try await world.perform(AcceptInvitation(invitation: made.token), by: world.r1)
    try await world.perform(RemoveContact(id: world.p), by: world.r1)
    await #expect(throws: Refusal.invitationUsed) {
      try await world.perform(AcceptInvitation(invitation: made.token), by: world.r1)
    }
  }

  @Test func `an offer makes its maker the responder`() async throws {
    let world = try await world()
    let made = try await ask(world, .watchOverYou)
    let contact = try await world.perform(
      AcceptInvitation(invitation: made.token), by: world.r1)
    #expect(contact.isResponder && !contact.isDependent)
  }

  @Test(arguments: Invitation.Wish.allCases)
  func `a wish that gives a person their first responder begins their countdown`(
    wish: Invitation.Wish
  ) async throws {
    let world = try await world()
    let ada = try await world.engine.perform(
      Enrol(phoneNumber: "+15550100077", region: .unitedStates), by: .system)
    try await world.perform(UpdateProfile(Profile(firstName: "Ada", lastName: "Byron")), by: ada)
    let (maker, other) = wish == .watchOverMe ? (ada, world.r1) : (world.r1, ada)
    let made = try await world.perform(MakeInvitation(wish: wish), by: maker)
    #expect(try await world.engine.user(ada).deadline == nil)
    try await world.perform(AcceptInvitation(invitation: made.token), by: other)
    #expect(try await world.engine.user(ada).deadline == world.clock.now + 86_400)
  }

  @Test func `the link that opened an account grants its wish to that account`() async throws {
    let world = try await world()
    let made = try await ask(world)
    let arrivals = world.courier.arrivals()
    let request = try await world.engine.perform(
      RequestInvitedCode(
        invitation: made.token, phoneNumber: "+1 555-010-0055", region: .unitedStates),
      by: Visitor(from: Origin(network: "n", label: "Browser")))
    var code: String?
    for await message in arrivals {
      code = String(message.body.prefix(7))
      break
    }
    let signIn = try await world.engine.verify(try #require(code), of: request.verificationID)
    #expect(try await contacts(world, of: world.p).isEmpty, "an account alone agrees to nothing")
    await #expect(throws: Refusal.invalidName) {
      try await world.perform(AcceptInvitation(invitation: made.token), by: signIn.person)
    }
    try await world.perform(
      UpdateProfile(Profile(firstName: "Ada", lastName: "Byron")), by: signIn.person)
    try await world.perform(AcceptInvitation(invitation: made.token), by: signIn.person)
    #expect(try await contacts(world, of: world.p).map(\.id) == [signIn.person])
  }

  @Test func `a visitor sees the wish, a member their own link, and a plain one has none`()
    async throws
  {
    let world = try await world()
    let made = try await ask(world)
    let offer = try await world.engine.perform(
      ReadInvitation(invitation: made.token),
      by: Visitor(from: Origin(network: "n", label: "Browser")))
    #expect(offer.wish == .watchOverMe && offer.interval == 86_400)
    await #expect(throws: Refusal.ownInvitation) {
      try await world.perform(ReadWish(invitation: made.token), by: world.p)
    }
    await #expect(throws: Refusal.ownInvitation) {
      try await world.perform(AcceptInvitation(invitation: made.token), by: world.p)
    }
    let plain = try await world.perform(MakeInvitation(), by: world.p)
    #expect(try await world.perform(ReadWish(invitation: plain.token), by: world.r1).wish == nil)
    await #expect(throws: Refusal.invitationUnknown) {
      try await world.perform(AcceptInvitation(invitation: plain.token), by: world.r1)
    }
    let list = try await world.engine.answer(GetInvitations(), to: Member(world.p))
    #expect(list.invitations.map(\.wish) == [nil, .watchOverMe])
  }

  @Test func `a withdrawn wish is granted to no one`() async throws {
    let world = try await world()
    let made = try await ask(world)
    try await world.perform(WithdrawInvitation(id: made.details.id), by: world.p)
    await #expect(throws: Refusal.invitationWithdrawn) {
      try await world.perform(AcceptInvitation(invitation: made.token), by: world.r1)
    }
    #expect(try await contacts(world, of: world.p).isEmpty)
  }
}

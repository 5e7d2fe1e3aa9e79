import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Sign-in by mail` {
  /// A server that can send mail and nothing else.
  private struct MailServer {
    let ledger = TestLedger()
    let clock = ManualClock()
    let courier = RecordingCourier()
    let engine: Engine

    init(_ registration: Registration = .invited) {
      engine = Engine(
        ledger: ledger, couriers: [.email: courier], clock: clock,
        configuration: EngineConfiguration(
          registration: registration, codeKey: Data("test".utf8), signInMeans: [.email],
          offeredChannels: [.email], ableChannels: [.email]),
        entropy: .counting())
    }

    @discardableResult
    func requestCode(
      to address: String, with invitation: String? = nil
    ) async throws -> OneTimeCode.ID {
      try await engine.perform(
        RequestEmailCode(email: address, invitation: invitation),
        by: Visitor(from: Origin(network: "n"))
      ).verificationID
    }

    func signIn(_ address: String, with invitation: String? = nil) async throws -> SignIn {
      let arrivals = courier.arrivals()
      let id = try await requestCode(to: address, with: invitation)
      let code = try #require(await Self.first(of: arrivals)?.body.prefix(7))
      return try await engine.verify(String(code), of: id)
    }

    static func first(of arrivals: AsyncStream<CourierMessage>) async -> CourierMessage? {
      for await message in arrivals { return message }
      return nil
    }

    /// With the owner's link.
    func owner() async throws -> SignIn {
      let link = try #require(try await engine.offerFirstAccount())
      return try await signIn("Dana@Example.org", with: link.token)
    }

    func name(_ person: Person.ID, _ firstName: String) async throws {
      try await engine.perform(
        UpdateProfile(Profile(firstName: firstName, lastName: "Weiss", emergencyNote: "")),
        by: .person(person))
    }
  }

  @Test func `the owner's link opens an account without a number, and alerts come by mail`()
    async throws
  {
    let server = MailServer()
    let dana = try await server.owner()
    #expect(dana.isNew)
    let user = try await server.engine.user(dana.person)
    #expect(user.email == "dana@example.org" && user.phoneNumber.isEmpty)
    try await server.name(dana.person, "Dana")
    let invited = try await server.engine.perform(
      MakeInvitation(), by: .person(dana.person))
    let tom = try await server.signIn("tom@example.org", with: invited.token)
    try await server.name(tom.person, "Tom")
    try await server.engine.perform(
      AddContact(
        qrCode: server.engine.user(tom.person).qrCodeID, isResponder: false, isDependent: true),
      by: .person(dana.person))
    try await server.engine.perform(AcceptContact(id: dana.person), by: .person(tom.person))
    let services = server.engine.services()
    try await services.dispatch.turn()
    server.courier.forget()
    try await server.engine.perform(ActivateAlert(), by: .person(tom.person))
    for _ in 0..<10 {
      server.clock.advance(by: 60)
      try await services.heartbeat.turn()
      try await services.watch.turn()
      try await services.dispatch.turn()
    }
    let alerts = server.courier.messages.filter { $0.address == "dana@example.org" }
    #expect(alerts.contains { "\($0.title) \($0.body)".contains("Tom") })
    #expect(!server.courier.messages.contains { $0.kind != .email })
    // There is no number to call.
    #expect(!alerts.contains { $0.body.contains("Call:") })
  }

  @Test func `an address is one account however it is spelt`() async throws {
    let server = MailServer()
    let dana = try await server.owner()
    let again = try await server.signIn(" dana@EXAMPLE.org ")
    #expect(again.person == dana.person && !again.isNew)
  }

  @Test(arguments: [Registration.invited, .closed])
  func `a stranger without a link gets the answer of a member, and no mail`(
    registration: Registration
  ) async throws {
    let server = MailServer(registration)
    _ = try await server.owner()
    server.courier.forget()
    let arrivals = server.courier.arrivals()
    let stranger = try await server.requestCode(to: "eve@example.org")
    let member = try await server.requestCode(to: "dana@example.org")
    #expect(stranger.rawValue.count == member.rawValue.count)
    #expect(await MailServer.first(of: arrivals)?.address == "dana@example.org")
    #expect(server.courier.messages.count == 1)
    #expect(Set(server.ledger.rows.codes.map(\.id)).isSuperset(of: [stranger, member]))
    await #expect(throws: Refusal.codeWrong(triesLeft: 4)) {
      try await server.engine.verify("00-000", of: stranger)
    }
  }

  @Test func `limits treat a stranger's address like a member's`() async throws {
    let server = MailServer()
    _ = try await server.owner()
    server.clock.advance(by: 86_400)
    for address in ["eve@example.org", "dana@example.org"] {
      for _ in 0..<5 { try await server.requestCode(to: address) }
      await #expect(throws: Refusal.tooManyCodes(retryAfter: 900)) {
        try await server.requestCode(to: address)
      }
    }
  }

  @Test func `one network requests as many codes by mail as by text`() async throws {
    let server = MailServer()
    for number in 0..<30 { try await server.requestCode(to: "p\(number)@example.org") }
    await #expect(throws: Refusal.tooManyCodes(retryAfter: 30)) {
      try await server.requestCode(to: "one-more@example.org")
    }
  }

  @Test func `codes are sent only by the means that the server offers`() async throws {
    let server = MailServer(.open)
    await #expect(throws: Refusal.channelNotOffered) {
      try await server.engine.requestCode(to: "+1 555-010-0055")
    }
    let world = try await SmallWorld()
    await #expect(throws: Refusal.channelNotOffered) {
      try await world.engine.perform(
        RequestEmailCode(email: "dana@example.org"), by: Visitor(from: Origin(network: "n")))
    }
  }

  @Test(arguments: ["", "dana", "dana@", "@example.org", "a@b@example.org", "da na@example.org"])
  func `text that is no address is refused`(address: String) async throws {
    await #expect(throws: Refusal.invalidEmailAddress) {
      try await MailServer(.open).requestCode(to: address)
    }
  }

  @Test func `a person without a number re-authenticates by mail`() async throws {
    let server = MailServer()
    let dana = try await server.owner()
    server.clock.advance(by: 86_400)
    server.courier.forget()
    let me = Member(dana.person, in: dana.session, from: Origin(network: "n"))
    let id = try await server.engine.perform(RequestProofCode(), by: me).verificationID
    let message = try #require(server.courier.messages.first)
    #expect(message.address == "dana@example.org" && message.kind == .email)
    try await server.engine.perform(
      ProveIdentity(code: String(message.body.prefix(7)), verificationID: id), by: me)
  }

  @Test func `the operator ends the sessions of a person by their address`() async throws {
    let server = MailServer()
    let dana = try await server.owner()
    let ended = try await server.engine.perform(
      EndAllSessions(phoneNumber: "Dana@example.org", region: .unitedStates), by: System())
    #expect(ended == 1)
    #expect(try await server.engine.sessions(of: dana.person).isEmpty)
    await #expect(throws: Refusal.personNotFound) {
      try await server.engine.perform(
        EndAllSessions(phoneNumber: "eve@example.org", region: .unitedStates), by: System())
    }
  }

  @Test func `a deleted account leaves its address free`() async throws {
    let server = MailServer(.open)
    let dana = try await server.signIn("dana@example.org")
    let stored = try await server.ledger.read { try $0.person(dana.person) }
    let person = try #require(stored)
    try await server.ledger.write { _ = try $0.apply(.deletePerson(person)) }
    #expect(!server.ledger.rows.texts.contains("dana@example.org"))
    #expect(try await server.signIn("dana@example.org").isNew)
  }
}

import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct `Channels of a person's own` {
  private static let other = "+15550100077"

  private func code(_ world: SmallWorld) -> String {
    String(world.courier.messages.last?.body.prefix(7) ?? "")
  }

  private func ask(_ world: SmallWorld, _ address: String = other) async throws -> OneTimeCode.ID {
    try await world.perform(
      RequestChannelCode(kind: .sms, address: address), by: world.p
    ).verificationID
  }

  private func list(_ world: SmallWorld) async throws -> [ChannelData] {
    try await world.engine.answer(GetChannels(), to: Member(world.p)).channels
  }

  @Test func `nothing but the code goes to an address before it is typed back`() async throws {
    let world = try await SmallWorld()
    let id = try await ask(world)
    try await world.perform(ActivateAlert(), by: world.r1)
    try await world.perform(PingDependent(dependent: world.p), by: world.r1)
    try await world.settle()
    let sent = world.courier.messages.filter { $0.address == Self.other }
    #expect(sent.count == 1 && sent.allSatisfy(\.isOneTimeCode))
    #expect(try await list(world).map(\.state) == [.on, .unverified])

    let code = String(try #require(sent.first).body.prefix(7))
    try await world.perform(VerifyChannel(code: code, verificationID: id), by: world.p)
    #expect(try await list(world).map(\.state) == [.on, .on])
  }

  @Test func `a verified one gets the same messages as the first one`() async throws {
    let world = try await SmallWorld()
    let id = try await ask(world)
    try await world.perform(VerifyChannel(code: code(world), verificationID: id), by: world.p)
    let deliveries = try await world.ledger.read { [p = world.p] tx in
      try tx.deliveries(of: p, limit: 10)
    }
    // The news of it goes to the first one only.
    #expect(!deliveries.contains { $0.address == Self.other })
    try await world.perform(PingDependent(dependent: world.p), by: world.r1)
    let after = try await world.ledger.read { [p = world.p] tx in
      try tx.deliveries(of: p, limit: 10)
    }
    #expect(after.contains { $0.address == Self.other })
  }

  @Test func `another number that is rung up is added by a code in a call`() async throws {
    let calls = RecordingCourier()
    let world = try await SmallWorld(
      configuration: EngineConfiguration(
        codeKey: Data("test".utf8), offeredChannels: [.sms, .voice]),
      couriers: [.voice: calls])
    let id = try await world.perform(
      RequestChannelCode(kind: .voice, address: Self.other), by: world.r1
    ).verificationID
    let said = try #require(calls.messages.first)
    #expect(calls.messages.count == 1 && said.isOneTimeCode && said.address == Self.other)
    #expect(world.courier.messages.isEmpty)
    try await world.perform(
      VerifyChannel(code: String(said.body.prefix(7)), verificationID: id), by: world.r1)
    calls.forget()
    try await world.perform(ActivateAlert(), by: world.p)
    try await world.advance(by: 60)
    #expect(calls.messages.contains { $0.address == Self.other && $0.kind == .voice })
  }

  @Test func `a wrong code counts, and another person cannot use the right one`() async throws {
    let world = try await SmallWorld()
    let id = try await ask(world)
    let right = code(world)
    await #expect(throws: Refusal.codeWrong(triesLeft: 4)) {
      try await world.perform(
        VerifyChannel(code: right == "000-000" ? "111-111" : "000-000", verificationID: id),
        by: world.p)
    }
    await #expect(throws: Refusal.codeExpired) {
      try await world.perform(VerifyChannel(code: right, verificationID: id), by: world.r1)
    }
  }

  @Test func `a kind that is not offered is refused, and so is what is no address`() async throws {
    let world = try await SmallWorld()
    await #expect(throws: Refusal.channelNotOffered) {
      try await world.perform(
        RequestChannelCode(kind: .email, address: "a@example.org"), by: world.p)
    }
    await #expect(throws: Refusal.invalidPhoneNumber) { _ = try await ask(world, "12") }
    #expect(world.courier.messages.isEmpty)
  }

  @Test func `one person asks for ten codes at most in a while`() async throws {
    let world = try await SmallWorld()
    for number in 0..<10 { _ = try await ask(world, "+1555010011\(number)") }
    await #expect(throws: Refusal.self) { _ = try await ask(world, "+15550100130") }
    #expect(world.courier.messages.count == 10)
  }

  @Test func `signing in brings back neither what was switched off nor what was removed`()
    async throws
  {
    let world = try await SmallWorld()
    let id = try await ask(world)
    try await world.perform(VerifyChannel(code: code(world), verificationID: id), by: world.p)
    let first = try #require(try await list(world).first)
    try await world.perform(RemoveChannel(id: first.id), by: world.p)
    let number = try await world.engine.user(world.p).phoneNumber
    world.courier.forget()
    let signIn = try await world.engine.requestCode(to: number)
    try await world.engine.verify(code(world), of: signIn, label: "")
    #expect(try await list(world).map(\.address) == [Self.other])
  }

  @Test func `a test goes out, and the page hears how far it has come`() async throws {
    let world = try await SmallWorld()
    let channel = try #require(try await list(world).first)
    try await world.perform(TestChannel(id: channel.id), by: world.p)
    #expect(try await list(world).first?.test?.stage == .queued)
    var changes = world.engine.changes(for: world.p).makeAsyncIterator()
    try await world.settle()
    #expect(await changes.next()?.contains(.channels) == true)
    #expect(try await list(world).first?.test?.stage == .accepted)
    let sent = try await world.ledger.read { [p = world.p] tx in
      try tx.deliveries(of: p, limit: 1)
    }
    let token = try #require(sent.first?.receiptToken)
    try await world.engine.perform(ConfirmReceipt(token: token, rung: .shown), by: .visitor)
    #expect(try await list(world).first?.test?.stage == .shown)
  }

  @Test func `six tests at once are too many`() async throws {
    let world = try await SmallWorld()
    let channel = try #require(try await list(world).first)
    for _ in 0..<5 { try await world.perform(TestChannel(id: channel.id), by: world.p) }
    await #expect(throws: Refusal.tooManyTests(retryAfter: 720)) {
      try await world.perform(TestChannel(id: channel.id), by: world.p)
    }
  }

  @Test func `a test that is refused counts too`() async throws {
    let world = try await SmallWorld()
    for _ in 0..<5 {
      await #expect(throws: Refusal.channelNotFound) {
        try await world.perform(TestChannel(id: "4711"), by: world.p)
      }
    }
    await #expect(throws: Refusal.tooManyTests(retryAfter: 720)) {
      try await world.perform(TestChannel(id: "4711"), by: world.p)
    }
  }

  @Test(arguments: [
    CourierFailure.rejected("no"), .transient("busy", retryAfter: .seconds(14_400)),
  ])
  func `a failed message is not brought forward into quiet hours`(
    failure: CourierFailure
  ) async throws {
    let world = try await SmallWorld()
    let id = try await ask(world)
    try await world.perform(VerifyChannel(code: code(world), verificationID: id), by: world.p)
    let first = try #require(try await list(world).first)
    try await world.settle()
    let now = world.clock.now
    let hours = QuietHours(
      from: Zone.utc.reading(at: now - 3_600).time, until: Zone.utc.reading(at: now + 7_200).time,
      zone: .utc)
    try await world.perform(SetQuietHours(hours: hours), by: world.p)
    try await world.perform(SetChannelQuiet(id: first.id, quiet: .ignored), by: world.p)
    try await world.settle()
    world.courier.forget()
    world.courier.fail(failure)
    try await world.perform(PingDependent(dependent: world.p), by: world.r1)
    try await world.settle()
    #expect(world.courier.messages.map(\.address) == [first.address])
    try await world.advance(by: 3_600)
    #expect(world.courier.messages.count == 1)
    try await world.advance(by: 3_600)
    #expect(world.courier.messages.map(\.address) == [first.address, Self.other])
  }
}

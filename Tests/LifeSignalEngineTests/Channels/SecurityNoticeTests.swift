import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct `A security notice` {
  @Test func `comes by every channel, though the first has taken it`() async throws {
    let world = try await SmallWorld()
    let other = Channel(
      id: "901", person: world.p, kind: .sms, address: "+15550100088", createdAt: world.clock.now)
    _ = try await world.ledger.write { try $0.insert(other) }
    try await world.perform(
      CreateAccessToken(name: "Script", scopes: [.checkIn], life: 86_400), by: world.p)
    try await world.settle()
    #expect(world.courier.messages.map(\.address).sorted() == ["+15550100001", "+15550100088"])
  }

  private func withSecondNumber() async throws -> SmallWorld {
    let world = try await SmallWorld()
    let other = Channel(
      id: "901", person: world.p, kind: .sms, address: "+15550100088", createdAt: world.clock.now)
    _ = try await world.ledger.write { try $0.insert(other) }
    return world
  }

  private func signIn(_ world: SmallWorld) async throws -> SignIn {
    let id = try await world.engine.requestCode(to: "+1 555-010-0001")
    let code = String(try #require(world.courier.messages.last).body.prefix(7))
    return try await world.engine.verify(code, of: id, label: "New")
  }

  @Test(arguments: [true, false])
  func `still comes by a channel that was switched off or removed an hour ago`(isRemoved: Bool)
    async throws
  {
    let world = try await withSecondNumber()
    if isRemoved {
      try await world.perform(RemoveChannel(id: "901"), by: world.p)
    } else {
      try await world.perform(SetChannelOn(id: "901", isOn: false), by: world.p)
    }
    try await world.advance(by: 3_600)
    #expect(world.courier.messages.contains { $0.address == "+15550100088" }, "of itself")
    for (seconds, comes) in [(0.0, true), (86_400, false)] {
      try await world.advance(by: seconds)
      world.courier.forget()
      try await world.perform(
        CreateAccessToken(name: "Script", scopes: [.checkIn], life: 86_400), by: world.p)
      try await world.settle()
      let addresses = world.courier.messages.map(\.address)
      #expect(addresses.contains("+15550100088") == comes)
    }
  }

  /// Removes the second number and asks for a code to it.
  private func removeSecondNumber(
    _ world: SmallWorld, isRemovedAgain: Bool, by actor: Actor
  ) async throws {
    try await world.engine.perform(RemoveChannel(id: "901"), by: actor)
    try await world.engine.perform(
      RequestChannelCode(kind: .sms, address: "+15550100088"), by: actor)
    if isRemovedAgain { try await world.engine.perform(RemoveChannel(id: "901"), by: actor) }
  }

  /// A code that is requested proves nothing, so it must not make the channel one that was never in use.
  @Test(arguments: [false, true])
  func `still comes by a removed channel to which a code was requested`(isRemovedAgain: Bool)
    async throws
  {
    let world = try await withSecondNumber()
    try await removeSecondNumber(world, isRemovedAgain: isRemovedAgain, by: .person(world.p))
    try await world.settle()
    for (seconds, comes) in [(0.0, true), (86_400, false)] {
      try await world.advance(by: seconds)
      world.courier.forget()
      try await world.perform(
        CreateAccessToken(name: "Script", scopes: [.checkIn], life: 86_400), by: world.p)
      try await world.settle()
      #expect(world.courier.messages.contains { $0.address == "+15550100088" } == comes)
    }
  }

  @Test func `of a sign-in goes to all other channels, even when no one is signed in`() async throws
  {
    let world = try await withSecondNumber()
    _ = try await signIn(world)
    world.courier.forget()
    try await world.settle()
    #expect(world.courier.messages.map(\.address) == ["+15550100088"])
  }

  @Test func `goes to the old number for a day after it was changed`() async throws {
    let world = try await SmallWorld()
    let ledger = world.ledger
    let id = try await world.perform(
      RequestPhoneChangeCode(phoneNumber: "+1 555-010-0099", region: .unitedStates), by: world.p
    ).verificationID
    let typed = String(try #require(world.courier.messages.last).body.prefix(7))
    try await world.perform(UpdatePhoneNumber(code: typed, verificationID: id), by: world.p)
    let all = try await ledger.read { [p = world.p] tx in try tx.allChannels(of: p) }
    #expect(all.filter(\.isOn).map(\.address) == ["+15550100099"])
    world.courier.forget()
    try await world.perform(
      CreateAccessToken(name: "Script", scopes: [.checkIn], life: 86_400), by: world.p)
    try await world.settle()
    #expect(world.courier.messages.contains { $0.address == "+15550100001" })
  }

  /// Half a year without a word: the number may be another person's by now.
  @Test func `of an idle number comes by all others, and the sign-in takes effect in a day`()
    async throws
  {
    let world = try await withSecondNumber()
    _ = try await signIn(world)
    world.clock.advance(by: 180 * 86_400)
    for (passed, left) in [(0.0, 86_400.0), (3_600, 82_800)] {
      world.clock.advance(by: passed)
      await #expect(throws: Refusal.heldWhileIdle(retryAfter: left)) { _ = try await signIn(world) }
    }
    try await world.settle()
    let told = world.courier.messages.filter { $0.title == "Sign-in on hold" }
    #expect(told.map(\.address) == ["+15550100088"])
    #expect(told.allSatisfy { !$0.body.contains("passkey") }, "there is none to use")
    world.clock.advance(by: 82_800)
    _ = try await signIn(world)
    _ = try await signIn(world)
  }

  @Test(arguments: [(nil, false), ("client:1", true), ("sms:1", false), ("voice:1", false)])
  func `waits for no one who was here`(key: String?, isFree: Bool) async throws {
    let world = try await withSecondNumber()
    world.clock.advance(by: 180 * 86_400)
    if let key {
      _ = try await world.ledger.write { [p = world.p, now = world.clock.now] tx in
        try tx.insert(
          CheckIn(id: "902", person: p, at: now - 60, recordedAt: now - 60, clientKey: key))
      }
    }
    if isFree {
      #expect(try await signIn(world).person == world.p)
    } else {
      await #expect(throws: Refusal.heldWhileIdle(retryAfter: 86_400)) {
        _ = try await signIn(world)
      }
    }
  }

  @Test func `is for those who have another channel: with the number alone it opens at once`()
    async throws
  {
    let world = try await SmallWorld()
    world.clock.advance(by: 400 * 86_400)
    #expect(try await signIn(world).person == world.p)
  }

  @Test(arguments: [false, true])
  func `leaves time, though the other channel was removed and a code requested there`(
    isRemovedAgain: Bool
  ) async throws {
    let world = try await withSecondNumber()
    world.clock.advance(by: 60)
    let actor = Actor.session(try await signIn(world).session, of: world.p)
    try await removeSecondNumber(world, isRemovedAgain: isRemovedAgain, by: actor)
    await #expect(throws: Refusal.heldAfterSignIn(retryAfter: 86_400)) {
      try await world.engine.perform(
        RequestPhoneChangeCode(phoneNumber: "+1 555-010-0099", region: .unitedStates), by: actor)
    }
    await #expect(throws: Refusal.heldAfterSignIn(retryAfter: 86_400)) {
      try await world.engine.perform(RequestDeletionCode(), by: actor)
    }
  }

  @Test func `leaves time: a sign-in by text cannot move the number on its first day`() async throws
  {
    let world = try await withSecondNumber()
    world.clock.advance(by: 60)
    let actor = Actor.session(try await signIn(world).session, of: world.p)
    func move() async throws {
      try await world.engine.perform(
        RequestPhoneChangeCode(phoneNumber: "+1 555-010-0099", region: .unitedStates), by: actor)
    }
    await #expect(throws: Refusal.heldAfterSignIn(retryAfter: 86_400)) { try await move() }
    await #expect(throws: Refusal.heldAfterSignIn(retryAfter: 86_400)) {
      try await world.engine.perform(RequestDeletionCode(), by: actor)
    }
    world.clock.advance(by: 86_400)
    // The day is over; now only the usual re-authentication is required.
    await #expect(throws: Refusal.proofNeeded) { try await move() }
    // A check-in and an alert are never held.
    try await world.engine.perform(ActivateAlert(), by: actor)
  }
}

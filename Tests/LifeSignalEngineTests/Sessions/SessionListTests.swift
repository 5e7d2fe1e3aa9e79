import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct SessionListTests {
  private func signIn(_ world: SmallWorld, _ label: String) async throws -> SignIn {
    let number = try await world.engine.user(world.p).phoneNumber
    let id = try await world.engine.requestCode(to: number)
    let body = try #require(world.courier.messages.last?.body)
    return try await world.engine.verify(String(body.prefix(7)), of: id, label: label)
  }

  @Test func `the person is notified of a second device, but not of the first`() async throws {
    let world = try await SmallWorld()
    let before = try await world.engine.notifications(of: world.p).count
    _ = try await signIn(world, "Firefox on Android")
    #expect(try await world.engine.notifications(of: world.p).count == before)
    _ = try await signIn(world, "Chrome on Windows")
    let told = try await world.engine.notifications(of: world.p)
    #expect(told.count == before + 1)
    #expect(told.contains { $0.message.english.contains("Chrome on Windows") })
  }

  @Test func `the others end, this one stays`() async throws {
    let world = try await SmallWorld()
    let mine = try await signIn(world, "Phone")
    let old = try await signIn(world, "Laptop")
    try await world.engine.perform(
      EndOtherSessions(), by: .session(mine.session, of: world.p))
    #expect(try await world.engine.sessions(of: world.p).map(\.id) == [mine.session])
    #expect(try await world.engine.session(token: old.token) == nil)
    #expect(try await world.engine.session(token: mine.token) != nil)
  }

  @Test func `a person whose other devices are signed out is notified once`() async throws {
    let world = try await SmallWorld()
    let mine = try await signIn(world, "Phone")
    _ = try await signIn(world, "Laptop")
    let before = try await world.engine.notifications(of: world.p).count
    let end = EndOtherSessions()
    try await world.engine.perform(end, by: .session(mine.session, of: world.p))
    let told = try await world.engine.notifications(of: world.p)
    #expect(told.count == before + 1)
    #expect(told.contains { $0.message.english.hasPrefix("Laptop was signed out") })
    // There are no others left.
    try await world.engine.perform(end, by: .session(mine.session, of: world.p))
    #expect(try await world.engine.notifications(of: world.p).count == before + 1)
  }

  @Test func `ending another session sends a notice, ending one's own does not`() async throws {
    let world = try await SmallWorld()
    let mine = try await signIn(world, "Phone")
    let old = try await signIn(world, "Laptop")
    let before = try await world.engine.notifications(of: world.p).count
    let here = Actor.session(mine.session, of: world.p)
    try await world.engine.perform(EndSession(id: old.session), by: here)
    #expect(try await world.engine.notifications(of: world.p).count == before + 1)
    try await world.engine.perform(EndSession(id: old.session), by: here)
    try await world.engine.perform(EndSession(id: mine.session), by: here)
    #expect(try await world.engine.notifications(of: world.p).count == before + 1)
  }

  @Test func `a person cannot end another person's session`() async throws {
    let world = try await SmallWorld()
    let mine = try await signIn(world, "Phone")
    try await world.engine.perform(EndSession(id: mine.session), by: .person(world.r1))
    #expect(try await world.engine.session(token: mine.token) != nil)
  }

  @Test func `its use is known by the hour`() async throws {
    let world = try await SmallWorld()
    let mine = try await signIn(world, "Phone")
    world.clock.advance(by: 10_000)
    await world.engine.noteUse(of: mine.session)
    let seen = try #require(try await world.engine.sessions(of: world.p).first?.lastSeenAt)
    #expect(seen == SessionRules.hour(of: world.clock.now))
    #expect(Int(seen.timeIntervalSince1970) % 3_600 == 0)
  }
}

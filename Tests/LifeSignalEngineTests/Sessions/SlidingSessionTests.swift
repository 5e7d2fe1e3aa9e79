import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import Testing

@Suite(.timeLimit(.minutes(1))) struct `A session in use` {
  private static let day: TimeInterval = 86_400

  private func signIn(_ world: SmallWorld, _ label: String) async throws -> SignIn {
    let number = try await world.engine.user(world.p).phoneNumber
    let id = try await world.engine.requestCode(to: number)
    let body = try #require(world.courier.messages.last?.body)
    return try await world.engine.verify(String(body.prefix(7)), of: id, label: label)
  }

  /// Of the last week: older ones are swept.
  private func warnings(_ world: SmallWorld) async throws -> Int {
    try await SweepLoop(engine: world.engine).turn()
    return try await world.engine.notifications(of: world.p)
      .count { $0.title == "You’ll be signed out soon" }
  }

  @Test func `lasts for years, and ends ninety days after its last use`() async throws {
    let world = try await SmallWorld()
    let phone = try await signIn(world, "Phone")
    for _ in 0..<12 {
      world.clock.advance(by: 80 * Self.day)
      await world.engine.noteUse(of: phone.session)
    }
    #expect(try await world.engine.session(token: phone.token) != nil)
    world.clock.advance(by: 90 * Self.day - 1)
    #expect(try await world.engine.session(token: phone.token) != nil)
    world.clock.advance(by: 1)
    #expect(try await world.engine.session(token: phone.token) == nil)
    // What is over stays over.
    await world.engine.noteUse(of: phone.session)
    #expect(try await world.engine.session(token: phone.token) == nil)
  }

  @Test func `ends for a person under watch only after a warning, one for each end`() async throws {
    let world = try await SmallWorld()
    let phone = try await signIn(world, "Phone")
    world.clock.advance(by: 76 * Self.day - 1)
    #expect(try await warnings(world) == 0)
    world.clock.advance(by: 1)
    #expect(try await warnings(world) == 1)
    #expect(try await warnings(world) == 1)
    // Opened once, it lasts, and its next end is announced again.
    await world.engine.noteUse(of: phone.session)
    world.clock.advance(by: 20 * Self.day)
    #expect(try await warnings(world) == 0)
    world.clock.advance(by: 56 * Self.day)
    #expect(try await warnings(world) == 1)
  }

  @Test func `needs no warning while another one lasts longer`() async throws {
    let world = try await SmallWorld()
    _ = try await signIn(world, "Phone")
    world.clock.advance(by: 5 * Self.day)
    _ = try await signIn(world, "Laptop")
    world.clock.advance(by: 74 * Self.day)
    #expect(try await warnings(world) == 0)
    world.clock.advance(by: 2 * Self.day)
    #expect(try await warnings(world) == 1)
  }
}

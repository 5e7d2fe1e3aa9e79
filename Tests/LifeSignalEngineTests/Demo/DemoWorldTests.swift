import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import Testing

@Suite struct DemoWorldTests {
  @Test func `seeding twice makes nobody twice`() async throws {
    let world = try await SmallWorld(related: false)
    let one = try await DemoWorld.seed(world.engine)
    let two = try await DemoWorld.seed(world.engine, related: true)
    #expect(one == two)
    #expect(try await world.engine.contacts(of: one.p.id).allSatisfy { $0.isResponder })
    _ = try await DemoWorld.seed(world.engine, related: true)
    #expect(try await world.engine.contacts(of: one.p.id).count == 2)
  }

  @Test func `the three are ready to check in`() async throws {
    let world = try await SmallWorld(related: false)
    for member in try await DemoWorld.seed(world.engine).all {
      let user = try await world.engine.user(member.id)
      #expect(user.profileComplete)
      #expect(user.lastCheckedIn != nil)
    }
  }
}

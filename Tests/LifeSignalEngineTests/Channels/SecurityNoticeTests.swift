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
      .createAccessToken(name: "Script", scopes: [.checkIn], life: 86_400), by: world.p)
    try await world.settle()
    #expect(world.courier.messages.map(\.address).sorted() == ["+15550100001", "+15550100088"])
  }
}

import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import Testing

/// A person has added an address, and its service reports that no one is there.
@Suite(.timeLimit(.minutes(1))) struct `A channel that is lost` {
  private static let address = "b@example.org"

  private let ledger = TestLedger()
  private let mails = RecordingCourier()
  private let world: SmallWorld

  init() async throws {
    world = try await SmallWorld(ledger: ledger, couriers: [.email: mails])
    try await mail(to: world.r1)
  }

  /// Before the number, so that it is tried first.
  private func mail(to person: Person.ID) async throws {
    let now = world.clock.now
    try await world.ledger.write { tx in
      _ = try tx.insert(
        Channel(
          id: "4711", person: person, kind: .email, address: Self.address, createdAt: now,
          position: 0))
    }
  }

  private func configured(_ able: Set<ChannelKind>) -> EngineServices {
    Engine(
      ledger: ledger, couriers: [.sms: world.courier, .email: mails], clock: world.clock,
      configuration: EngineConfiguration(offeredChannels: [], ableChannels: able),
      ids: IDGenerator(node: 3)
    ).services()
  }

  private var channel: Channel? { ledger.rows.channels.first { $0.id == "4711" } }

  private func told() async throws -> [NotificationData] {
    let titles: [Phrase] = ["Contact method lost", "Messages do not reach you"]
    return try await world.engine.notifications(of: world.r1).filter { titles.contains($0.title) }
  }

  @Test func `is switched off, and its owner hears so by what is left`() async throws {
    try await world.perform(ActivateAlert(), by: world.p)
    mails.fail(.addressGone("email: answered 550 (5.1.1) to the recipient"))
    try await configured([.sms, .email]).dispatch.turn()
    #expect(channel?.isOn == false)
    #expect(try await told().count == 1)
    let news = ledger.rows.deliveries.filter {
      $0.person == world.r1 && $0.title == "Contact method lost"
    }
    #expect(news.map(\.kind) == [.sms])
  }

  @Test func `stays on where no alarm would come any more, and its owner can read so`()
    async throws
  {
    try await world.perform(ActivateAlert(), by: world.p)
    mails.fail(.addressGone("email: answered 550 (5.1.1) to the recipient"))
    try await configured([.email]).dispatch.turn()
    #expect(channel?.isOn == true)
    #expect(try await told().count == 1)
    #expect(!ledger.rows.deliveries.contains { $0.title == "Messages do not reach you" })
    #expect(ledger.rows.deliveries.contains { $0.channel == "4711" && $0.state == .dead })
  }
}

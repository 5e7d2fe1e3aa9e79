import Foundation
import LifeSignalDelivery
import LifeSignalEngine
import LifeSignalModel
import LifeSignalStorage
import Testing

@testable import LifeSignalServer

/// What an operator's mail server hands over, beside a server that runs.
@Suite(.timeLimit(.minutes(1))) struct `Mails that come back` {
  private static let address = "mara@home.example"

  private struct World {
    var path: String
    var ledger: SQLiteLedger
    var delivery: Delivery
    var name: String

    func channel() async throws -> Channel? {
      try await ledger.read { try $0.allChannels(of: delivery.person) }
        .first { $0.id == delivery.channel }
    }

    func row() async throws -> Delivery? {
      try await ledger.read { try $0.delivery(delivery.id) }
    }

    func report(_ status: String = "5.1.1", name: String? = nil) -> Data {
      Data(
        """
        To: bounce+\(name ?? self.name)@safe.example
        Content-Type: multipart/report; report-type=delivery-status; boundary=b

        --b
        Content-Type: message/delivery-status

        Reporting-MTA: dns; mx.example

        Action: failed
        Status: \(status)

        --b--

        """.utf8)
    }
  }

  /// Margaret has a mailbox, and the mail server has taken a mail to it.
  private func world() async throws -> World {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "lifesignal-tests-\(UUID().uuidString)/ledger.sqlite").path
    let ledger = try SQLiteLedger.open(.sqlite(path: path), clock: SystemClock())
    let engine = Engine(ledger: ledger)
    try await DemoWorld(engine: engine).settle()
    guard
      case .enrolled(let person) = try await engine.perform(
        .enrol(phoneNumber: DemoWorld.checksIn.phoneNumber, region: .unitedStates), by: .system)
    else { throw Refusal.personNotFound }
    let now = Date(timeIntervalSince1970: 1_780_000_000)
    let delivery = Delivery(
      id: "7", dedupeKey: "k7", idempotencyKey: "lifesignal-7", person: person,
      notification: nil, channel: "8", kind: .email, address: Self.address, title: "T", body: "B",
      priority: .information, state: .done, attempts: 1, createdAt: now, nextAttemptAt: now,
      giveUpAt: now + 3_600, acceptedAt: now)
    try await ledger.write { tx in
      _ = try tx.insert(
        Channel(id: "8", person: person, kind: .email, address: Self.address, createdAt: now))
      _ = try tx.insert(delivery)
    }
    let secret = try await ledger.secret(named: MailCourier.secretName)
    let name = MailIdentity(of: "lifesignal-7", to: Self.address, secret: secret).name
    return World(path: path, ledger: ledger, delivery: delivery, name: name)
  }

  @Test func `a mailbox that is not there is sent nothing more, and the message has failed`()
    async throws
  {
    let world = try await world()
    let tool = try OperatorTool(database: world.path)
    let words = try await tool.returned(world.report(), to: nil)
    #expect(words == "7: failed (5.1.1); nothing more is sent to its mailbox.")
    #expect(try await world.row()?.state == .dead)
    #expect(try await world.row()?.lastError == "email: came back (5.1.1)")
    #expect(try await world.channel()?.isOn == false)
    #expect(try await tool.returned(world.report(), to: nil) == "7: known already.")
  }

  @Test func `a mailbox that is full stays`() async throws {
    let world = try await world()
    let words = try await OperatorTool(database: world.path)
      .returned(world.report("5.2.2"), to: nil)
    #expect(words == "7: failed (5.2.2).")
    #expect(try await world.row()?.state == .dead)
    #expect(try await world.channel()?.isOn == true)
  }

  @Test func `who only guesses a number has no mail come back`() async throws {
    let world = try await world()
    let tool = try OperatorTool(database: world.path)
    let forged = world.name.prefix(16) + String(repeating: "0", count: 16)
    for mail in [
      world.report(name: String(forged)), world.report(name: String(repeating: "f", count: 32)),
      Data(), Data("Hello".utf8),
    ] {
      #expect(try await tool.returned(mail, to: nil).hasPrefix("Not a "))
    }
    #expect(try await world.row()?.state == .done)
    #expect(try await world.channel()?.isOn == true)
  }
}

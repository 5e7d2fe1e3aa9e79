import Foundation
import LifeSignalDelivery
import LifeSignalEngine
import LifeSignalModel
import LifeSignalStorage
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

@testable import LifeSignalServer

/// What an operator's mail server hands over, beside a server that runs.
@Suite(.timeLimit(.minutes(1)), .temporaryFolder) struct `Mails that come back` {
  private static let address = "mara@home.example"

  private struct World {
    var path: String
    var ledger: SQLiteLedger
    var delivery: Delivery
    var name: String
    /// Of a second mail there, and what comes back of it.
    var next: (id: Delivery.ID, name: String)

    func channel() async throws -> Channel? {
      try await ledger.read { try $0.allChannels(of: delivery.person) }
        .first { $0.id == delivery.channel }
    }

    func row() async throws -> Delivery? {
      try await ledger.read { try $0.delivery(delivery.id) }
    }

    func report(
      _ status: String = "5.1.1", name: String? = nil, of recipient: String = address
    ) -> Data {
      Data(
        """
        To: bounce+\(name ?? self.name)@safe.example
        Content-Type: multipart/report; report-type=delivery-status; boundary=b

        --b
        Content-Type: message/delivery-status

        Reporting-MTA: dns; mx.example

        Final-Recipient: rfc822; \(recipient)
        Action: failed
        Status: \(status)

        --b--

        """.utf8)
    }
  }

  /// Margaret has a mailbox, and the mail server has taken a mail to it.
  private func world() async throws -> World {
    let path = try TemporaryFolder.make().appending(path: "ledger.sqlite").path
    let ledger = try SQLiteLedger.open(.sqlite(path: path), clock: SystemClock())
    let engine = Engine(ledger: ledger)
    try await DemoWorld(engine: engine).settle()
    let person = try await engine.perform(
      Enrol(phoneNumber: DemoWorld.checksIn.phoneNumber, region: .unitedStates), by: .system)
    let now = Date(timeIntervalSince1970: 1_780_000_000)
    let rows = [7, 9].map { number in
      Delivery(
        id: Delivery.ID(Int64(number)), dedupeKey: "k\(number)",
        idempotencyKey: "lifesignal-\(number)", person: person, notification: nil, channel: "8",
        kind: .email, address: Self.address, title: "T", body: "B", priority: .information,
        state: .done, attempts: 1, createdAt: now, nextAttemptAt: now, giveUpAt: now + 3_600,
        acceptedAt: now)
    }
    try await ledger.write { tx in
      _ = try tx.insert(
        Channel(id: "8", person: person, kind: .email, address: Self.address, createdAt: now))
      for row in rows { _ = try tx.insert(row) }
    }
    let secret = try await ledger.keyBesideServer(.mail)
    let names = rows.map {
      MailIdentity(of: $0.idempotencyKey, to: Self.address, secret: secret).name
    }
    return World(
      path: path, ledger: ledger, delivery: rows[0], name: names[0], next: (rows[1].id, names[1]))
  }

  @Test func `a missing mailbox gets nothing more after two mails, and its person is notified`()
    async throws
  {
    let world = try await world()
    let tool = try OperatorTool(database: world.path)
    #expect(try await tool.returned(world.report(), to: nil) == "7: failed (5.1.1).")
    #expect(try await world.row()?.state == .dead)
    #expect(try await world.row()?.lastError == "email: came back (5.1.1), no such mailbox")
    #expect(try await world.channel()?.isOn == true, "one report may be anybody's")
    #expect(try await tool.returned(world.report(), to: nil) == "7: known already.")
    #expect(try await world.channel()?.isOn == true)

    let words = try await tool.returned(world.report(name: world.next.name), to: nil)
    #expect(words == "9: failed (5.1.1); nothing more is sent to its mailbox.")
    #expect(try await world.channel()?.isOn == false)
    let told = try await world.ledger.read {
      try $0.notifications(of: world.delivery.person, limit: 100)
    }
    #expect(told.contains { $0.title == "Contact method lost" })
    let waiting = try await world.ledger.read {
      try $0.deliveries(of: world.delivery.person, limit: 100)
    }
    #expect(waiting.contains { $0.kind == .sms && $0.title == "Contact method lost" })
  }

  @Test func `a copy that goes nowhere leaves its mailbox on`() async throws {
    let world = try await world()
    let tool = try OperatorTool(database: world.path)
    for name in [world.name, world.next.name] {
      let mail = world.report(name: name, of: "copies@old.example")
      #expect(try await tool.returned(mail, to: nil).hasSuffix("failed (5.1.1)."))
    }
    #expect(try await world.row()?.state == .dead)
    #expect(try await world.channel()?.isOn == true)
  }

  @Test func `an address that the mail server left empty does not count`() async throws {
    let world = try await world()
    let tool = try OperatorTool(database: world.path)
    #expect(try await tool.returned(world.report(), to: "") == "7: failed (5.1.1).")
  }

  @Test func `tools that run at the same time number what they write differently`() {
    let nodes = (1_000..<2_000).map { OperatorTool.node(of: $0) }
    #expect(Set(nodes).count == nodes.count)
    #expect(nodes.allSatisfy { (1...1_023).contains($0) })
  }

  @Test func `a mailbox that is full stays`() async throws {
    let world = try await world()
    let words = try await OperatorTool(database: world.path)
      .returned(world.report("5.2.2"), to: nil)
    #expect(words == "7: failed (5.2.2).")
    #expect(try await world.row()?.state == .dead)
    #expect(try await world.channel()?.isOn == true)
  }

  @Test func `a guessed message number fails no mail`() async throws {
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

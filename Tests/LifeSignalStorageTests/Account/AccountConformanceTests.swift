import Foundation
import GRDB
import LifeSignalEngine
import LifeSignalModel
import LifeSignalStorage
import LifeSignalTestSupport
import LifeSignalTestTraits
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1)), .temporaryFolder) struct AccountConformanceTests {
  @Test(arguments: LedgerFactory.all)
  func `a picture comes back as stored and goes with the next`(
    factory: LedgerFactory
  ) async throws {
    let ledger = try await factory.makeSmallWorld()
    let picture = Picture(
      id: "unguessable", person: "1", kind: .png, bytes: Data([0, 1, 255]), createdAt: Sample.now)
    #expect(try await ledger.write { try $0.insert(picture) })
    #expect(try await ledger.write { try $0.insert(picture) } == false)
    #expect(try await ledger.read { try $0.picture("unguessable") } == picture)
    #expect(try await ledger.write { try $0.apply(.removePictures("2")) } == 0)
    #expect(try await ledger.write { try $0.apply(.removePictures("1")) } == 1)
    #expect(try await ledger.read { try $0.picture("unguessable") } == nil)
  }

  @Test(arguments: LedgerFactory.all)
  func `a log is read in pages, newest first, and swept by age`(
    factory: LedgerFactory
  ) async throws {
    let ledger = try await factory.makeSmallWorld()
    let entries = (1...4 as ClosedRange<Int64>).map { number in
      Activity(
        id: Activity.ID(number), person: "1", kind: number == 4 ? .pingReceived : .looked,
        contact: "2", contactName: "Ada", at: Sample.now + TimeInterval(number))
    }
    try await ledger.write { tx in for entry in entries { _ = try tx.insert(entry) } }
    let (newest, older, last) = try await ledger.read { tx in
      (
        try tx.activities(of: "1", before: nil, limit: 2),
        try tx.activities(of: "1", before: "3", limit: 9),
        try tx.lastActivity(of: "1", by: "2", .looked)
      )
    }
    #expect(newest == [entries[3], entries[2]])
    #expect(older == [entries[1], entries[0]])
    #expect(last == entries[2])
    #expect(try await ledger.read { try $0.lastActivity(of: "2", by: "1", .looked) } == nil)
    let swept = try await ledger.write {
      try $0.sweep(.activities, before: Sample.now + 3, limit: 10)
    }
    #expect(swept == 2)
  }

  @Test(arguments: LedgerFactory.all)
  func `the purpose of a code is stored`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    let purposes: [OneTimeCode.Purpose] = [.signIn, .numberChange("1"), .deletion("2")]
    for (number, purpose) in purposes.enumerated() {
      var code = Sample.code("code-\(number)")
      code.purpose = purpose
      let stored = code
      #expect(try await ledger.write { try $0.insert(stored) })
      #expect(try await ledger.read { try $0.oneTimeCode(stored.id) } == stored)
    }
  }

  @Test(arguments: LedgerFactory.all)
  func `channels and waiting messages move together, what was sent stays`(
    factory: LedgerFactory
  ) async throws {
    let ledger = try await factory.makeSmallWorld()
    try await ledger.write { tx in
      for (number, address) in [(1, "old"), (2, "new"), (3, "other")] {
        _ = try tx.insert(
          Channel(
            id: Channel.ID(Int64(number)), person: "1", kind: .sms, address: address,
            createdAt: Sample.now))
      }
      for number in 1...2 as ClosedRange<Int64> {
        var delivery = Sample.delivery(number)
        delivery.address = "old"
        if number == 2 { delivery.state = .done }
        _ = try tx.insert(delivery)
      }
    }
    let moved = try await ledger.write { try $0.apply(.moveChannels("1", from: "old", to: "new")) }
    #expect(moved == 1)
    let (channels, deliveries) = try await ledger.read { tx in
      (try tx.channels(of: "1"), try tx.deliveries(of: "1", limit: 9))
    }
    #expect(channels.map(\.address).sorted() == ["new", "other"])
    #expect(Set(deliveries.map(\.address)) == ["old", "new"])
    #expect(deliveries.first { $0.id == "1" }?.address == "new")
  }

  /// Every text of every table, after a life with everything in it.
  @Test func `nothing of a deleted person is left in any table`() async throws {
    let ledger = try SQLiteLedger.open(at: temporaryPath(), clock: StoppedClock())
    let courier = LastMessage()
    let engine = Engine(ledger: ledger, couriers: [.sms: courier], clock: StoppedClock())
    let mara = try await member(engine, "Mara", "Lindqvist", "+15550100001")
    let theo = try await member(engine, "Theo", "Okafor", "+15550100002")
    let ines = try await member(engine, "Ines", "Castellano", "+15550100003")
    for responder in [theo, ines] {
      let code = try await engine.user(mara).qrCodeID
      try await engine.perform(
        AddContact(qrCode: code, isResponder: false, isDependent: true),
        by: .person(responder))
      try await engine.perform(AcceptContact(id: responder), by: .person(mara))
    }
    try await engine.perform(GetContact(id: mara), by: .person(theo))
    try await engine.perform(PingDependent(dependent: mara), by: .person(theo))
    try await engine.perform(RespondToAllPings(), by: .person(mara))
    try await engine.perform(ActivateAlert(), by: .person(mara))
    try await engine.perform(DeactivateAlert(), by: .person(mara))
    try await engine.perform(RemoveContact(id: ines), by: .person(mara))
    try await engine.perform(
      StartTravel(due: StoppedClock().now + 3_600, note: "Home to Lindqvist Street"),
      by: .person(mara))
    try await engine.perform(SetPreference(key: "sort", value: "Mara"), by: .person(mara))
    let codes = [try await engine.user(mara).qrCodeID.rawValue]
    try await engine.perform(RefreshQRCodeID(), by: .person(mara))
    let before = try texts(ledger)
    #expect(before.contains(codes[0]))
    #expect(before.contains { $0.contains("Lindqvist") })

    let id = try await engine.perform(RequestDeletionCode(), by: .person(mara)).verificationID
    try await engine.perform(
      DeleteAccount(code: courier.code, verificationID: id), by: .person(mara))
    let remains = try texts(ledger).filter { text in
      (["Mara", "Lindqvist", "5550100001"] + codes).contains { text.contains($0) }
    }
    #expect(remains.isEmpty, "\(remains)")
    #expect(try await ledger.integrityProblems().isEmpty)
    // The others have kept what is theirs.
    #expect(try texts(ledger).contains { $0.contains("Okafor") })
  }

  private func member(
    _ engine: Engine, _ firstName: String, _ lastName: String, _ number: String
  ) async throws -> Person.ID {
    let id = try await engine.perform(
      Enrol(phoneNumber: number, region: .unitedStates), by: .system)
    try await engine.perform(
      UpdateProfile(
        Profile(firstName: firstName, lastName: lastName, emergencyNote: "Allergic to penicillin")),
      by: .person(id))
    try await engine.perform(
      CheckInNow(), by: Member(id, from: Origin(scopes: [.checkIn])))
    return id
  }

  private func texts(_ ledger: SQLiteLedger) throws -> [String] {
    try ledger.pool.read { database in
      let tables = try String.fetchAll(
        database, sql: "SELECT name FROM sqlite_master WHERE type = 'table'")
      return try tables.flatMap { table in
        try Row.fetchAll(database, sql: "SELECT * FROM \(table)").flatMap { row in
          row.databaseValues.map { value in
            String.fromDatabaseValue(value)
              ?? Data.fromDatabaseValue(value).map { String(decoding: $0, as: UTF8.self) } ?? ""
          }
        }
      }
    }
  }
}

/// Remembers the newest message.
private final class LastMessage: Courier {
  private let body = Mutex("")

  func deliver(_ message: CourierMessage) async throws {
    body.withLock { $0 = message.body }
  }

  var code: String { String(body.withLock { $0 }.prefix(7)) }
}

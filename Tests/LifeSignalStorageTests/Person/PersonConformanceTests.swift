import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

@Suite(.temporaryFolder) struct PersonConformanceTests {
  @Test(arguments: LedgerFactory.all)
  func `a person comes back as stored and is found by number and code`(
    factory: LedgerFactory
  ) async throws {
    let ledger = try factory.make()
    var person = Sample.person(1, firstName: "")
    person.profile.emergencyNote = "Allergic to “penicillin” 🐝"
    person.notifications.pingNotifications = false
    person.notifications.ownReminders = [480, 15]
    person.profileComplete = true
    let stored = person
    #expect(try await ledger.write { try $0.insert(stored) })
    let found = try await ledger.read {
      [
        try $0.person(stored.id), try $0.person(phoneNumber: stored.phoneNumber),
        try $0.person(qrCode: stored.qrCode),
      ]
    }
    #expect(found == [person, person, person])
  }

  @Test(arguments: LedgerFactory.all)
  func `an unknown or malformed id finds no one`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    let found = try await ledger.read { [try $0.person("99"), try $0.person("someone")] }
    #expect(found == [nil, nil])
  }

  @Test(arguments: LedgerFactory.all)
  func `a number or code belongs to one person`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    var sameNumber = Sample.person(9)
    sameNumber.phoneNumber = Sample.person(1).phoneNumber
    var sameCode = Sample.person(9)
    sameCode.qrCode = Sample.person(1).qrCode
    for person in [sameNumber, sameCode] {
      #expect(try await ledger.write { try $0.insert(person) } == false)
    }
    #expect(try await ledger.read { try $0.person("9") } == nil)
  }

  @Test(arguments: LedgerFactory.all)
  func `an update wins once per revision`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    let first = Sample.person(1, firstName: "Grace")
    let late = Sample.person(1, firstName: "Late")
    #expect(try await ledger.write { try $0.update(first) })
    #expect(try await ledger.write { try $0.update(late) } == false)
    let stored = try await ledger.read { try $0.person("1") }
    #expect(stored?.profile.firstName == "Grace")
    #expect(stored?.revision == 1)
  }

  @Test(arguments: LedgerFactory.all)
  func `own reminders are stored, changed and removed with the person`(
    factory: LedgerFactory
  ) async throws {
    let ledger = try await factory.makeSmallWorld()
    var person = Sample.person(1)
    for own: OwnReminders in [[2_880, 480, 15, 5], [60], []] {
      person.notifications.ownReminders = own
      let changed = person
      #expect(try await ledger.write { try $0.update(changed) })
      let stored = try #require(try await ledger.read { try $0.person("1") })
      #expect(stored.notifications.ownReminders == own)
      person.revision = stored.revision
    }
  }

  @Test(arguments: LedgerFactory.all)
  func `an update to another person's code fails`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    var person = Sample.person(1)
    person.qrCode = Sample.person(2).qrCode
    let changed = person
    #expect(try await ledger.write { try $0.update(changed) } == false)
  }

  @Test(arguments: LedgerFactory.all)
  func `a preference is set, replaced and removed`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    try await ledger.write {
      _ = try $0.apply(.setPreference("1", key: "theme", value: "dark"))
      _ = try $0.apply(.setPreference("1", key: "sort", value: "name"))
      _ = try $0.apply(.setPreference("1", key: "theme", value: "light"))
      _ = try $0.apply(.setPreference("1", key: "sort", value: nil))
      _ = try $0.apply(.setPreference("2", key: "theme", value: "dark"))
    }
    #expect(try await ledger.read { try $0.preferences(of: "1") } == ["theme": "light"])
  }

  @Test(arguments: LedgerFactory.all)
  func `a channel is unique per person, kind and address, and can be enabled again`(
    factory: LedgerFactory
  ) async throws {
    let ledger = try await factory.makeSmallWorld()
    let channel = Channel(
      id: "1", person: "1", kind: .sms, address: "+15550000001", createdAt: Sample.now)
    var again = channel
    again.id = "2"
    let repeated = again
    #expect(try await ledger.write { try $0.insert(channel) })
    #expect(try await ledger.write { try $0.insert(repeated) } == false)
    #expect(
      try await ledger.write {
        try $0.apply(.disableChannel("1", address: "another", at: Sample.now)) > 0
      } == false)
    #expect(try await ledger.write { try $0.apply(.disableChannel("1", at: Sample.now)) > 0 })
    #expect(
      try await ledger.write { try $0.apply(.disableChannel("1", at: Sample.now)) > 0 } == false)
    #expect(try await ledger.read { try $0.channels(of: "1") } == [])
    _ = try await ledger.write { try $0.insert(repeated) }
    #expect(try await ledger.read { try $0.channels(of: "1") } == [channel])
  }

  @Test(arguments: LedgerFactory.all)
  func `a channel is found by its address, disabled or not`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    var channel = Channel(
      id: "1", person: "1", kind: .webPush, address: "{}", createdAt: Sample.now)
    func found(
      _ person: Person.ID = "1", _ kind: ChannelKind = .webPush, _ address: String = "{}"
    ) async throws -> Channel? {
      try await ledger.read { try $0.channel(of: person, kind, at: address) }
    }
    #expect(try await found() == nil)
    _ = try await ledger.write { [channel] in try $0.insert(channel) }
    #expect(try await found() == channel)
    _ = try await ledger.write { try $0.apply(.disableChannel("1", at: Sample.now + 1)) > 0 }
    channel.disabledAt = Sample.now + 1
    #expect(try await found() == channel)
    #expect(try await found("2") == nil)
    #expect(try await found("1", .sms) == nil)
    #expect(try await found("1", .webPush, "{ }") == nil)
  }
}

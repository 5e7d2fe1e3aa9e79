import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

@Suite(.timeLimit(.minutes(1)), .temporaryFolder) struct ChannelConformanceTests {
  private func channel(_ number: Int64, _ change: (inout Channel) -> Void = { _ in }) -> Channel {
    var channel = Channel(
      id: Channel.ID(number), person: "1", kind: .email, address: "a\(number)@example.org",
      createdAt: Sample.now)
    change(&channel)
    return channel
  }

  private func all(_ ledger: any Ledger) async throws -> [Channel] {
    try await ledger.read { try $0.allChannels(of: "1") }
  }

  @Test(arguments: LedgerFactory.all)
  func `everything about a channel comes back as stored`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    let waiting = channel(1) {
      $0.disabledAt = Sample.now
      $0.off = .unverified
    }
    let changed = channel(1) {
      $0.disabledAt = Sample.now + 1
      $0.off = .byPerson
      $0.position = 3
      $0.quiet = .everything
      $0.heardAt = Sample.now + 2
      $0.session = "7"
    }
    #expect(try await ledger.write { try $0.insert(waiting) })
    #expect(try await all(ledger) == [waiting])
    #expect(try await ledger.read { try $0.channels(of: "1") } == [])
    #expect(try await ledger.write { try $0.update(changed, from: changed) })
    #expect(try await all(ledger) == [changed])
    let unknown = channel(9)
    #expect(try await ledger.write { try $0.update(unknown, from: unknown) } == false)
  }

  @Test(arguments: LedgerFactory.all)
  func `a device that comes back belongs to the session in which it does`(
    factory: LedgerFactory
  ) async throws {
    let ledger = try await factory.makeSmallWorld()
    let gone = channel(1) {
      $0.disabledAt = Sample.now
      $0.session = "7"
    }
    let back = channel(1) {
      $0.id = "11"
      $0.session = "8"
    }
    try await ledger.write { tx in
      _ = try tx.insert(gone)
      _ = try tx.insert(back)
    }
    #expect(try await all(ledger).map(\.session) == ["8"])
    #expect(try await all(ledger).map(\.id) == ["1"])
  }

  @Test(arguments: LedgerFactory.all)
  func `sessions that are over are found while a device of theirs is on, or can be again`(
    factory: LedgerFactory
  ) async throws {
    let ledger = try await factory.makeSmallWorld()
    let now = Sample.now + 1_000
    func session(_ number: Int64, _ change: (inout Session) -> Void) -> Session {
      var session = Sample.session(number)
      session.expiresAt = now + 1
      change(&session)
      return session
    }
    let sessions = [
      session(1) { _ in }, session(2) { $0.expiresAt = now }, session(3) { $0.revokedAt = now },
    ]
    func bound(_ number: Int64, to session: SessionID?, off: Channel.Off? = nil, gone: Bool = false)
      -> Channel
    {
      channel(number) {
        $0.session = session
        $0.off = off
        if gone { $0.disabledAt = Sample.now }
      }
    }
    let channels = [
      bound(1, to: "1"), bound(2, to: "2"), bound(3, to: "3", off: .byPerson, gone: true),
      bound(4, to: "4"), bound(5, to: "4"), bound(6, to: "5", gone: true),
      bound(7, to: "6", off: .removed, gone: true), bound(8, to: nil),
    ]
    try await ledger.write { tx in
      for session in sessions { _ = try tx.insert(session) }
      for channel in channels { _ = try tx.insert(channel) }
    }
    func found(after last: SessionID? = nil, limit: Int = 9) async throws -> [LapsedSession] {
      try await ledger.read { try $0.sessionsToForget(at: now, after: last, limit: limit) }
    }
    let all = (2...4).map { LapsedSession(SessionID(Int64($0)), of: "1") }
    #expect(try await found() == all)
    #expect(try await found(limit: 2) == Array(all.prefix(2)))
    #expect(try await found(after: "3") == Array(all.suffix(1)))
  }

  @Test(arguments: LedgerFactory.all)
  func `a channel that its person switched off or removed does not come back by itself`(
    factory: LedgerFactory
  ) async throws {
    let ledger = try await factory.makeSmallWorld()
    for (number, off) in Channel.Off.allCases.enumerated() {
      let former = channel(Int64(number + 1)) {
        $0.disabledAt = Sample.now
        $0.off = off
      }
      let again = channel(Int64(number + 1)) { $0.id = Channel.ID(Int64(number + 11)) }
      try await ledger.write { tx in
        _ = try tx.insert(former)
        _ = try tx.insert(again)
      }
    }
    #expect(try await all(ledger).map(\.isOn) == [true, false, false, false])
    for number in 1...4 {
      try await ledger.write {
        _ = try $0.apply(.enableChannel("1", .email, address: "a\(number)@example.org"))
      }
    }
    #expect(try await all(ledger).allSatisfy(\.isOn))
  }

  @Test(arguments: LedgerFactory.all)
  func `a move to another number switches nothing on that the person has switched off`(
    factory: LedgerFactory
  ) async throws {
    let ledger = try await factory.makeSmallWorld()
    let off = channel(1) {
      $0.address = "old"
      $0.disabledAt = Sample.now
      $0.off = .byPerson
    }
    let dead = channel(2) {
      $0.address = "old"
      $0.kind = .sms
      $0.disabledAt = Sample.now
    }
    try await ledger.write { tx in
      _ = try tx.insert(off)
      _ = try tx.insert(dead)
      _ = try tx.apply(.moveChannels("1", from: "old", to: "new"))
    }
    #expect(try await all(ledger).map(\.isOn) == [false, true])
    #expect(try await all(ledger).map(\.address) == ["new", "new"])
  }

  @Test(arguments: LedgerFactory.all)
  func `a proved number has its texts on, even where they were off or added before`(
    factory: LedgerFactory
  ) async throws {
    let ledger = try await factory.makeSmallWorld()
    let off = channel(1) {
      $0.kind = .sms
      $0.address = "old"
      $0.disabledAt = Sample.now
      $0.off = .byPerson
    }
    let added = channel(2) {
      $0.kind = .sms
      $0.address = "new"
    }
    try await ledger.write { tx in
      _ = try tx.insert(off)
      _ = try tx.insert(added)
      _ = try tx.apply(.moveChannels("1", from: "old", to: "new"))
    }
    let left = try await all(ledger)
    #expect(left.map(\.address) == ["new"])
    #expect(left.map(\.isOn) == [true])
  }

  @Test(arguments: LedgerFactory.all)
  func `a number's owners are those who can be reached there, two at most`(
    factory: LedgerFactory
  ) async throws {
    let ledger = try await factory.makeSmallWorld()
    func owners(_ kind: ChannelKind = .sms) async throws -> [Person.ID] {
      try await ledger.read { try $0.owners(of: kind, at: "n") }
    }
    func added(_ number: Int64, off: Bool = false) -> Channel {
      channel(number) {
        $0.person = Person.ID(number)
        $0.kind = .sms
        $0.address = "n"
        if off { $0.disabledAt = Sample.now }
      }
    }
    #expect(try await owners() == [])
    let (first, second, third) = (added(1), added(2, off: true), added(3))
    _ = try await ledger.write { try $0.insert(second) }
    #expect(try await owners() == [])
    _ = try await ledger.write { try $0.insert(third) }
    #expect(try await owners() == ["3"])
    _ = try await ledger.write { try $0.insert(first) }
    #expect(try await owners() == ["1", "3"])
    #expect(try await owners(.voice) == [])
  }

  @Test(arguments: LedgerFactory.all)
  func `hearing never goes back in time, and a deleted channel is gone`(
    factory: LedgerFactory
  ) async throws {
    let ledger = try await factory.makeSmallWorld()
    let stored = channel(1)
    _ = try await ledger.write { try $0.insert(stored) }
    #expect(try await ledger.write { try $0.apply(.hearChannel("1", at: Sample.now + 5)) > 0 })
    #expect(
      try await ledger.write { try $0.apply(.hearChannel("1", at: Sample.now + 4)) > 0 } == false)
    #expect(try await all(ledger).map(\.heardAt) == [Sample.now + 5])
    #expect(try await ledger.write { try $0.delete(Channel.self, "1") })
    #expect(try await ledger.write { try $0.delete(Channel.self, "1") } == false)
    #expect(try await all(ledger).isEmpty)
  }

  @Test(arguments: LedgerFactory.all, [true, false])
  func `security notices that wait for a channel can be left waiting`(
    factory: LedgerFactory, keepsNotices: Bool
  ) async throws {
    let ledger = try await factory.makeSmallWorld()
    let keys = ["system:session:5:1:1", "system:channel:7:1:1", "system:drill:4:1:1", "d"]
    let rows = zip(1..., keys).map { number, key -> Delivery in
      var row = Sample.delivery(Int64(number))
      row.dedupeKey = key
      return row
    }
    try await ledger.write { tx in for row in rows { _ = try tx.insert(row) } }
    let count = try await ledger.write {
      try $0.apply(.withdrawFromChannel("1", "1", keepsNotices: keepsNotices, at: Sample.now))
    }
    #expect(count == (keepsNotices ? 2 : 4))
    let after = try await ledger.read { try $0.deliveries(of: "1", limit: 9) }
    #expect(after.count(where: \.isWithdrawn) == count)
    let left: Set<Delivery.ID> = keepsNotices ? ["1", "2"] : []
    #expect(Set(after.filter { $0.state == .ready }.map(\.id)) == left)
  }

  @Test(arguments: LedgerFactory.all)
  func `messages waiting for a channel are withdrawn, except alerts and those in flight`(
    factory: LedgerFactory
  ) async throws {
    let ledger = try await factory.makeSmallWorld()
    var rows = [
      Sample.delivery(1), Sample.delivery(2, priority: .alert), Sample.delivery(3),
      Sample.delivery(4),
    ]
    rows[2].state = .done
    rows[3].channel = "2"
    let stored = rows
    try await ledger.write { tx in for row in stored { _ = try tx.insert(row) } }
    let count = try await ledger.write {
      try $0.apply(.withdrawFromChannel("1", "1", keepsNotices: true, at: Sample.now))
    }
    #expect(count == 1)
    let after = try await ledger.read { try $0.deliveries(of: "1", limit: 9) }
    #expect(after.first { $0.id == "1" }?.isWithdrawn == true)
    #expect(after.count { $0.state == .ready } == 2)
  }

  @Test(arguments: LedgerFactory.all)
  func `quiet hours, and what a code for a channel is for, are kept`(
    factory: LedgerFactory
  ) async throws {
    let ledger = try await factory.makeSmallWorld()
    var person = try #require(try await ledger.read { try $0.person("1") })
    let hours = QuietHours(
      from: try #require(TimeOfDay(minutes: 1_320)), until: try #require(TimeOfDay(minutes: 420)),
      zone: try #require(Zone("Europe/Berlin")))
    person.quietHours = hours
    let changed = person
    #expect(try await ledger.write { try $0.update(changed) })
    #expect(try await ledger.read { try $0.person("1")?.quietHours } == hours)
    var code = Sample.code("code", phoneNumber: "a1@example.org")
    code.purpose = .channel("1", .email)
    let stored = code
    #expect(try await ledger.write { try $0.insert(stored) })
    #expect(try await ledger.read { try $0.oneTimeCode("code") } == stored)
  }
}

import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

@Suite(.temporaryFolder) struct PingConformanceTests {
  @Test(arguments: LedgerFactory.all)
  func `an ordered pair has one pending ping`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    let ping = Sample.ping(1, from: 2, to: 1)
    #expect(try await ledger.write { try $0.insert(ping) })
    #expect(try await ledger.write { try $0.insert(Sample.ping(2, from: 2, to: 1)) } == false)
    #expect(try await ledger.write { try $0.insert(Sample.ping(3, from: 1, to: 2)) })
    #expect(try await ledger.write { try $0.insert(Sample.ping(4, from: 3, to: 1)) })
    #expect(try await ledger.read { try $0.pendingPing(from: "2", to: "1") } == ping)
    #expect(try await ledger.read { try $0.pendingPings(to: "1") }.map(\.id) == ["1", "4"])
  }

  @Test(arguments: LedgerFactory.all)
  func `a ping is answered once`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    let ping = Sample.ping(1)
    var closed = ping
    closed.status = .responded
    closed.closedAt = Sample.now + 5
    var withdrawn = ping
    withdrawn.status = .cleared
    withdrawn.closedAt = Sample.now + 5
    let (responded, cleared) = (closed, withdrawn)
    _ = try await ledger.write { try $0.insert(ping) }
    #expect(try await ledger.write { try $0.update(responded, from: ping) })
    #expect(try await ledger.write { try $0.update(cleared, from: ping) } == false)
    #expect(try await ledger.read { try $0.ping("1") } == responded)
    #expect(try await ledger.write { try $0.insert(Sample.ping(2)) })
  }

  @Test(arguments: LedgerFactory.all)
  func `a ping that was sent again does not expire at its old time`(
    factory: LedgerFactory
  ) async throws {
    let ledger = try await factory.makeSmallWorld()
    let ping = Sample.ping(1)
    var again = ping
    again.sentAt = Sample.now + 60
    again.expiresAt = ping.expiresAt + 60
    var expired = ping
    expired.status = .expired
    expired.closedAt = ping.expiresAt
    let (resent, tooLate) = (again, expired)
    _ = try await ledger.write { try $0.insert(ping) }
    #expect(try await ledger.write { try $0.update(resent, from: ping) })
    #expect(try await ledger.write { try $0.update(tooLate, from: ping) } == false)
    #expect(try await ledger.read { try $0.due(at: ping.expiresAt, limit: 9) as [Ping] } == [])
    #expect(
      try await ledger.read { try $0.due(at: resent.expiresAt, limit: 9) as [Ping] } == [resent])
    #expect(try await ledger.read { try $0.earliest(Ping.self) } == resent.expiresAt)
  }

  @Test(arguments: LedgerFactory.all)
  func `pings of a person are those sent and received, with names`(
    factory: LedgerFactory
  ) async throws {
    let ledger = try await factory.makeSmallWorld()
    var later = Sample.ping(2, from: 1, to: 3)
    later.sentAt = Sample.now + 1
    let sent = later
    try await ledger.write {
      _ = try $0.update(Sample.person(2, firstName: "Grace"))
      _ = try $0.insert(Sample.ping(1, from: 2, to: 1))
      _ = try $0.insert(sent)
      _ = try $0.insert(Sample.ping(3, from: 2, to: 3))
    }
    let facts = try await ledger.read { try $0.pings(of: "1", limit: 9) }
    #expect(facts.map(\.ping.id) == ["2", "1"])
    #expect(facts.map(\.senderName) == ["Ada Lovelace", "Grace Lovelace"])
    let pair = try await ledger.read { try $0.pings(from: "2", to: "1", since: Sample.now) }
    #expect(pair.map(\.id) == ["1"])
    let none = try await ledger.read { try $0.pings(from: "2", to: "1", since: Sample.now + 1) }
    #expect(none == [])
  }

  @Test(arguments: LedgerFactory.all)
  func `after a relation has ended, its pings show the other side's name no more`(
    factory: LedgerFactory
  ) async throws {
    let ledger = try await factory.makeSmallWorld()
    try await ledger.write {
      _ = try $0.insert(Sample.ping(1, from: 2, to: 1))
      _ = try $0.insert(Sample.ping(2, from: 3, to: 1))
      _ = try $0.apply(.deleteRelation("1", "2"))
      _ = try $0.update(Sample.person(1, firstName: "Grace"))
    }
    let left = try await ledger.read { try $0.pings(of: "2", limit: 9) }
    #expect(left.map(\.senderName) == ["Ada Lovelace"])
    #expect(left.map(\.recipientName) == [nil])
    let mine = try await ledger.read { try $0.pings(of: "1", limit: 9) }
    #expect(mine.map(\.senderName) == ["Ada Lovelace", nil])
    #expect(mine.map(\.recipientName) == ["Grace Lovelace", "Grace Lovelace"])
  }

  @Test(arguments: LedgerFactory.all)
  func `a request that waits shows no name in older pings`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    try await ledger.write {
      _ = try $0.insert(Sample.ping(1, from: 2, to: 3))
      _ = try $0.insert(
        Sample.relation(2, 3, isResponder: true, status: .requestedByMe),
        mirror: Sample.relation(3, 2, isDependent: true, status: .requestedByThem))
    }
    let facts = try await ledger.read { try $0.pings(of: "2", limit: 9) }
    #expect(facts.map(\.recipientName) == [nil])
  }
}

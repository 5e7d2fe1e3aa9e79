import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalStorage
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

@Suite(.timeLimit(.minutes(1)), .temporaryFolder) struct InvitationConformanceTests {
  private static func invitation(_ id: Int64, by inviter: Person.ID? = "1") -> Invitation {
    Invitation(
      id: Invitation.ID(id), inviter: inviter, hash: Data([UInt8(id), 9]),
      createdAt: Sample.now + TimeInterval(id), expiresAt: Sample.now + 100 - TimeInterval(id))
  }

  @Test(arguments: LedgerFactory.all)
  func `only open invitations are listed`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    var used = Self.invitation(3)
    used.usedAt = Sample.now
    used.usedBy = "2"
    var withdrawn = Self.invitation(4)
    withdrawn.withdrawnAt = Sample.now
    let all = [
      Self.invitation(1), Self.invitation(2), used, withdrawn, Self.invitation(5, by: "2"),
      Self.invitation(6, by: nil),
    ]
    try await ledger.write { tx in for one in all { _ = try tx.insert(one) } }
    let read = try await ledger.read { tx in
      (
        mine: try tx.openInvitations(by: "1", at: Sample.now).map(\.id),
        late: try tx.openInvitations(by: "1", at: Sample.now + 98).map(\.id),
        open: try tx.openInvitations(at: Sample.now).map(\.id),
        made: try tx.invitations(by: "1", limit: 3).map(\.id)
      )
    }
    #expect(read.mine == ["2", "1"])
    #expect(read.late == ["1"])
    #expect(read.open == ["6", "5", "2", "1"])
    #expect(read.made == ["4", "3", "2"])
  }

  @Test(arguments: LedgerFactory.all)
  func `an invitation is used once, and not after it was withdrawn`(
    factory: LedgerFactory
  ) async throws {
    let ledger = try await factory.makeSmallWorld()
    let at = Sample.now + 50
    try await ledger.write { tx in
      for id in 1...2 { _ = try tx.insert(Self.invitation(Int64(id))) }
    }
    #expect(try await ledger.write { try $0.apply(.useInvitation("1", by: "2", at: at)) } == 1)
    #expect(try await ledger.write { try $0.apply(.useInvitation("1", by: "2", at: at)) } == 0)
    #expect(try await ledger.write { try $0.apply(.withdrawInvitation("1", at: at)) } == 0)
    #expect(try await ledger.write { try $0.apply(.withdrawInvitation("2", at: at)) } == 1)
    #expect(try await ledger.write { try $0.apply(.useInvitation("2", by: "2", at: at)) } == 0)
    let used = try #require(try await ledger.read { try $0.invitation("1") })
    #expect(used.usedAt == at && used.usedBy == "2")
  }

  @Test(arguments: LedgerFactory.all)
  func `a wish is granted once, by the person who used the invitation`(
    factory: LedgerFactory
  ) async throws {
    let ledger = try await factory.makeSmallWorld()
    let at = Sample.now + 50
    try await ledger.write { tx in
      for id in 1...3 {
        var invitation = Self.invitation(Int64(id))
        invitation.wish = .watchOverMe
        _ = try tx.insert(invitation)
      }
    }
    // One opened an account: only that account may accept.
    #expect(try await ledger.write { try $0.apply(.useInvitation("1", by: "2", at: at)) } == 1)
    #expect(
      try await ledger.write { try $0.apply(.acceptInvitation("1", by: "3", at: at + 1)) } == 0)
    #expect(
      try await ledger.write { try $0.apply(.acceptInvitation("1", by: "2", at: at + 1)) } == 1)
    #expect(
      try await ledger.write { try $0.apply(.acceptInvitation("1", by: "2", at: at + 2)) } == 0)
    let first = try #require(try await ledger.read { try $0.invitation("1") })
    #expect(first.usedAt == at && first.acceptedAt == at + 1 && first.wish == .watchOverMe)
    // A member's acceptance uses it up.
    #expect(
      try await ledger.write { try $0.apply(.acceptInvitation("2", by: "2", at: at)) } == 1)
    let second = try #require(try await ledger.read { try $0.invitation("2") })
    #expect(second.usedAt == at && second.usedBy == "2" && second.acceptedAt == at)
    #expect(try await ledger.write { try $0.apply(.withdrawInvitation("3", at: at)) } == 1)
    #expect(
      try await ledger.write { try $0.apply(.acceptInvitation("3", by: "2", at: at)) } == 0)
  }

  @Test(arguments: LedgerFactory.all)
  func `expired invitations are swept after a while`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    try await ledger.write { tx in
      for id in 1...2 { _ = try tx.insert(Self.invitation(Int64(id))) }
    }
    let end = Self.invitation(2).expiresAt + 0.5
    let swept = try await ledger.write { try $0.sweep(.leftovers, before: end, limit: 10) }
    #expect(swept >= 1)
    #expect(try await ledger.read { try $0.invitation("2") } == nil)
    #expect(try await ledger.read { try $0.invitation("1") } != nil)
  }

  @Test(
    arguments: [
      ("created_at", true), ("expires_at", false), ("used_at", false), ("withdrawn_at", false),
    ])
  func `a damaged invitation is counted, and opens nothing where the damage decides`(
    column: String, isOpen: Bool
  ) async throws {
    let ledger = try #require(
      try await LedgerFactory.sqlite.makeSmallWorld() as? SQLiteLedger)
    #expect(try await ledger.write { try $0.insert(Self.invitation(1)) })
    #expect(try await ledger.write { try $0.insert(Self.invitation(2)) })
    try await ledger.damage("UPDATE invitations SET \(column) = 9223372036854775807 WHERE id = 1")
    let found = try #require(try await ledger.read { try $0.invitation(hash: Data([1, 9])) })
    #expect(found.isOpen(at: Sample.now) == isOpen)
    #expect(ledger.unreadableRows == ["invitations": 1])
    let ids: Set<Invitation.ID> = isOpen ? ["1", "2"] : ["2"]
    #expect(Set(try await ledger.read { try $0.openInvitations(at: Sample.now) }.map(\.id)) == ids)
    #expect(
      Set(try await ledger.read { try $0.openInvitations(by: "1", at: Sample.now) }.map(\.id))
        == ids)
    try await ledger.damage("DELETE FROM invitations")
    try await ledger.read { try $0.readDamagedRowsAgain() }
    #expect(ledger.unreadableRows == [:])
  }
}

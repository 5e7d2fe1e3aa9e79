import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

@testable import LifeSignalStorage

@Suite(.temporaryFolder) struct UnreadableTripTests {
  @Test func `a repair gives a trip a count that no reminder has had`() async throws {
    let ledger = try await smallWorld()
    let travel = Travel(
      id: "1", person: "1", note: "", startedAt: Sample.now, dueAt: Sample.now + 60,
      nextFireAt: Sample.now + 60)
    #expect(try await ledger.write { try $0.insert(travel) })
    try await ledger.damage("UPDATE travels SET gen = 9223372036854775807")
    #expect(try await ledger.write { try $0.apply(.requeueTravel("1", at: Sample.now)) } == 1)
    #expect(try await ledger.read { try $0.travel("1") }?.gen == Sample.now.milliseconds)
  }

  @Test func `a trip that has ended is not counted for long`() async throws {
    let ledger = try await smallWorld()
    let now = Sample.now
    let ended = Travel(
      id: "1", person: "1", note: "", startedAt: now, dueAt: now + 60, endedAt: now, end: .arrived)
    #expect(try await ledger.write { try $0.insert(ended) })
    try await ledger.damage("UPDATE travels SET started_at = 9223372036854775807")
    #expect(try await ledger.read { try $0.travels(of: "1", limit: 9) }.map(\.id) == ["1"])
    #expect(ledger.unreadableRows == [:])
    try await ledger.damage("UPDATE travels SET gen = 9223372036854775807")
    #expect(try await ledger.read { try $0.travels(of: "1", limit: 9) } == [])
    #expect(ledger.unreadableRows == ["travels": 1])
    try await ledger.read { try $0.readDamagedRowsAgain() }
    #expect(ledger.unreadableRows == [:])
  }

  private func smallWorld() async throws -> SQLiteLedger {
    try #require(try await LedgerFactory.sqlite.makeSmallWorld() as? SQLiteLedger)
  }
}

import Foundation
import LifeSignalEngine
import LifeSignalModel
import Testing

@Suite struct AlertConformanceTests {
  @Test(arguments: LedgerFactory.all)
  func `at most one alert of a kind is open`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    let first = Alert(id: "1", person: "1", kind: .manual, startedAt: Sample.now)
    let second = Alert(id: "2", person: "1", kind: .manual, startedAt: Sample.now + 1)
    let other = Alert(id: "3", person: "1", kind: .missedCheckIn, gen: 1, startedAt: Sample.now)
    #expect(try await ledger.write { try $0.insert(first) })
    #expect(try await ledger.write { try $0.insert(second) } == false)
    #expect(try await ledger.write { try $0.insert(other) })
    #expect(try await ledger.write { try $0.end("1", at: Sample.now, reason: .endedByPerson) })
    #expect(
      try await ledger.write { try $0.end("1", at: Sample.now, reason: .endedByPerson) } == false)
    #expect(try await ledger.write { try $0.insert(second) })
    #expect(try await ledger.read { try $0.openAlert(of: "1", kind: .manual) } == second)
    let all = try await ledger.read { try $0.alerts(of: "1", kind: .manual, limit: 9) }
    #expect(all.map(\.id) == ["2", "1"])
    #expect(all.last?.endReason == .endedByPerson)
  }

  @Test(arguments: LedgerFactory.all)
  func `a missed deadline raises one alert, ever`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    let alert = Alert(id: "1", person: "1", kind: .missedCheckIn, gen: 5, startedAt: Sample.now)
    var repeated = alert
    repeated.id = "2"
    let again = repeated
    #expect(try await ledger.write { try $0.insert(alert) })
    #expect(try await ledger.write { try $0.end("1", at: Sample.now, reason: .checkedIn) })
    #expect(try await ledger.write { try $0.insert(again) } == false)
    #expect(try await ledger.read { try $0.openAlert(of: "1", kind: .missedCheckIn) } == nil)
  }
}

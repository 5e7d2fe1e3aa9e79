import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

@Suite(.temporaryFolder) struct AlertConformanceTests {
  @Test(arguments: LedgerFactory.all)
  func `at most one alert of a kind is open`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    let first = Alert(id: "1", person: "1", kind: .manual, startedAt: Sample.now)
    let second = Alert(id: "2", person: "1", kind: .manual, startedAt: Sample.now + 1)
    let other = Alert(id: "3", person: "1", kind: .missedCheckIn, gen: 1, startedAt: Sample.now)
    #expect(try await ledger.write { try $0.insert(first) })
    #expect(try await ledger.write { try $0.insert(second) } == false)
    #expect(try await ledger.write { try $0.insert(other) })
    #expect(
      try await ledger.write {
        try $0.apply(.endAlert("1", at: Sample.now, reason: .endedByPerson)) > 0
      })
    #expect(
      try await ledger.write {
        try $0.apply(.endAlert("1", at: Sample.now, reason: .endedByPerson)) > 0
      } == false)
    #expect(try await ledger.write { try $0.insert(second) })
    #expect(try await ledger.read { try $0.openAlert(of: "1", kind: .manual) } == second)
    let all = try await ledger.read { try $0.alerts(of: "1", kind: .manual, limit: 9) }
    #expect(all.map(\.id) == ["2", "1"])
    #expect(all.last?.endReason == .endedByPerson)
  }

  @Test(arguments: LedgerFactory.all)
  func `a key belongs to one alert of its person`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    let first = Alert(id: "1", person: "1", kind: .manual, startedAt: Sample.now)
    let theirs = Alert(id: "2", person: "2", kind: .manual, startedAt: Sample.now)
    for alert in [first, theirs] { #expect(try await ledger.write { try $0.insert(alert) }) }
    #expect(try await ledger.write { try $0.apply(.keepAlertKey("k", of: "1", alert: "1")) > 0 })
    #expect(
      try await ledger.write { try $0.apply(.keepAlertKey("k", of: "1", alert: "1")) > 0 } == false)
    #expect(try await ledger.write { try $0.apply(.keepAlertKey("k", of: "2", alert: "2")) > 0 })
    #expect(try await ledger.read { try $0.alert(of: "1", key: "k") } == first)
    #expect(try await ledger.read { try $0.alert(of: "2", key: "k") } == theirs)
    #expect(try await ledger.read { try $0.alert(of: "1", key: "another") } == nil)
  }

  @Test(arguments: LedgerFactory.all)
  func `older alerts of the same kind follow one`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    func alert(_ id: Int64, _ kind: Alert.Kind, at seconds: TimeInterval) -> Alert {
      Alert(
        id: AlertRecord.ID(id), person: "1", kind: kind, gen: kind == .manual ? nil : id,
        startedAt: Sample.now + seconds)
    }
    let alerts = [
      alert(1, .manual, at: 0), alert(2, .manual, at: 1), alert(3, .missedCheckIn, at: 1),
      alert(4, .manual, at: 2),
    ]
    for alert in alerts {
      #expect(try await ledger.write { try $0.insert(alert) })
      #expect(
        try await ledger.write {
          try $0.apply(.endAlert(alert.id, at: Sample.now + 9, reason: .endedByPerson)) > 0
        })
    }
    let older = try await ledger.read {
      try $0.alerts(of: "1", olderThan: alerts[3], limit: 9)
    }
    #expect(older.map(\.id) == ["2", "1"])
    let one = try await ledger.read { try $0.alerts(of: "1", olderThan: alerts[3], limit: 1) }
    #expect(one.map(\.id) == ["2"])
  }

  @Test(arguments: LedgerFactory.all)
  func `a missed deadline raises one alert, ever`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    let alert = Alert(id: "1", person: "1", kind: .missedCheckIn, gen: 5, startedAt: Sample.now)
    var repeated = alert
    repeated.id = "2"
    let again = repeated
    #expect(try await ledger.write { try $0.insert(alert) })
    #expect(
      try await ledger.write {
        try $0.apply(.endAlert("1", at: Sample.now, reason: .checkedIn)) > 0
      })
    #expect(try await ledger.write { try $0.insert(again) } == false)
    #expect(try await ledger.read { try $0.openAlert(of: "1", kind: .missedCheckIn) } == nil)
  }
}

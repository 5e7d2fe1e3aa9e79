import Foundation
import LifeSignalEngine
import LifeSignalModel
import LifeSignalTestSupport
import LifeSignalTestTraits
import Testing

@Suite(.temporaryFolder) struct EscalationConformanceTests {
  private static let alert = Alert(
    id: "70", person: "1", kind: .missedCheckIn, gen: 1, startedAt: Sample.now)

  private func row(fires: Date = Sample.now + 60) -> Escalation {
    Escalation(
      alert: "70", person: "1",
      steps: [.init(responders: ["2"], wait: 60), .init(responders: ["2", "3"], wait: 90.5)],
      rounds: 2, stage: .held, step: 1, round: 2, calls: 4, nextFireAt: fires, gen: 7,
      told: ["3", "2"], holder: "2", heldSince: Sample.now + 1, offeredTo: "3",
      exhaustedAt: Sample.now + 2)
  }

  private func makeLedger(_ factory: LedgerFactory) async throws -> any Ledger {
    let ledger = try await factory.makeSmallWorld()
    let row = row()
    try await ledger.write { tx in
      _ = try tx.insert(Self.alert)
      _ = try tx.insert(row)
    }
    return ledger
  }

  @Test(arguments: LedgerFactory.all)
  func `a row comes back as it was, once per alarm`(factory: LedgerFactory) async throws {
    let ledger = try await makeLedger(factory)
    let row = row()
    #expect(try await ledger.read { try $0.escalation("70") } == row)
    #expect(try await ledger.read { try $0.escalation("71") } == nil)
    #expect(try await ledger.read { try $0.escalations(heldBy: "2") } == [row])
    #expect(try await ledger.read { try $0.escalations(heldBy: "3") }.isEmpty)
    #expect(try await ledger.read { try $0.alert("70") } == Self.alert)
    #expect(try await ledger.read { try $0.openAlerts(of: "1") } == [Self.alert])
    #expect(try await ledger.write { try $0.insert(row) } == false)
  }

  @Test(arguments: LedgerFactory.all)
  func `one of two changes to one row wins`(factory: LedgerFactory) async throws {
    let ledger = try await makeLedger(factory)
    let old = row()
    var changed = old
    changed.gen = 8
    changed.holder = "3"
    changed.offeredTo = nil
    changed.told = ["3", "2", "1"]
    changed.steps = [.init(responders: ["3"], wait: 30)]
    let new = changed
    #expect(try await ledger.write { try $0.update(new, from: old) })
    #expect(try await ledger.write { try $0.update(new, from: old) } == false)
    #expect(try await ledger.read { try $0.escalation("70") } == new)
    var ended = new
    ended.gen = 9
    ended.nextFireAt = nil
    ended.endedAt = Sample.now + 9
    let end = ended
    #expect(try await ledger.write { try $0.update(end, from: new) })
    // What has ended changes no more.
    #expect(try await ledger.write { try $0.update(end, from: end) } == false)
    #expect(try await ledger.read { try $0.earliest(Escalation.self) } == nil)
    #expect(try await ledger.read { try $0.escalations(heldBy: "3") }.isEmpty)
  }

  @Test(arguments: LedgerFactory.all)
  func `due rows come earliest first`(factory: LedgerFactory) async throws {
    let ledger = try await makeLedger(factory)
    try await ledger.write { tx in
      _ = try tx.insert(
        Alert(id: "80", person: "2", kind: .manual, startedAt: Sample.now))
      _ = try tx.insert(
        Escalation(alert: "80", person: "2", steps: [], nextFireAt: Sample.now + 30))
    }
    let now = Sample.now
    #expect(try await ledger.read { try $0.earliest(Escalation.self) } == now + 30)
    let due = try await ledger.read { try $0.due(at: now + 60, limit: 9) as [Escalation] }
    #expect(due.map(\.alert) == ["80", "70"])
    #expect(try await ledger.read { try $0.due(at: now + 60, limit: 1) as [Escalation] }.count == 1)
    #expect(try await ledger.read { try $0.due(at: now + 29, limit: 9) as [Escalation] }.isEmpty)
  }

  @Test(arguments: LedgerFactory.all)
  func `a plan is replaced and removed`(factory: LedgerFactory) async throws {
    let ledger = try await factory.makeSmallWorld()
    let first = EscalationPlan(steps: [.init(responders: ["2", "3"], wait: 60)], rounds: 1)
    let second = EscalationPlan(steps: [.init(responders: ["3"])], rounds: 5)
    for plan in [first, second] {
      try await ledger.write { _ = try $0.apply(.setEscalationPlan("1", plan)) }
      #expect(try await ledger.read { try $0.escalationPlan(of: "1") } == plan)
    }
    #expect(try await ledger.read { try $0.escalationPlan(of: "2") } == nil)
    try await ledger.write { _ = try $0.apply(.setEscalationPlan("1", nil)) }
    #expect(try await ledger.read { try $0.escalationPlan(of: "1") } == nil)
  }

  @Test(arguments: LedgerFactory.all)
  func `with the person goes all of it`(factory: LedgerFactory) async throws {
    let ledger = try await makeLedger(factory)
    try await ledger.write { tx in
      _ = try tx.apply(.setEscalationPlan("1", EscalationPlan(steps: [.init(responders: ["2"])])))
      _ = try tx.delete(Sample.person(1))
    }
    #expect(try await ledger.read { try $0.escalation("70") } == nil)
    #expect(try await ledger.read { try $0.escalationPlan(of: "1") } == nil)
    #expect(try await ledger.read { try $0.earliest(Escalation.self) } == nil)
  }

  @Test(arguments: LedgerFactory.all)
  func `one put back into its queue forgets who may know of it only where everybody may`(
    factory: LedgerFactory
  ) async throws {
    let later = Sample.now + 9
    let named = [EscalationPlan.Step(responders: ["2"], wait: 60)]
    let others = [EscalationPlan.Step(responders: ["3"], wait: 60)]
    for (kind, kept) in [(Alert.Kind.duress, named), (.manual, [])] {
      let ledger = try await factory.makeSmallWorld()
      let alert = Alert(id: "70", person: "1", kind: kind, gen: 61, startedAt: Sample.now)
      try await ledger.write { tx in
        _ = try tx.insert(alert)
        _ = try tx.insert(
          Escalation(alert: "70", person: "1", steps: named, nextFireAt: Sample.now))
      }
      #expect(
        try await ledger.write { try $0.apply(.requeueEscalation("70", steps: [], at: later)) > 0 })
      let row = try #require(try await ledger.read { try $0.escalation("70") })
      #expect(row.steps == kept)
      #expect(row.stage == .broadcasting && row.nextFireAt == later)
      #expect(
        try await ledger.write {
          try $0.apply(.requeueEscalation("70", steps: others, at: later)) > 0
        })
      #expect(try await ledger.read { try $0.escalation("70") }?.steps == others)
    }
  }

  @Test(arguments: LedgerFactory.all)
  func `one put back into its queue keeps its holder and answers, but calls all in duress`(
    factory: LedgerFactory
  ) async throws {
    for (kind, holder) in [(.manual, "2"), (.duress, nil)] as [(Alert.Kind, Person.ID?)] {
      let ledger = try await factory.makeSmallWorld()
      let alert = Alert(id: "70", person: "1", kind: kind, gen: 61, startedAt: Sample.now)
      var stored = row()
      stored.helpers = [.init(person: "3", isComing: true, turns: 1, mayHold: false)]
      let old = stored
      try await ledger.write { tx in
        _ = try tx.insert(alert)
        _ = try tx.insert(old)
        _ = try tx.apply(.requeueEscalation("70", steps: [], at: Sample.now + 9))
      }
      let new = try #require(try await ledger.read { try $0.escalation("70") })
      #expect(new.holder == holder && new.heldSince == (holder == nil ? nil : old.heldSince))
      #expect(new.stage == (holder == nil ? .broadcasting : .held))
      #expect(
        new.helpers
          == [.init(person: "3", isComing: holder != nil, turns: 1, mayHold: false)])
    }
  }

  @Test(arguments: LedgerFactory.all)
  func `a lost escalation is made again, for those who can know of its alert`(
    factory: LedgerFactory
  ) async throws {
    let ledger = try await factory.makeSmallWorld()
    let alert = Alert(id: "70", person: "1", kind: .duress, gen: 61, startedAt: Sample.now)
    let steps = [EscalationPlan.Step(responders: ["3"], wait: 60)]
    #expect(try await ledger.write { try $0.insert(alert) })
    #expect(
      try await ledger.write {
        try $0.apply(.requeueEscalation("70", steps: steps, at: Sample.now)) > 0
      })
    let row = try #require(try await ledger.read { try $0.escalation("70") })
    #expect(row.steps == steps && row.person == "1" && row.told.isEmpty)
    // Messages are known by the numbers of calls: those of the lost row are not used again.
    #expect(row.calls >= 1_000)
    #expect(
      try await ledger.write {
        try $0.apply(.requeueEscalation("71", steps: steps, at: Sample.now)) > 0
      }
        == false)
  }
}

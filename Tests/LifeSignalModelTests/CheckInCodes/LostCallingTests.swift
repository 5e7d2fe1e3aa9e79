import Foundation
import LifeSignalModel
import Testing

/// Mara has chosen Theo; Ines is never to be told. The row that says so is gone, or says nothing.
@Suite struct `A silent alarm whose calling is lost` {
  private static let alert = Alert(
    id: "50", person: "1", kind: .duress, gen: 70, startedAt: Cast.start)
  private static let sheet = CheckInSheet(
    id: "60", person: "1", createdAt: Cast.start, silentGroup: 2, told: ["2"], kept: ["3"])

  /// Who is called, as the auditor leaves it.
  private func called(
    _ kind: AuditFinding.Kind = .alarmUncalled, _ change: (inout RepairFacts) -> Void
  ) throws -> [Person.ID] {
    var facts = RepairFacts(alert: Self.alert, responders: [Cast.theo, Cast.ines])
    change(&facts)
    let decision = RepairRules.repair(
      AuditFinding(kind, 50), facts, moment: Cast.moment(60))
    #expect(decision.changes.isEmpty && decision.notifications.isEmpty)
    guard
      case .requeueEscalation("50", let steps, at: Cast.moment(60).now)? =
        decision.mutations.first
    else { throw Refusal.alarmNotFound }
    return steps.flatMap(\.responders).sorted()
  }

  @Test(arguments: [AuditFinding.Kind.alarmUncalled, .alarmUnheard, .alarmLate])
  func `is for those whom the sheet names`(kind: AuditFinding.Kind) throws {
    #expect(try called(kind) { $0.sheet = Self.sheet } == ["2"])
  }

  @Test func `calls those who were notified already, even when the sheet is gone`() throws {
    #expect(try called { $0.told = ["2"] } == ["2"])
  }

  @Test func `calls only the responders on record as notified`() throws {
    #expect(
      try called {
        $0.sheet = Self.sheet
        $0.told = ["4"]
      } == ["4"])
  }

  @Test func `does not call a responder who joined after the sheet was made`() throws {
    var sheet = Self.sheet
    sheet.kept = []
    // Ines came later: on the sheet she is neither chosen nor left out.
    #expect(
      try called {
        $0.sheet = sheet
        $0.responders = [Cast.ines]
      } == [])
    #expect(
      try called {
        $0.sheet = sheet
        $0.responders = [Cast.ines]
        $0.told = ["2"]
      } == ["2"])
  }

  @Test func `stays for those it was for where its row still says so`() throws {
    #expect(
      try called {
        $0.sheet = Self.sheet
        $0.escalation = Escalation(
          alert: "50", person: "1", steps: [.init(responders: ["4"], wait: 60)])
      } == ["4"])
  }

  @Test func `calls no one rather than a responder it is kept from`() throws {
    #expect(try called { _ in } == [])
    #expect(
      try called {
        $0.sheet = Self.sheet
        $0.responders = [Cast.ines]
      } == [])
  }

  @Test func `is for everybody where it is not silent`() throws {
    #expect(
      try called {
        $0.alert?.kind = .manual
        $0.sheet = Self.sheet
      } == [])
  }
}

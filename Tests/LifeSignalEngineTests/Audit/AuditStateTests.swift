import Foundation
import LifeSignalModel
import Testing

@testable import LifeSignalEngine

@Suite struct `The auditor counts` {
  private let now = Date(milliseconds: 1_767_600_000_000)
  private let finding = AuditFinding(.messageGivenUp, 7)

  private func look(_ subjects: Int64...) -> [AuditLook] {
    [AuditLook(kind: finding.kind, after: .min, page: AuditPage(subjects: subjects))]
  }

  @Test func `no repair for what it cannot repair, nor for what is gone without one`() {
    var state = AuditState()
    #expect(state.note(look(7), at: now).toRepair == [finding])
    #expect(state.note(look(7), at: now + 1).toRepair == [finding])
    #expect(state.sightings.map(\.repairs) == [0])
    #expect(state.note(look(), at: now + 2).gone.map(\.repairs) == [0])
    #expect(state.report(patience: 5, at: now + 2).repaired == [:])
  }

  @Test func `a repair that was done, and a finding that is gone after it`() {
    var state = AuditState()
    _ = state.note(look(7), at: now)
    state.noteRepair(of: finding)
    #expect(state.sightings.map(\.repairs) == [1])
    #expect(state.note(look(), at: now + 1).gone.map(\.repairs) == [1])
    #expect(state.report(patience: 5, at: now + 1).repaired == [.messageGivenUp: 1])
  }
}

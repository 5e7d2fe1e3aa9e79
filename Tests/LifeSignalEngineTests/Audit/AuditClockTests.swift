import Foundation
import LifeSignalModel
import Testing

@testable import LifeSignalEngine

/// What is broken is repaired whatever becomes of the wall clock meanwhile.
@Suite struct `The auditor when the clock is set back` {
  private let now = Date(milliseconds: 1_767_600_000_000)
  private let looks = [
    AuditLook(kind: .missedWithoutAlarm, after: .min, page: AuditPage(subjects: [7]))
  ]

  @Test func `goes on repairing what is still broken`() {
    var state = AuditState()
    #expect(state.note(looks, at: now).toRepair.count == 1)
    #expect(state.note(looks, at: now + 0.5).toRepair.isEmpty)
    #expect(state.note(looks, at: now - 3_600).toRepair.count == 1)
    #expect(state.note(looks, at: now - 3_599.5).toRepair.isEmpty)
  }

  @Test func `calls overdue what was found later than now`() {
    var state = AuditState()
    _ = state.note(looks, at: now)
    #expect(state.report(patience: 5, at: now + 4).unrepaired == 0)
    #expect(state.report(patience: 5, at: now + 5).unrepaired == 1)
    #expect(state.report(patience: 5, at: now - 3_600).unrepaired == 1)
  }

  @Test func `waits no longer than ever before it calls something late`() {
    var state = AuditState()
    #expect(state.plan(at: now).startedAt == now)
    #expect(state.plan(at: now + 60).startedAt == now)
    #expect(state.plan(at: now - 3_600).startedAt == now - 3_600)
  }
}

import Foundation
import LifeSignalModel

extension Engine {
  /// What is stored about the subject of a finding. A row that cannot be read is none: the finding may
  /// be just that.
  func repairFacts(
    _ finding: AuditFinding, in tx: any LedgerSnapshot
  ) throws -> RepairFacts {
    var facts = RepairFacts()
    switch finding.kind {
    case .missedWithoutAlarm, .watchWithoutTimer, .watchLate:
      let person = Person.ID(finding.subject)
      facts.me = try readable { try recipient(person, in: tx) }
      facts.watch = try readable { try tx.watch(of: person) } ?? nil
      facts.alert =
        try tx.openAlert(of: person, kind: .missedCheckIn)
        ?? tx.alerts(of: person, kind: .missedCheckIn, limit: 1).first
    case .journeyWithoutAlarm, .journeyWithoutTimer, .journeyLate:
      facts.travel = try readable { try tx.travel(TravelData.ID(finding.subject)) } ?? nil
      if let person = facts.travel?.person {
        facts.alert = try tx.openAlert(of: person, kind: .travel)
      }
    case .alarmUntold:
      facts.alert = try readable { try tx.alert(AlertRecord.ID(finding.subject)) } ?? nil
      guard let alert = facts.alert else { break }
      facts.me = try recipient(alert.person, in: tx)
      facts.responders = try tx.responders(of: alert.person)
      facts.watch = try tx.watch(of: alert.person)
      if alert.kind == .travel, let number = alert.gen {
        facts.travel = try tx.travel(TravelData.ID(number))
      }
    case .alarmLate:
      facts.escalation =
        try readable { try tx.escalation(AlertRecord.ID(finding.subject)) } ?? nil
    case .alarmUncalled, .alarmUnheard, .pingLate, .deliveryLate, .deliveryStranded:
      break
    }
    return facts
  }

  private func readable<Value>(_ read: () throws -> Value) throws -> Value? {
    do {
      return try read()
    } catch LedgerError.corrupt {
      return nil
    } catch is Refusal {
      return nil
    }
  }
}

import Foundation
import LifeSignalModel

extension Engine {
  /// The stored facts about the subject of a finding. An unreadable row counts as missing: that may
  /// be the very finding.
  func repairFacts(
    _ finding: AuditFinding, in tx: any LedgerSnapshot
  ) throws -> RepairFacts {
    var facts = RepairFacts()
    switch finding.kind {
    case .missedWithoutAlarm, .watchWithoutTimer, .watchLate:
      let person = Person.ID(finding.subject)
      facts.me = try readable { try tx.recipient(person) }
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
      facts.me = try tx.recipient(alert.person)
      facts.responders = try tx.responders(of: alert.person)
      facts.watch = try tx.watch(of: alert.person)
      if alert.kind == .travel, let number = alert.gen {
        facts.travel = try tx.travel(TravelData.ID(number))
      }
    case .alarmLate, .alarmUncalled, .alarmUnheard, .alarmStuck:
      let id = AlertRecord.ID(finding.subject)
      facts.escalation = try readable { try tx.escalation(id) } ?? nil
      facts.alert = try readable { try tx.alert(id) } ?? nil
      if let alert = facts.alert, alert.kind == .duress {
        try addAudience(of: alert, to: &facts, tx)
      }
    case .deliveryLate:
      let row = try readable { try tx.delivery(Delivery.ID(finding.subject)) } ?? nil
      if let row, couriers[row.kind] == nil { facts.uncarried = row }
    case .watchMissing:
      let person = Person.ID(finding.subject)
      facts.me = try readable { try tx.recipient(person) }
      facts.watch = try tx.watch(of: person)
      facts.alert = try tx.openAlert(of: person, kind: .missedCheckIn)
      facts.lastCheckIn = try readable { try tx.checkIns(of: person, limit: 1).first?.at } ?? nil
    case .codeLate, .pingLate, .deliveryStranded, .messageGivenUp, .messageUnreadable,
      .alarmUnreached, .alarmWithoutMessage, .alarmContradicted, .personMissing, .relationBroken,
      .relationUnknown, .channelDamaged, .rowUnreadable:
      break
    }
    return facts
  }

  /// Adds the evidence for who may know of a duress alert when its own row does not show that.
  private func addAudience(
    of alert: Alert, to facts: inout RepairFacts, _ tx: any LedgerSnapshot
  ) throws {
    facts.responders = try tx.responders(of: alert.person)
    facts.sheet =
      try readable {
        try alert.gen.flatMap { try tx.checkInCode(CheckInCode.ID($0)) }
          .flatMap { try tx.checkInSheet($0.sheet) }
      } ?? nil
    let record = try readable { try tx.sealedEntries(of: alert.id) } ?? []
    facts.told = record.filter { $0.kind == .told }.compactMap(\.other)
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

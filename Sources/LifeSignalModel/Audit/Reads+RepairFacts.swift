extension Reads {
  /// The stored facts about the subject of a finding. An unreadable row counts as missing: that may
  /// be the very finding.
  /// - Parameter carried: the kinds of channel that have a courier.
  func repairFacts(_ finding: AuditFinding, carried: Set<ChannelKind>) throws -> RepairFacts {
    var facts = RepairFacts()
    switch finding.kind {
    case .missedWithoutAlarm, .watchWithoutTimer, .watchLate:
      let person = Person.ID(finding.subject)
      facts.me = try readable { try recipient(person) }
      facts.watch = try readable { try watch(of: person) } ?? nil
      facts.alert =
        try openAlert(of: person, kind: .missedCheckIn)
        ?? alerts(of: person, kind: .missedCheckIn, limit: 1).first
    case .journeyWithoutAlarm, .journeyWithoutTimer, .journeyLate:
      facts.travel = try readable { try travel(TravelData.ID(finding.subject)) } ?? nil
      if let person = facts.travel?.person {
        facts.alert = try openAlert(of: person, kind: .travel)
      }
    case .alarmUntold:
      facts.alert = try readable { try self.alert(AlertRecord.ID(finding.subject)) } ?? nil
      guard let alert = facts.alert else { break }
      facts.me = try recipient(alert.person)
      facts.responders = try responders(of: alert.person)
      facts.watch = try watch(of: alert.person)
      facts.travel = try travel(of: alert)
    case .alarmLate, .alarmUncalled, .alarmUnheard, .alarmStuck:
      let id = AlertRecord.ID(finding.subject)
      facts.escalation = try readable { try escalation(id) } ?? nil
      facts.alert = try readable { try alert(id) } ?? nil
      if let alert = facts.alert, alert.kind == .duress {
        try addAudience(of: alert, to: &facts)
      }
    case .deliveryLate:
      let row = try readable { try delivery(Delivery.ID(finding.subject)) } ?? nil
      if let row, !carried.contains(row.kind) { facts.uncarried = row }
    case .watchMissing:
      let person = Person.ID(finding.subject)
      facts.me = try readable { try recipient(person) }
      facts.watch = try watch(of: person)
      facts.alert = try openAlert(of: person, kind: .missedCheckIn)
      facts.lastCheckIn = try readable { try checkIns(of: person, limit: 1).first?.at } ?? nil
      facts.hasResponders = try responderCount(of: person) > 0
    case .codeLate, .pingLate, .deliveryStranded, .messageGivenUp, .messageUnreadable,
      .alarmUnreached, .alarmWithoutMessage, .alarmContradicted, .personMissing, .relationBroken,
      .relationUnknown, .channelDamaged, .rowUnreadable:
      break
    }
    return facts
  }

  /// Adds the evidence for who may know of a duress alert when its own row does not show that.
  private func addAudience(of alert: Alert, to facts: inout RepairFacts) throws {
    facts.responders = try responders(of: alert.person)
    facts.sheet =
      try readable {
        try alert.gen.flatMap { try checkInCode(CheckInCode.ID($0)) }
          .flatMap { try checkInSheet($0.sheet) }
      } ?? nil
    let record = try readable { try sealedEntries(of: alert.id) } ?? []
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

extension Reads {
  func replyFacts(_ reply: Reply, at moment: Moment) throws -> ReplyFacts {
    var facts = ReplyFacts(sender: nil)
    guard let person = try person(phoneNumber: reply.from) ?? owner(of: reply.from) else {
      return facts
    }
    facts.sender = try recipient(person.id)
    facts.isRepeated = try hasReply(reply.id)
    switch ReplyText(reply.text).word {
    case .fine, .one:
      facts.checkIn = try signOfLifeFacts(of: person.id)
      facts.pings = try pendingPingParties(to: person.id)
      facts.ownMark = try ownMark(of: person.id, moment.secrets)
    case .later: facts.checkIn = try checkInFacts(of: person.id)
    case .onIt:
      facts.alarms = try alarms(toldTo: person.id)
      for alarm in facts.alarms {
        facts.marks[alarm.alert.id] = moment.secrets.mark(of: .alert(alarm.alert.id, to: person.id))
      }
    case .stop:
      facts.former = try channel(of: person.id, .sms, at: reply.from)
      facts.dependents = try contacts(of: person.id)
        .filter { $0.relation.status == .accepted && $0.relation.isDependent }
        .map { try recipient($0.peer.id) }
    case .start, nil: break
    }
    return facts
  }

  /// Nil while no alert of theirs is on. A duress alert changes nothing that they could notice.
  public func ownMark(of person: Person.ID, _ secrets: any Secrets) throws -> ReplyMark? {
    guard try openAlerts(of: person).contains(where: { !$0.isSilent }) else { return nil }
    return secrets.mark(of: .countdown(of: person, gen: try watch(of: person)?.gen ?? 0))
  }

  /// The person who has added this number as theirs; nil if several have, as they cannot be told
  /// apart.
  private func owner(of number: String) throws -> Person? {
    let owners = try owners(of: .sms, at: number)
    guard owners.count == 1 else { return nil }
    return try person(owners[0])
  }

  /// The alerts about which they have had messages, the newest message first.
  private func alarms(toldTo me: Person.ID) throws -> [EscalationFacts] {
    var seen: Set<AlertRecord.ID> = []
    return try newestDeliveries(of: me).compactMap { delivery in
      guard let alert = delivery.alert, seen.insert(alert).inserted else { return nil }
      return try readableEscalationFacts(of: alert)
    }
  }
}

import LifeSignalModel

extension LedgerSnapshot {
  /// Whether a promised message is still to be sent. Between the promise and a late attempt a
  /// relation may have ended, a ping been cleared, or a check-in been made.
  func isOwed(_ delivery: Delivery) throws -> Bool {
    switch delivery.premise {
    case .responderOf(let person):
      return try watches(delivery.person, person)
    case .call(let person, let alert):
      // When the alert cannot be found, the message is sent rather than withheld.
      guard try watches(delivery.person, person) else { return false }
      let isOpen = try self.alert(alert)?.isOpen ?? true
      // A person who called for help by hand may have been forced to end the alert, so each responder
      // still gets the first message about it.
      if !isOpen { return try delivery.priority == .alert && isFirstWord(delivery) }
      guard let escalation = try escalation(alert) else { return true }
      if escalation.isCalling { return !escalation.isHelping(delivery.person) }
      // The responder who has the alert may be the danger, so the first message to each other responder
      // still goes out on every channel.
      return try !escalation.isHelping(delivery.person) && isFirstCall(delivery, about: alert)
    case .alarm(let person, let alert):
      return try self.alert(alert)?.isOpen ?? true && watches(delivery.person, person)
    case .request(let asker):
      let relation = try relation(of: delivery.person, with: asker)
      return relation?.status == .requestedByThem || relation?.responderRequest == .requestedByThem
    case .pendingPing(let id):
      return try ping(id)?.status == .pending
    case .deadline(let gen):
      return try watch(of: delivery.person)?.gen == gen
    case .travel(let id, let gen):
      let travel = try travel(id)
      return travel?.gen == gen && travel?.isOpen == true && travel?.isOverdue == false
    case nil:
      return true
    }
  }

  /// Whether the recipient may still know nothing: all earlier messages were pushes, which may be waiting
  /// for a device that is switched off, and no device has shown one.
  private func isFirstWord(_ delivery: Delivery) throws -> Bool {
    if delivery.rank == 0 { return true }
    guard let entry = delivery.notification else { return false }
    return try deliveries(of: entry).allSatisfy {
      $0.rank >= delivery.rank || $0.kind.isPush && $0.rung < .shown
    }
  }

  /// Whether it belongs to the first call of its recipient, and no device has shown one yet.
  private func isFirstCall(_ delivery: Delivery, about alert: AlertRecord.ID) throws -> Bool {
    let calls = try deliveries(about: alert).filter {
      $0.person == delivery.person && $0.calledAlarm != nil
    }
    guard calls.allSatisfy({ $0.rung < .shown }) else { return false }
    return calls.min { $0.id < $1.id }?.notification == delivery.notification
  }

  private func watches(_ responder: Person.ID, _ person: Person.ID) throws -> Bool {
    let relation = try relation(of: responder, with: person)
    return relation?.status == .accepted && relation?.isDependent == true
  }
}

import LifeSignalModel

extension LedgerSnapshot {
  /// Whether a promised message is still to be sent. Between the promise and a late attempt a
  /// relation may have ended, a ping been cleared, or a check-in been made.
  func isOwed(_ delivery: Delivery) throws -> Bool {
    switch delivery.premise {
    case .responderOf(let person):
      let relation = try relation(of: delivery.person, with: person)
      return relation?.status == .accepted && relation?.isDependent == true
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
}

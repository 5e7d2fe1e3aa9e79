/// Which messages about an alert are still sent after a responder has answered it, or after it has ended.
extension Delivery {
  /// Whether the recipient may still know nothing: all earlier messages were pushes, which may be waiting
  /// for a device that is switched off, and no device has shown one.
  /// - Parameter calls: the messages that called the recipient for help in this alert.
  public func isFirstWord(among calls: [Delivery]) -> Bool {
    let others = calls.filter { $0.id != id }
    guard others.allSatisfy({ !$0.hasArrived }) else { return false }
    // Only a damaged row names no entry: it is sent rather than withheld.
    guard let notification else { return true }
    return others.allSatisfy {
      $0.notification != notification || $0.rank >= rank || $0.kind.isPush
    }
  }

  /// Whether it belongs to the first call of its recipient, and no device has shown one yet.
  /// - Parameter calls: the messages that called the recipient for help in this alert.
  public func isFirstCall(among calls: [Delivery]) -> Bool {
    guard calls.allSatisfy({ $0.rung < .shown }) else { return false }
    return calls.min { $0.id < $1.id }?.notification == notification
  }

  /// Whether its recipient has it for all we know. A push may wait for a device that is switched off.
  private var hasArrived: Bool { kind.isPush ? rung >= .shown : rung >= .accepted }
}

extension Escalation {
  /// Whether this answer is still true.
  public func holds(_ answer: Delivery.Answer) -> Bool {
    answer.isJoining ? isHelping(answer.by) : holder == answer.by
  }
}

/// Who knows of an open alert. Every screen checks the cases in this order, so that two screens never
/// contradict each other.
public enum AlertReach: Equatable, Sendable {
  /// A responder is on it; without a name where the account is gone.
  case held(by: String?)
  /// There is no one to contact: the person has to call for help themselves.
  case noOne
  /// Everyone was contacted, had time to answer, and did not.
  case unanswered
  case contacted(Int)
}

extension AlarmData {
  /// - Parameter hasResponders: whether the person has any responder now; those who were contacted
  ///   may have left since.
  public func reach(hasResponders: Bool = true) -> AlertReach {
    if holder != nil { return .held(by: holderName) }
    if toldCount == 0 || !hasResponders { return .noOne }
    return isUnanswered ? .unanswered : .contacted(toldCount)
  }
}

extension AlarmDetails {
  public var reach: AlertReach {
    alarm.reach(hasResponders: !recipients.isEmpty || !waiting.isEmpty)
  }
}

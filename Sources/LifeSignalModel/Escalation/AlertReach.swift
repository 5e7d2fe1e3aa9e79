/// The responders who know of an open alert. Every screen checks the cases in this order, so that
/// two screens never contradict each other.
public enum AlertReach: Equatable, Sendable {
  /// A responder is on it; without a name where the account is gone.
  case held(by: String?)
  /// This many responders answered that they are coming, and none of them has the alert.
  case coming(Int)
  /// Everyone was tried, and no message can reach any of them: the person has to call for help themselves.
  case unreachable
  /// There is no one to contact: the person has to call for help themselves.
  case noOne
  /// Everyone was contacted and had time to answer, and no one is on it.
  case unanswered
  case contacted(Int)

  /// Whether help that does not need us must come first on the page.
  public var isAlone: Bool { self == .noOne || self == .unreachable }
}

extension AlarmData {
  /// - Parameter hasResponders: whether the person has any responder now; those who were contacted
  ///   may have left since.
  public func reach(hasResponders: Bool = true) -> AlertReach {
    if holder != nil { return .held(by: holderName) }
    guard hasResponders else { return .noOne }
    if comingCount > 0 { return .coming(comingCount) }
    if isUnreachable { return .unreachable }
    if toldCount == 0 { return .noOne }
    return isUnanswered ? .unanswered : .contacted(toldCount)
  }
}

extension AlarmDetails {
  public var reach: AlertReach {
    alarm.reach(hasResponders: !recipients.isEmpty || !waiting.isEmpty)
  }
}

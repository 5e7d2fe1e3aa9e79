/// What a member's situation is, seen by themselves.
public enum UserStatus: String, CaseIterable, Equatable, Codable, Sendable {
  case active
  case nonResponsive
  case alertActive

  /// The first that holds wins: a raised alert, a missed check-in, all well.
  public init(alertActive: Bool, nonResponsive: Bool) {
    self = alertActive ? .alertActive : nonResponsive ? .nonResponsive : .active
  }
}

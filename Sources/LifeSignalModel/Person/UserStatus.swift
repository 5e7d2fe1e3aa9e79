/// A member's situation, as they see it themselves.
public enum UserStatus: String, CaseIterable, Equatable, Codable, Sendable {
  case active
  case nonResponsive
  case alertActive

  /// The first that applies wins: a raised alert, a missed check-in, all well.
  public init(alertActive: Bool, nonResponsive: Bool) {
    self = alertActive ? .alertActive : nonResponsive ? .nonResponsive : .active
  }
}

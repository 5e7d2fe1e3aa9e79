/// The result of a command that was not refused.
public enum Outcome: Equatable, Sendable {
  case done
  /// Nothing was left to do; only for commands of the system.
  case unchanged
}

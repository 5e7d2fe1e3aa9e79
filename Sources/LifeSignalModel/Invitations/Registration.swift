/// Which strangers may open an account.
public enum Registration: String, CaseIterable, Sendable {
  /// Those with an invitation.
  case invited
  /// Everyone.
  case open
  /// Only those whom the operator has invited.
  case closed
}

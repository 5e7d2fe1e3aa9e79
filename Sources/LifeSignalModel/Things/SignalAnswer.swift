/// What became of a device's signal.
public enum SignalAnswer: Equatable, Sendable {
  case noted
  /// It adds nothing to what is stored.
  case addsNothing
  /// A person's own link was opened: nothing happened.
  case linkOpened
}

public import LifeSignalModel

/// A ping request under way, so that a second tap does not send it twice.
public enum PingOperation: Hashable, Sendable {
  /// Names the dependent.
  case ping(Person.ID)
  case respond(PingData.ID)
  case respondToAll
  case clear(PingData.ID)
}

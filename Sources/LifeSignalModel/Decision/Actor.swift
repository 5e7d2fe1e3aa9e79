/// Who asks. The web takes it from the session, never from a request's body.
public enum Actor: Equatable, Sendable {
  /// A signed-in member.
  case person(Person.ID)
  /// Somebody who has not signed in.
  case visitor
  /// The server itself: its loops and its operator.
  case system

  /// The signed-in member; everybody else is refused.
  public func member() throws(Refusal) -> Person.ID {
    guard case .person(let id) = self else { throw .notSignedIn }
    return id
  }

  func requireSystem() throws(Refusal) {
    guard self == .system else { throw .notAllowed }
  }
}

/// The caller. The web takes it from the session, never from a request's body.
public enum Actor: Equatable, Sendable {
  /// A member, known by something other than a session: an access token, their own phone.
  case person(Person.ID)
  /// A member on a signed-in device: some actions require re-authentication there.
  case session(SessionID, of: Person.ID)
  /// A caller who has not signed in.
  case visitor
  /// The server itself: its loops and its operator.
  case system

  /// The member, if it is one.
  public var person: Person.ID? {
    switch self {
    case .person(let id), .session(_, let id): id
    case .visitor, .system: nil
    }
  }

  /// The member; every other caller is refused.
  public func member() throws(Refusal) -> Person.ID {
    guard let person else { throw .notSignedIn }
    return person
  }

  func requireSystem() throws(Refusal) {
    guard self == .system else { throw .notAllowed }
  }
}

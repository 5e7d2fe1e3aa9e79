public import LifeSignalModel

// Answers that are not values of the model.

/// A session of its own, as for a browser. The token is shown once; the server keeps its hash.
public struct APICredential: Codable, Equatable, Sendable, CustomStringConvertible {
  /// Sent as `Authorization: Bearer …`.
  public var token: String
  public var person: Person.ID
  public var session: SessionID

  public init(token: String, person: Person.ID, session: SessionID) {
    self.token = token
    self.person = person
    self.session = session
  }

  public var description: String { "<credential of \(person)>" }
}

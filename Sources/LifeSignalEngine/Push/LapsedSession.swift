public import LifeSignalModel

/// A session that is over, with a device that may still get messages.
public struct LapsedSession: Equatable, Sendable {
  public var id: SessionID
  public var person: Person.ID

  public init(_ id: SessionID, of person: Person.ID) {
    self.id = id
    self.person = person
  }
}

public import LifeSignalModel

/// A session that the sweep deals with: it is over, and its device may still get messages, or it is its
/// person's last one and ends soon.
public struct LapsedSession: Equatable, Sendable {
  public var id: SessionID
  public var person: Person.ID

  public init(_ id: SessionID, of person: Person.ID) {
    self.id = id
    self.person = person
  }
}

/// The recipient of a notice: who they are and how they are reached.
public struct Recipient: Equatable, Sendable {
  public var person: Person
  /// Channels that are not disabled.
  public var channels: [Channel]
  /// The recipient's own side of their relation with the person the message is about; nil when it
  /// is about themselves.
  public var relation: Relation?

  public init(person: Person, channels: [Channel], relation: Relation? = nil) {
    self.person = person
    self.channels = channels
    self.relation = relation
  }
}

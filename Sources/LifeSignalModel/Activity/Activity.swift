public import Foundation

/// One entry of the log in which a watched person reads who viewed their profile and who pinged
/// them.
///
/// The entry keeps the other person's name as it was, so that it stays readable after the relation
/// has ended. It is deleted with that other person's account.
public struct Activity: Identifiable, Equatable, Sendable {
  public typealias ID = Identifier<Activity>

  /// Raw values are stored and on the wire.
  public enum Kind: String, Sendable, Codable, CaseIterable {
    /// A responder opened this person's page and read status and note.
    case looked
    case pingReceived
    /// This person answered.
    case pingAnswered
    case pingWithdrawn
    case pingExpired
  }

  public var id: ID
  /// The watched person, who owns the log.
  public var person: Person.ID
  public var kind: Kind
  /// The person who viewed or asked.
  public var contact: Person.ID
  public var contactName: String
  public var at: Date

  public init(
    id: ID, person: Person.ID, kind: Kind, contact: Person.ID, contactName: String, at: Date
  ) {
    self.id = id
    self.person = person
    self.kind = kind
    self.contact = contact
    self.contactName = contactName
    self.at = at
  }
}

extension Decision {
  mutating func log(
    _ kind: Activity.Kind, of person: Person.ID, by contact: Person, at moment: Moment
  ) {
    activities.append(
      Activity(
        id: Activity.ID(moment.mint()), person: person, kind: kind, contact: contact.id,
        contactName: contact.name, at: moment.now))
    touch(person, .activity)
  }
}

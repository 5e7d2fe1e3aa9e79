/// What a QR code shows a stranger: a name and a masked number, never the note.
public struct ContactInfo: Equatable, Codable, Sendable, Identifiable {
  public let id: Person.ID
  public var firstName: String
  public var lastName: String
  /// Masked until the relation is accepted, for example `+1 (•••) •••-••67`.
  public var phoneNumber: String
  /// Always empty: a part of the wire format.
  public var emergencyNote: String

  public init(
    id: Person.ID,
    firstName: String = "",
    lastName: String = "",
    phoneNumber: String = "",
    emergencyNote: String = ""
  ) {
    self.id = id
    self.firstName = firstName
    self.lastName = lastName
    self.phoneNumber = phoneNumber
    self.emergencyNote = emergencyNote
  }

  public var name: String { PersonName.full(first: firstName, last: lastName) }
}

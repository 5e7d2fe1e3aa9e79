/// What a person writes about themselves, from the column to the page.
///
/// A new text is a field here, and then in what others read: ``UserData`` and ``ContactData``.
public struct Profile: Equatable, Codable, Sendable {
  public var firstName: String
  public var lastName: String
  /// For the people they have accepted: medication, keys, a neighbour's number.
  public var emergencyNote: String

  public init(firstName: String = "", lastName: String = "", emergencyNote: String = "") {
    self.firstName = firstName
    self.lastName = lastName
    self.emergencyNote = emergencyNote
  }

  /// First and last name, trimmed; empty while neither is known.
  public var name: String { PersonName.full(first: firstName, last: lastName) }
}

extension Profile {
  /// One of its texts. Raw values are the names in requests.
  public enum Field: String, CaseIterable, Sendable {
    case firstName, lastName, emergencyNote

    /// The most characters it may have.
    public var longest: Int {
      switch self {
      case .firstName, .lastName: 80
      case .emergencyNote: 2_000
      }
    }

    /// The name of its column.
    public var column: StaticString {
      switch self {
      case .firstName: "first_name"
      case .lastName: "last_name"
      case .emergencyNote: "emergency_note"
      }
    }

    fileprivate var path: WritableKeyPath<Profile, String> {
      switch self {
      case .firstName: \.firstName
      case .lastName: \.lastName
      case .emergencyNote: \.emergencyNote
      }
    }
  }

  public subscript(field: Field) -> String {
    get { self[keyPath: field.path] }
    set { self[keyPath: field.path] = newValue }
  }

  /// Without blanks around any of its texts.
  public var trimmed: Profile {
    var trimmed = self
    for field in Field.allCases { trimmed[field] = PersonName.trimmed(self[field]) }
    return trimmed
  }

  /// As it is stored.
  /// - Throws: ``Refusal/invalidName``, ``Refusal/textNotPlain``, ``Refusal/noteTooLong``.
  func checked() throws(Refusal) -> Profile {
    Profile(
      firstName: try PlainText.name(
        firstName, longest: Field.firstName.longest, else: .invalidName),
      lastName: try PlainText.name(lastName, longest: Field.lastName.longest, else: .invalidName),
      emergencyNote: try PlainText.cleanedNote(
        emergencyNote, longest: Field.emergencyNote.longest, else: .noteTooLong))
  }
}

extension Edit<Profile> {
  func applied(to stored: Profile) -> Profile {
    var result = stored
    for field in Profile.Field.allCases { store(\.[field], in: &result[field]) }
    return result
  }
}

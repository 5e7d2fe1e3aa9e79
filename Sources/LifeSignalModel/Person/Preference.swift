/// A small value that a person's clients keep.
public struct Preference: Equatable, Sendable {
  public var person: Person.ID
  public var key: String
  public var value: String

  public init(person: Person.ID, key: String, value: String) {
    self.person = person
    self.key = key
    self.value = value
  }
}

extension Preference: Record {
  public static let table = RecordTable(
    "preferences", unique: ["(person_id, key)"], replaces: true, isPair: true)

  public static let lists = [ofPerson, named]
  /// Unreadable ones are left out, so that another value can replace one.
  static let ofPerson = Rows<Preference>(.equal("person_id"), passesOverUnreadable: true)
  static let named = Rows<Preference>(.equal("person_id"), .equal("key"))

  public static let blank = Preference(person: "", key: "", value: "")

  public mutating func columns(_ column: inout Columns) throws {
    try column("person_id", &person, .key)
    try column("key", &key, .key)
    try column("value", &value)
  }
}

extension RecordReads {
  /// All of them, by their keys.
  public func preferences(of person: Person.ID) throws -> [String: String] {
    let pairs = try list(Preference.ofPerson, .id(person)).map { ($0.key, $0.value) }
    return Dictionary(pairs) { _, last in last }
  }

  public func preference(_ key: String, of person: Person.ID) throws -> String? {
    try first(Preference.named, .id(person), .text(key))?.value
  }
}

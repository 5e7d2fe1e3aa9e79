import LifeSignalEngine
import LifeSignalModel

extension SQLTable {
  static let oneTimeCodes = SQLTable(
    name: "one_time_codes",
    columns: [
      "id", "phone_number", "phone_region", "hash", "created_at", "expires_at", "attempts",
      "used_at", "purpose", "person_id",
    ], unique: ["(id)"])
}

extension OneTimeCode {
  init(_ row: inout SQLRow) throws {
    self.init(
      id: ID(rawValue: try row.text()), phoneNumber: try row.text(),
      phoneRegion: try row.choice(unknown: .unitedStates), hash: try row.bytes(),
      createdAt: try row.date(),
      expiresAt: try row.date(), attempts: try row.int(),
      usedAt: try row.optional { try $0.date() }, purpose: try Purpose(&row))
  }

  /// In the order of ``SQLTable/oneTimeCodes``. The id is random text, not a number.
  func values() -> [SQLValue] {
    [
      .text(id.rawValue), .text(phoneNumber), .text(phoneRegion.rawValue), .bytes(hash),
      .date(createdAt), .date(expiresAt), .int(attempts), .date(usedAt),
      .text(purpose.stored.name), purpose.stored.person.map { .id($0) } ?? .null,
    ]
  }
}

extension OneTimeCode.Purpose {
  init(_ row: inout SQLRow) throws {
    let name = try row.text()
    let person: Person.ID? = try row.optional { try $0.id() }
    switch (name, person) {
    case ("numberChange", let person?): self = .numberChange(person)
    case ("deletion", let person?): self = .deletion(person)
    case ("proof", let person?): self = .proof(person)
    case ("signIn", _): self = .signIn
    case (let name, let person?) where name.hasPrefix(Self.channelPrefix):
      self = .channel(
        person, ChannelKind(rawValue: String(name.dropFirst(Self.channelPrefix.count))))
    default: throw LedgerError.corrupt("A code is for nothing that is known.")
    }
  }

  private static let channelPrefix = "channel:"

  fileprivate var stored: (name: String, person: Person.ID?) {
    switch self {
    case .signIn: ("signIn", nil)
    case .numberChange(let person): ("numberChange", person)
    case .deletion(let person): ("deletion", person)
    case .proof(let person): ("proof", person)
    case .channel(let person, let kind): (Self.channelPrefix + kind.rawValue, person)
    }
  }
}

import Foundation
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
  /// The schema's maximum.
  private static let mostAttempts = 5

  /// An unreadable code permits nothing: it counts as expired, used or tried too often. It must not
  /// block another code to its number.
  init(_ row: inout SQLRow) throws {
    row.begin(.oneTimeCodes)
    let lost = Date(milliseconds: 0)
    self.init(
      id: ID(rawValue: try row.text()), phoneNumber: try row.text(),
      phoneRegion: row.read(or: .unitedStates) { try $0.choice(unknown: .unitedStates) },
      hash: row.read(or: Data()) { try $0.bytes() },
      createdAt: row.read(or: lost) { try $0.date() },
      expiresAt: row.read(or: lost) { try $0.date() },
      attempts: row.read(or: Self.mostAttempts) { try Self.attempts(&$0) },
      usedAt: row.read(or: lost) { row in try row.optional { try $0.date() } },
      purpose: try Purpose(&row))
  }

  private static func attempts(_ row: inout SQLRow) throws -> Int {
    let attempts = try row.ordinal()
    guard attempts <= mostAttempts else {
      throw LedgerError.corrupt("A code was tried more often than any can be.")
    }
    return attempts
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

import Foundation

extension OneTimeCode: KeyedRecord {
  public static let table = RecordTable(
    "one_time_codes", unique: ["(id)"], passesOverUnreadable: true)

  public static let blank = OneTimeCode(
    id: "", phoneNumber: "", phoneRegion: .unitedStates, hash: Data(), createdAt: .distantPast,
    expiresAt: .distantPast)

  /// The schema's maximum.
  private static let mostAttempts = 5

  /// Random text, not a number.
  public static func column(of id: ID) -> StoredValue { .text(id.rawValue) }

  /// An unreadable code permits nothing: it counts as expired, used or tried too often. It must not
  /// block another code to its number.
  public mutating func columns(_ column: inout Columns) throws {
    let lost = Date(milliseconds: 0)
    var text = id.rawValue
    var (use, person) = purpose.stored
    if purpose == .signIn, phoneNumber.contains("@") { use = Purpose.mailedSignIn }
    try column("id", &text, .key)
    try column("phone_number", &phoneNumber)
    try column("phone_region", &phoneRegion, or: .unitedStates)
    try column("hash", &hash, or: Data())
    try column("created_at", &createdAt, or: lost)
    try column("expires_at", &expiresAt, or: lost)
    try column("attempts", &attempts, or: Self.mostAttempts)
    try column("used_at", &usedAt, or: lost)
    try column("purpose", &use)
    try column("person_id", &person)
    try column("invitation_id", &invitation, or: nil)
    guard column.isReading else { return }
    id = ID(rawValue: text)
    purpose = try Purpose(use, person)
    if !(0...Self.mostAttempts).contains(attempts) {
      attempts = Self.mostAttempts
      column.noteDamage()
    }
  }
}

extension OneTimeCode.Purpose {
  private static let channelPrefix = "channel:"
  /// A release before schema 26 cannot read it: it would open an account with the e-mail address as its number.
  fileprivate static let mailedSignIn = "signIn:email"

  fileprivate init(_ name: String, _ person: Person.ID?) throws {
    switch (name, person) {
    case ("numberChange", let person?): self = .numberChange(person)
    case ("deletion", let person?): self = .deletion(person)
    case ("proof", let person?): self = .proof(person)
    case ("signIn", _), (Self.mailedSignIn, _): self = .signIn
    case (let name, let person?) where name.hasPrefix(Self.channelPrefix):
      self = .channel(
        person, ChannelKind(rawValue: String(name.dropFirst(Self.channelPrefix.count))))
    default: throw LedgerError.corrupt("A code is for nothing that is known.")
    }
  }

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

extension Region: OpenChoice {
  public static var unknown: Region { .unitedStates }
}

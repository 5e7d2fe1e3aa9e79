public import Foundation

extension Ping: KeyedRecord {
  public static let table = RecordTable(
    "pings", unique: ["(sender_id, recipient_id) WHERE status = 'pending'"])

  /// Its instants replace those that cannot be read, and can be stored.
  public static let blank = Ping(
    id: "", sender: "", recipient: "", sentAt: Date(milliseconds: 0),
    pushedAt: Date(milliseconds: 0), expiresAt: Date(milliseconds: 0))

  public static func column(of id: PingData.ID) -> StoredValue { .id(id) }

  public mutating func columns(_ column: inout Columns) throws {
    try column("id", &id, .key)
    try column("sender_id", &sender, .fixed)
    try column("recipient_id", &recipient, .fixed)
    try column("sent_at", &sentAt, .compared)
    try column("pushed_at", &pushedAt)
    try column("expires_at", &expiresAt, .compared)
    try column("status", &status, .compared)
    try column("closed_at", &closedAt)
    if column.isReading { isDamaged = column.isDamaged }
  }
}

extension Ping: TimedRecord {
  public static let timer = RecordTimer<Ping>("expires_at", where: .word("status", "pending"))

  public var wakesAt: Date? { status == .pending ? expiresAt : nil }
}

/// The stored words; raw values are labels for people and may change.
extension PingStatus: ColumnValue {
  /// A status that only another release knows counts as cleared: every release stores a ping that waits for
  /// an answer as `pending`.
  public init?(column: StoredValue) {
    guard case .text(let word) = column else { return nil }
    self = Self.allCases.first { $0.word == word } ?? .cleared
  }

  public func column() -> StoredValue { .text(word) }

  private var word: String {
    switch self {
    case .pending: "pending"
    case .responded: "responded"
    case .cleared: "cleared"
    case .expired: "expired"
    }
  }
}

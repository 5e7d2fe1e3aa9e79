import Foundation

extension Channel: KeyedRecord {
  public static let table = RecordTable("channels")

  public static let blank = Channel(
    id: "", person: "", kind: .sms, address: "", createdAt: .distantPast)

  public static func column(of id: ID) -> StoredValue { .id(id) }

  public mutating func columns(_ column: inout Columns) throws {
    try column("id", &id, .key)
    try column("person_id", &person, .fixed)
    try column("kind", &kind)
    try column("address", &address)
    try column("created_at", &createdAt, or: Date(milliseconds: 0))
    try column("disabled_at", &disabledAt, .always)
    try column("off", &off, .always)
    try column("position", &position, .always, or: nil)
    try column("quiet", &quiet, .always, or: .notices)
    try column("heard_at", &heardAt, .always, or: nil)
    try column("session_id", &session, .always, or: nil)
    // The previous release enables a channel without checking why it was off.
    if column.isReading, isOn { off = nil }
  }
}

extension ChannelKind: ColumnValue {}

/// A value that this release does not know is no reason to lose the channel, nor to send there.
extension Channel.Off: OpenChoice {
  public static var unknown: Channel.Off { .byPerson }
}

extension Channel.Quiet: OpenChoice {
  public static var unknown: Channel.Quiet { .notices }
}

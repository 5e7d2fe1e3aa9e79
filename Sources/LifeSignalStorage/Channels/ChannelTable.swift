import Foundation
import LifeSignalModel

extension SQLTable {
  static let channels = SQLTable(
    name: "channels",
    columns: [
      "id", "person_id", "kind", "address", "created_at", "disabled_at", "off", "position", "quiet",
      "heard_at", "session_id",
    ])
}

extension Channel {
  init(_ row: inout SQLRow) throws {
    row.begin(.channels)
    self.init(
      id: try row.id(), person: try row.id(), kind: ChannelKind(rawValue: try row.text()),
      address: try row.text(),
      createdAt: row.read(or: Date(milliseconds: 0)) { try $0.date() },
      disabledAt: try row.optional { try $0.date() },
      // A value that this release does not know is no reason to lose the channel, nor to send
      // there.
      off: try row.optional { Off(rawValue: try $0.text()) ?? .byPerson },
      position: row.read(or: nil) { row in try row.optional { try $0.int() } },
      quiet: row.read(or: .notices) { row in Quiet(rawValue: try row.text()) ?? .notices },
      heardAt: row.read(or: nil) { row in try row.optional { try $0.date() } },
      session: row.read(or: nil) { row in try row.optional { try $0.id() } })
    // The previous release enables a channel without checking why it was off.
    if isOn { off = nil }
  }

  /// In the order of ``SQLTable/channels``.
  func values() throws -> [SQLValue] {
    [
      try .key(id), try .key(person), .text(kind.rawValue), .text(address), .date(createdAt),
      .date(disabledAt), .text(off?.rawValue), position.map { .int($0) } ?? .null,
      .text(quiet.rawValue), .date(heardAt),
      try .key(session),
    ]
  }
}

import Foundation
import LifeSignalModel

extension SQLTable {
  static let relations = SQLTable(
    name: "relations",
    columns: [
      "owner_id", "peer_id", "is_responder", "is_dependent", "status", "send_pings",
      "receive_pings", "notify_on_check_in", "notify_on_expiry", "nickname", "notes", "added_at",
      "updated_at", "revision", "responder_request",
    ], unique: ["(owner_id, peer_id)"])
}

extension Relation {
  init(_ row: inout SQLRow) throws {
    row.begin(.relations)
    self.init(
      owner: try row.id(), peer: try row.id(), isResponder: try row.flag(),
      isDependent: try row.flag(),
      // What both have agreed to is stored as `accepted`, and nothing else passes for it.
      status: row.read(or: .requestedByMe) { try $0.choice() },
      sendPings: row.read(or: true) { try $0.flag() },
      receivePings: row.read(or: true) { try $0.flag() },
      notifyOnCheckIn: row.read(or: true) { try $0.flag() },
      notifyOnExpiry: row.read(or: true) { try $0.flag() },
      nickname: row.read(or: nil) { row in try row.optional { try $0.text() } },
      notes: row.read(or: nil) { row in try row.optional { try $0.text() } },
      addedAt: row.read(or: Date(milliseconds: 0)) { try $0.date() },
      updatedAt: row.read(or: Date(milliseconds: 0)) { try $0.date() },
      revision: row.read(or: 0) { try $0.count() },
      responderRequest: row.read(or: nil) { row in try row.optional { try $0.choice() } })
  }

  /// In the order of ``SQLTable/relations``.
  func values() throws -> [SQLValue] {
    [
      try .key(owner), try .key(peer), .flag(isResponder), .flag(isDependent),
      .text(status.rawValue), .flag(sendPings), .flag(receivePings), .flag(notifyOnCheckIn),
      .flag(notifyOnExpiry), .text(nickname), .text(notes), .date(addedAt), .date(updatedAt),
      .int64(revision), .text(responderRequest?.rawValue),
    ]
  }
}

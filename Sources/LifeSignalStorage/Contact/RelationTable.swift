import Foundation
import LifeSignalEngine
import LifeSignalModel

extension SQLTable {
  static let relations = SQLTable(
    name: "relations",
    columns: [
      "owner_id", "peer_id", "is_responder", "is_dependent", "status", "send_pings",
      "receive_pings", "notify_on_check_in", "notify_on_expiry", "nickname", "notes", "added_at",
      "updated_at", "revision", "responder_request",
    ], unique: ["(owner_id, peer_id)"])

  /// The columns of a relation for a SELECT, followed by the other side's value for each column
  /// that is invalid on this side. Both sides are written together, so either of them is enough.
  static func side(_ alias: StaticString) -> SQLText {
    func other(_ column: StaticString, unless known: SQLText) -> SQLText {
      """
      CASE WHEN \(alias).\(known) THEN NULL ELSE (
        SELECT o.\(column) FROM relations o
        WHERE o.owner_id = \(alias).peer_id AND o.peer_id = \(alias).owner_id) END
      """
    }
    return """
      \(relations.columns(of: alias)),
      \(other("status", unless: "status IN \(RelationStatements.knownStatuses)")),
      \(other("is_dependent", unless: "is_responder IN (0, 1)")),
      \(other("is_responder", unless: "is_dependent IN (0, 1)"))
      """
  }
}

/// Parts of statements that name a side `r` of a relation.
enum RelationStatements {
  /// The values of a relation that this release stores, in parentheses.
  static let knownStatuses: SQLText = "('accepted', 'requestedByMe', 'requestedByThem')"

  /// Whether both people have agreed, according to side `r`. If its status is unknown to this
  /// release, the other side's counts, as when the relation is read.
  static let isAccepted: SQLText = """
    (r.status = 'accepted' OR r.status NOT IN \(knownStatuses) AND EXISTS (
      SELECT 1 FROM relations o
      WHERE o.owner_id = r.peer_id AND o.peer_id = r.owner_id AND o.status = 'accepted'))
    """
  /// Whether the peer of side `r` is a responder of its owner. Where its value is invalid, the
  /// other side's counts.
  static let isResponder: SQLText = """
    (r.is_responder = 1 OR r.is_responder NOT IN (0, 1) AND EXISTS (
      SELECT 1 FROM relations o
      WHERE o.owner_id = r.peer_id AND o.peer_id = r.owner_id AND o.is_dependent = 1))
    """
}

extension Relation {
  init(_ row: inout SQLRow) throws {
    row.begin(.relations, isPair: true)
    let (owner, peer): (Person.ID, Person.ID) = (try row.id(), try row.id())
    let isResponder: Bool? = row.read(or: nil) { try $0.role() }
    let isDependent: Bool? = row.read(or: nil) { try $0.role() }
    // A status that only another release knows is not damage, so it is not noted here; the auditor
    // finds it.
    let status: RelationStatus? = row.read(or: nil) { try RelationStatus(rawValue: $0.text()) }
    self.init(
      owner: owner, peer: peer, isResponder: false, isDependent: false, status: .requestedByMe,
      sendPings: row.read(or: true) { try $0.flag() },
      receivePings: row.read(or: true) { try $0.flag() },
      notifyOnCheckIn: row.read(or: true) { try $0.flag() },
      notifyOnExpiry: row.read(or: true) { try $0.flag() },
      nickname: row.read(or: nil) { row in try row.optional { try $0.text() } },
      notes: row.read(or: nil) { row in try row.optional { try $0.text() } },
      addedAt: row.read(or: Date(milliseconds: 0)) { try $0.date() },
      updatedAt: row.read(or: Date(milliseconds: 0)) { try $0.date() },
      revision: row.read(or: 0) { try $0.count() },
      responderRequest: row.optionalStatus())
    let others = row.optionalStatus()
    let watches: Bool? = row.read(or: nil) { row in try row.optional { try $0.role() } }
    let isWatched: Bool? = row.read(or: nil) { row in try row.optional { try $0.role() } }
    // Only the stored word `accepted` counts as an agreement. If neither side has a known status,
    // neither person has agreed to anything.
    self.status = status ?? others?.mirrored ?? .requestedByMe
    self.isResponder = isResponder ?? watches ?? false
    self.isDependent = isDependent ?? isWatched ?? false
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

extension SQLRow {
  /// Nil if nothing is stored, or if this release cannot read it.
  fileprivate mutating func optionalStatus() -> RelationStatus? {
    read(or: nil) { row in try row.optional { try RelationStatus(rawValue: $0.text()) } ?? nil }
  }

  /// Only 0 and 1 are roles: statements compare the column with these numbers.
  fileprivate mutating func role() throws -> Bool {
    let value = try int64()
    guard value == 0 || value == 1 else { throw LedgerError.corrupt("A role is neither 0 nor 1.") }
    return value == 1
  }
}

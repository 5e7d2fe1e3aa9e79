import Foundation

extension RequestHistory: Record {
  public static let table = RecordTable(
    "request_history", unique: ["(owner_id, asker_id)"], replaces: true, isPair: true)

  public static let lists = [ofPair, blocked]
  static let ofPair = Rows<RequestHistory>(.equal("owner_id"), .equal("asker_id"))
  static let blocked = Rows<RequestHistory>(
    .equal("owner_id"), .present("blocked_at"), order: .rising("asker_id"),
    passesOverUnreadable: true)

  public static let blank = RequestHistory(owner: "", asker: "", refusedAt: .distantPast)

  public mutating func columns(_ column: inout Columns) throws {
    try column("owner_id", &owner, .key)
    try column("asker_id", &asker, .key)
    try column("refusals", &refusals, or: 0)
    try column("refused_at", &refusedAt, or: Date(milliseconds: 0))
    // An unreadable block is still a block.
    try column("blocked_at", &blockedAt, or: Date(milliseconds: 0))
  }
}

extension Reads {
  /// The outcomes of `asker`'s requests to `owner`.
  public func requestHistory(
    of owner: Person.ID, from asker: Person.ID
  ) throws -> RequestHistory? {
    try first(RequestHistory.ofPair, .id(owner), .id(asker))
  }

  /// Those whose requests `owner` has blocked, by id.
  public func blockedAskers(of owner: Person.ID) throws -> [BlockedAsker] {
    try list(RequestHistory.blocked, .id(owner)).compactMap { history in
      guard let blockedAt = history.blockedAt else { return nil }
      return try person(history.asker).map {
        BlockedAsker(id: $0.id, name: $0.name, blockedAt: blockedAt)
      }
    }
  }
}

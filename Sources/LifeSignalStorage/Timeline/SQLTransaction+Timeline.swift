import Foundation
import LifeSignalModel

extension SQLTransaction {
  func timelineHead(of person: Person.ID) throws -> TimelineHead? {
    try session.first(TimelineStatements.head, [.id(person)]) { try TimelineHead(&$0) }
  }

  func timeline(of person: Person.ID, before: Int64?, limit: Int) throws -> [TimelineEntry] {
    try session.all(
      TimelineStatements.newest, [.id(person), .int64(before ?? .max), .int(limit)]
    ) { try TimelineEntry(&$0) }
  }

  func timeline(of person: Person.ID, after: Int64, limit: Int) throws -> [TimelineEntry] {
    try session.all(TimelineStatements.oldest, [.id(person), .int64(after), .int(limit)]) {
      try TimelineEntry(&$0)
    }
  }

  func timeline(of alert: AlertRecord.ID, limit: Int) throws -> [TimelineEntry] {
    try session.all(TimelineStatements.ofAlert, [.id(alert), .int(limit)]) {
      try TimelineEntry(&$0)
    }
  }

  func insert(_ entry: TimelineEntry) throws -> Bool {
    try wins(TimelineStatements.insert, try entry.values())
  }

  func advance(_ head: TimelineHead, from old: TimelineHead?) throws -> Bool {
    guard let old else { return try wins(TimelineStatements.begin, try head.values()) }
    guard head.person == old.person else { return false }
    let place: [SQLValue] = [
      .id(head.person), .int64(old.sequence), .int64(head.sequence), .bytes(head.hash),
    ]
    // Setting it costs its index a write, even if the value is the same.
    return old.oldestAt == head.oldestAt
      ? try wins(TimelineStatements.advance, place)
      : try wins(TimelineStatements.advanceAnew, place + [.date(head.oldestAt)])
  }

  func sweepTimelines(before: Date, limit: Int) throws -> (seen: Int, removed: Int) {
    let heads = try session.allReadable(
      TimelineStatements.due, [.date(before), .int(limit)]
    ) { try TimelineHead(&$0) }
    return (heads.count, try heads.reduce(0) { try $0 + sweep($1, before: before) })
  }

  private func sweep(_ head: TimelineHead, before: Date) throws -> Int {
    let person = SQLValue.id(head.person)
    let stays = try session.first(TimelineStatements.firstNotBefore, [person, .date(before)]) {
      row in (try row.count(), try row.date())
    }
    let last = stays.map { $0.0 - 1 } ?? head.sequence
    let oldest = stays?.1
    let known = last == head.sequence ? head.hash : head.anchorHash
    let hash = try session.first(TimelineStatements.hash, [person, .int64(last)]) {
      try $0.bytes()
    }
    // First the anchor: without it nothing can be removed.
    try session.change(
      TimelineStatements.moveAnchor,
      [person, .int64(last), .bytes(hash ?? known), .date(oldest)])
    return try session.change(TimelineStatements.removeOld, [person, .int64(last)])
  }
}

enum TimelineStatements {
  private static let select: SQLText =
    "SELECT \(SQLTable.timeline.list) FROM timeline"
  static let newest: SQLText =
    "\(select) WHERE person_id = $1 AND sequence < $2 ORDER BY sequence DESC LIMIT $3"
  static let oldest: SQLText =
    "\(select) WHERE person_id = $1 AND sequence > $2 ORDER BY sequence LIMIT $3"
  static let ofAlert: SQLText =
    "\(select) WHERE alert_id = $1 ORDER BY person_id, sequence LIMIT $2"
  static let insert = SQLTable.timeline.insert

  private static let selectEnd: SQLText =
    "SELECT \(SQLTable.timelineEnds.list) FROM watches"
  static let head: SQLText =
    "\(selectEnd) WHERE person_id = $1 AND timeline_sequence IS NOT NULL"
  static let begin: SQLText = """
    UPDATE watches SET timeline_sequence = $2, timeline_hash = $3, timeline_anchor_sequence = $4,
      timeline_anchor_hash = $5, timeline_oldest_at = $6
    WHERE person_id = $1 AND timeline_sequence IS NULL
    """
  static let advance: SQLText = """
    UPDATE watches SET timeline_sequence = $3, timeline_hash = $4
    WHERE person_id = $1 AND timeline_sequence = $2
    """
  static let advanceAnew: SQLText = """
    UPDATE watches SET timeline_sequence = $3, timeline_hash = $4, timeline_oldest_at = $5
    WHERE person_id = $1 AND timeline_sequence = $2
    """

  static let due: SQLText = """
    \(selectEnd)
    WHERE timeline_oldest_at IS NOT NULL AND timeline_oldest_at < $1
    ORDER BY timeline_oldest_at LIMIT $2
    """
  static let firstNotBefore: SQLText = """
    SELECT sequence, at FROM timeline WHERE person_id = $1 AND at >= $2 ORDER BY sequence LIMIT 1
    """
  static let hash: SQLText = "SELECT hash FROM timeline WHERE person_id = $1 AND sequence = $2"
  static let moveAnchor: SQLText = """
    UPDATE watches SET timeline_anchor_sequence = $2, timeline_anchor_hash = $3,
      timeline_oldest_at = $4
    WHERE person_id = $1
    """
  static let removeOld: SQLText =
    "DELETE FROM timeline WHERE person_id = $1 AND sequence <= $2"
}

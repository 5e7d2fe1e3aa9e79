import LifeSignalModel

extension SQLTable {
  static let timeline = SQLTable(
    name: "timeline",
    columns: [
      "person_id", "sequence", "at", "kind", "alert_id", "other_id", "details", "previous_hash",
      "hash",
    ], unique: ["(person_id, sequence)"])
  /// In the row of the watch, which changes with nearly every entry anyway. Separate from the
  /// entries, so that cutting a chain at its end is detected.
  static let timelineEnds = SQLTable(
    name: "watches",
    columns: [
      "person_id", "timeline_sequence", "timeline_hash", "timeline_anchor_sequence",
      "timeline_anchor_hash", "timeline_oldest_at",
    ])
}

extension TimelineEntry {
  init(_ row: inout SQLRow) throws {
    self.init(
      person: try row.id(), sequence: try row.count(), at: try row.date(),
      kind: TimelineKind(rawValue: try row.text()), alert: try row.optional { try $0.id() },
      other: try row.optional { try $0.id() }, details: TimelineDetails(text: try row.text()),
      previousHash: try row.bytes(), hash: try row.bytes())
  }

  /// In the order of ``SQLTable/timeline``.
  func values() throws -> [SQLValue] {
    [
      try .key(person), .int64(sequence), .date(at), .text(kind.rawValue), try .key(alert),
      try .key(other), .text(details.text), .bytes(previousHash), .bytes(hash),
    ]
  }
}

extension TimelineHead {
  init(_ row: inout SQLRow) throws {
    self.init(
      person: try row.id(), sequence: try row.count(), hash: try row.bytes(),
      anchorSequence: try row.count(), anchorHash: try row.bytes(),
      oldestAt: try row.optional { try $0.date() })
  }

  /// In the order of ``SQLTable/timelineEnds``.
  func values() throws -> [SQLValue] {
    [
      try .key(person), .int64(sequence), .bytes(hash), .int64(anchorSequence),
      .bytes(anchorHash), .date(oldestAt),
    ]
  }
}

/// Reads of timelines.
public protocol TimelineReads {
  func timelineHead(of person: Person.ID) throws -> TimelineHead?
  /// Newest first: entries with a lower number than `before`, or the newest.
  func timeline(of person: Person.ID, before: Int64?, limit: Int) throws -> [TimelineEntry]
  /// Oldest first: entries with a higher number than `after`.
  func timeline(of person: Person.ID, after: Int64, limit: Int) throws -> [TimelineEntry]
  /// Oldest first.
  func timeline(of alert: AlertRecord.ID, limit: Int) throws -> [TimelineEntry]
}

import Foundation
public import LifeSignalModel

/// A viewer's reads of timelines: their own, and of others the part that belongs to an alert they
/// are asked to answer.
extension Engine {
  /// The viewer's own timeline, newest first.
  /// - Parameter before: the number of the last entry known, for the next part.
  /// - Throws: ``Refusal/timelineNotFound`` for a number the viewer's timeline has not reached.
  public func timeline(
    of viewer: Person.ID, before: Int64? = nil, limit: Int = 50
  ) async throws -> TimelinePage {
    try await ledger.read { tx in
      if let before {
        let last = try tx.timelineHead(of: viewer)?.sequence ?? 0
        guard before >= 1, before <= last + 1 else { throw Refusal.timelineNotFound }
      }
      let entries = try tx.timeline(of: viewer, before: before, limit: limit + 1)
      return TimelinePage(
        entries: try tx.named(Array(entries.prefix(limit)), of: viewer),
        hasMore: entries.count > limit)
    }
  }

  /// One alert's part of a person's timeline: for its owner; while it is on for all of their
  /// responders, and afterwards for those of them who were notified of it.
  /// - Throws: ``Refusal/timelineNotFound`` for everyone else, as for an alert that never existed.
  public func alarmTimeline(
    _ id: AlertRecord.ID, for viewer: Person.ID
  ) async throws -> AlarmTimeline {
    try await ledger.read { tx in
      guard let alert = try tx.alert(id), let timeline = try tx.alarmTimeline(alert, for: viewer)
      else { throw Refusal.timelineNotFound }
      return timeline
    }
  }

  /// The alerts of a person the viewer responds for: those that are on, newest first, or else the
  /// last one, if it ended in the past week and the viewer was notified of it.
  /// - Throws: ``Refusal/contactNotFound``, ``Refusal/alertsNotShown``.
  public func alarmTimelines(
    of person: Person.ID, for viewer: Person.ID
  ) async throws -> [AlarmTimeline] {
    let recently = clock.now - Self.recent
    return try await ledger.read { tx in
      if person != viewer {
        guard let relation = try tx.relation(of: viewer, with: person) else {
          throw Refusal.contactNotFound
        }
        guard relation.status == .accepted, relation.isDependent else {
          throw Refusal.alertsNotShown
        }
      }
      let open = try Alert.Kind.allCases.compactMap { try tx.openAlert(of: person, kind: $0) }
        .filter { try tx.mayKnow(viewer, of: $0) }
      let last = try Alert.Kind.allCases
        // The newest duress alert may be hidden from the viewer, and an older one not.
        .flatMap { try tx.alerts(of: person, kind: $0, limit: $0 == .duress ? 20 : 1) }
        .filter { alert in
          try alert.endedAt.map { $0 >= recently } ?? false && tx.mayKnow(viewer, of: alert)
        }
        .max { ($0.endedAt ?? .distantPast) < ($1.endedAt ?? .distantPast) }
      let shown = open.isEmpty ? [last].compactMap { $0 } : open
      return try shown.sorted { $0.startedAt > $1.startedAt }
        .compactMap { try tx.alarmTimeline($0, for: viewer) }
    }
  }

  /// Seconds for which an ended alert is still shown to those who were notified of it.
  private static let recent: TimeInterval = 7 * 86_400

  /// Verifies the person's whole chain.
  public func verifyTimeline(of person: Person.ID) async throws -> TimelineVerdict {
    try await ledger.read { try $0.examineTimeline(of: person) }
  }

  /// Verifies all people's chains, one after another; each in a state of its own.
  /// - Parameter report: gets every verdict.
  public func verifyTimelines(_ report: (TimelineVerdict) -> Void) async throws {
    var last: Person.ID?
    while true {
      let people = try await ledger.read { [last] tx in try tx.people(after: last, limit: 500) }
      for person in people { report(try await verifyTimeline(of: person)) }
      guard let next = people.last else { return }
      last = next
    }
  }

  /// The viewer's whole timeline, as a document to keep.
  /// - Throws: ``Refusal/tooManyRequests(retryAfter:)``: the document is costly.
  public func exportTimeline(for viewer: Person.ID) async throws -> TimelineExport {
    try await noting("exportTimeline") { try pay(for: viewer, at: clock.now) }
    return try await exportTimeline(of: viewer)
  }

  /// For the operator. The person's whole timeline, oldest first, with the data needed to verify it
  /// elsewhere.
  /// - Throws: ``Refusal/personNotFound``.
  public func exportTimeline(of person: Person.ID) async throws -> TimelineExport {
    let now = clock.now
    return try await ledger.read(for: .export) { tx in
      guard let owner = try tx.person(person) else { throw Refusal.personNotFound }
      let entries = try tx.timeline(of: person, after: 0, limit: TimelineExport.limit)
      return TimelineExport(
        owner, head: try tx.timelineHead(of: person) ?? TimelineHead(person: person),
        entries: try tx.named(entries, of: person), verdict: try tx.examineTimeline(of: person),
        at: now)
    }
  }
}

extension LedgerSnapshot {
  /// Nil where the viewer may not see it.
  fileprivate func alarmTimeline(
    _ alert: Alert, for viewer: Person.ID
  ) throws -> AlarmTimeline? {
    guard try mayKnow(viewer, of: alert) else { return nil }
    let entries =
      alert.isSilent ? try sealedTimeline(of: alert) : try timeline(of: alert.id, limit: 1_000)
    if alert.person != viewer {
      let relation = try relation(of: viewer, with: alert.person)
      guard relation?.status == .accepted, relation?.isDependent == true else { return nil }
      let wasTold = entries.contains { $0.kind == .told && $0.other == viewer }
      guard alert.isOpen || wasTold else { return nil }
    }
    return AlarmTimeline(
      id: alert.id, person: alert.person, kind: alert.kind, startedAt: alert.startedAt,
      endedAt: alert.endedAt, entries: try named(entries, of: alert.person))
  }

  /// With people's current names, as far as they still have a relation with the owner: the owner
  /// may no longer see a former contact's new name.
  fileprivate func named(
    _ entries: [TimelineEntry], of owner: Person.ID
  ) throws -> [TimelineEntryData] {
    var names: [Person.ID: String] = [:]
    let visible = Set(try peers(of: owner) + [owner])
    for id in visible.intersection(entries.compactMap(\.other)) {
      names[id] = try person(id)?.name
    }
    return entries.map { entry in
      TimelineEntryData(entry, otherName: entry.other.flatMap { names[$0] })
    }
  }
}

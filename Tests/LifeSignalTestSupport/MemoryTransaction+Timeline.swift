import Foundation
import LifeSignalEngine
import LifeSignalModel

extension MemoryTransaction {
  func notification(_ id: NotificationData.ID) -> NotificationRecord? {
    tables.notifications.first { $0.id == id }
  }

  func people(after: Person.ID?, limit: Int) -> [Person.ID] {
    let all = tables.people.keys.sorted().filter { id in after.map { id > $0 } ?? true }
    return Array(all.prefix(limit))
  }

  func timelineHead(of person: Person.ID) -> TimelineHead? { tables.timelineHeads[person] }

  func timeline(of person: Person.ID, before: Int64?, limit: Int) -> [TimelineEntry] {
    let entries = tables.timelines[person] ?? []
    return Array(
      entries.filter { $0.sequence < before ?? .max }
        .sorted { $0.sequence > $1.sequence }.prefix(limit))
  }

  func timeline(of person: Person.ID, after: Int64, limit: Int) -> [TimelineEntry] {
    let entries = tables.timelines[person] ?? []
    return Array(
      entries.filter { $0.sequence > after }
        .sorted { $0.sequence < $1.sequence }.prefix(limit))
  }

  func timeline(of alert: AlertRecord.ID, limit: Int) -> [TimelineEntry] {
    let entries = tables.timelines.values.flatMap { $0 }.filter { $0.alert == alert }
    return Array(
      entries.sorted { ($0.person, $0.sequence) < ($1.person, $1.sequence) }.prefix(limit))
  }

  func insert(_ entry: TimelineEntry) -> Bool {
    let entries = tables.timelines[entry.person] ?? []
    guard !entries.contains(where: { $0.sequence == entry.sequence }) else { return false }
    tables.timelines[entry.person, default: []].append(entry)
    return true
  }

  func advance(_ head: TimelineHead, from old: TimelineHead?) -> Bool {
    guard tables.watches[head.person] != nil,
      tables.timelineHeads[head.person]?.sequence == old?.sequence
    else { return false }
    tables.timelineHeads[head.person] = head
    return true
  }

  func sweepTimelines(before: Date, limit: Int) -> (seen: Int, removed: Int) {
    let due = tables.timelineHeads.values
      .filter { $0.oldestAt.map { $0 < before } ?? false }
      .sorted { $0.oldestAt! < $1.oldestAt! }.prefix(limit)
    let removed = due.reduce(0) { count, head in
      let entries = timeline(of: head.person, after: 0, limit: .max)
      let gone = entries.prefix { $0.at < before }
      guard let last = gone.last else {
        tables.timelineHeads[head.person]?.oldestAt = entries.first?.at
        return count
      }
      tables.timelineHeads[head.person]?.anchorSequence = last.sequence
      tables.timelineHeads[head.person]?.anchorHash = last.hash
      tables.timelineHeads[head.person]?.oldestAt = entries.dropFirst(gone.count).first?.at
      tables.timelines[head.person]?.removeAll { $0.sequence <= last.sequence }
      return count + gone.count
    }
    return (due.count, removed)
  }
}

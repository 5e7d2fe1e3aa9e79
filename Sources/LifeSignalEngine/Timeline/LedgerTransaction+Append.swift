import Foundation
import LifeSignalModel
import Logging

extension LedgerTransaction {
  /// Numbers the drafts, chains them to the end of each person's timeline, and stores them.
  ///
  /// An unreadable or unwritable timeline delays nothing: a check-in and an alert are worth more
  /// than their record. Verifying the chain shows the missing entries.
  /// - Parameter known: the kinds of alerts, where they are known.
  func append(
    _ all: [TimelineDraft], knowing known: [AlertRecord.ID: Alert.Kind] = [:], _ logger: Logger
  ) throws {
    guard !all.isEmpty else { return }
    let drafts = try sealing(all, knowing: known, logger)
    guard !drafts.isEmpty else { return }
    var chains: [(person: Person.ID, drafts: [TimelineDraft])] = []
    var owners: [AlertRecord.ID: Person.ID] = [:]
    for draft in drafts {
      guard let person = try draft.person ?? owner(of: draft.alert, &owners) else { continue }
      if let index = chains.firstIndex(where: { $0.person == person }) {
        chains[index].drafts.append(draft)
      } else {
        chains.append((person, [draft]))
      }
    }
    for chain in chains {
      do {
        try append(chain.drafts, to: chain.person)
      } catch LedgerError.corrupt(let reason) {
        logger.error(
          "a timeline could not be continued",
          metadata: ["person": "\(chain.person)", "error": "\(reason)"])
      }
    }
  }

  private func owner(
    of alert: AlertRecord.ID?, _ known: inout [AlertRecord.ID: Person.ID]
  ) throws -> Person.ID? {
    guard let alert else { return nil }
    if let owner = known[alert] { return owner }
    let owner = try self.alert(alert)?.person
    known[alert] = owner
    return owner
  }

  private func append(_ drafts: [TimelineDraft], to person: Person.ID) throws {
    let old = try readableHead(of: person)
    var head = old ?? TimelineHead(person: person)
    for draft in drafts {
      var entry = draft.entry(of: person, after: head)
      if try !insert(entry) {
        // The recorded end is behind the real one: the chain continues from there.
        let last = try timeline(of: person, before: nil, limit: 1).first
        guard let last, last.sequence > head.sequence else { throw lostRace }
        (head.sequence, head.hash) = (last.sequence, last.hash)
        entry = draft.entry(of: person, after: head)
        guard try insert(entry) else { throw lostRace }
      }
      (head.sequence, head.hash) = (entry.sequence, entry.hash)
      head.oldestAt = head.oldestAt ?? entry.at
    }
    let isStored = try advance(head, from: old)
    if old != nil, !isStored { throw lostRace }
  }

  private func readableHead(of person: Person.ID) throws -> TimelineHead? {
    do {
      return try timelineHead(of: person)
    } catch LedgerError.corrupt {
      return nil
    }
  }
}

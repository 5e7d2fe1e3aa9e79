import Foundation
import LifeSignalModel
import Logging

/// The record of duress alerts. While one is on, its entries are kept beside the chain of its
/// person, where no number and no hash reveals them; when it has ended, they are entered in the
/// chain.
extension LedgerTransaction {
  /// Seals entries of duress alerts, and returns the others; those of an alert that has just ended
  /// are returned with its sealed entries.
  /// - Parameter known: the kinds of alerts; those that are not duress alerts need no look-up.
  func sealing(
    _ drafts: [TimelineDraft], knowing known: [AlertRecord.ID: Alert.Kind], _ logger: Logger
  ) throws -> [TimelineDraft] {
    var alarms: [AlertRecord.ID: Alert?] = [:]
    var opened: Set<AlertRecord.ID> = []
    var open: [TimelineDraft] = []
    for draft in drafts {
      guard let id = draft.alert, known[id] == nil || known[id] == .duress else {
        open.append(draft)
        continue
      }
      do {
        let alert = try alarms[id] ?? self.alert(id)
        alarms[id] = .some(alert)
        guard let alert, alert.kind == .duress else {
          open.append(draft)
          continue
        }
        if alert.isOpen {
          try seal(draft, of: id)
        } else {
          if opened.insert(id).inserted { open += try unsealed(alert) }
          open.append(draft)
        }
      } catch LedgerError.corrupt(let reason) {
        // An unreadable alert delays nothing that people wait for, and reveals nothing either.
        logger.error(
          "an entry of an alarm is lost: its record cannot be read",
          metadata: ["alert": "\(id)", "error": "\(reason)"])
      }
    }
    return open
  }

  /// Removes and returns the sealed entries of an alert that has ended.
  private func unsealed(_ alert: Alert) throws -> [TimelineDraft] {
    let drafts = try sealedEntries(of: alert.id)
    guard !drafts.isEmpty else { return [] }
    _ = try removeSealedEntries(of: alert.id)
    return drafts.map { sealed in
      var draft = sealed
      draft.person = alert.person
      draft.details.madeAt = sealed.at
      draft.at = alert.endedAt ?? sealed.at
      return draft
    }
  }
}

extension LedgerSnapshot {
  /// The timeline that the audience reads while the alert is on; without hashes, which do not exist
  /// yet.
  func sealedTimeline(of alert: Alert) throws -> [TimelineEntry] {
    try sealedEntries(of: alert.id).enumerated().map { index, draft in
      TimelineEntry(
        person: alert.person, sequence: Int64(clamping: index + 1), at: draft.at, kind: draft.kind,
        alert: alert.id, other: draft.other, details: draft.details,
        previousHash: TimelineChain.genesis)
    }
  }
}

import Foundation
import LifeSignalModel
import Logging

/// The record of silent alarms. While one is on, its entries lie beside the chain of its person, where no
/// number and no hash tells of them; when it has ended, they are entered in the chain.
extension LedgerTransaction {
  /// Puts entries of silent alarms aside, and returns the others; those of one that has just ended come
  /// with what was put aside before.
  /// - Parameter known: of which kind alarms are; those that are not silent need no look-up.
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
        // What cannot be read keeps nothing back that people wait for, and shows nothing either.
        logger.error(
          "an entry of an alarm is lost: its record cannot be read",
          metadata: ["alert": "\(id)", "error": "\(reason)"])
      }
    }
    return open
  }

  /// What was put aside of an alarm that has ended; it is no longer.
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
  /// As its audience reads it while the alarm is on; without hashes, which there are none of yet.
  func sealedTimeline(of alert: Alert) throws -> [TimelineEntry] {
    try sealedEntries(of: alert.id).enumerated().map { index, draft in
      TimelineEntry(
        person: alert.person, sequence: Int64(clamping: index + 1), at: draft.at, kind: draft.kind,
        alert: alert.id, other: draft.other, details: draft.details,
        previousHash: TimelineChain.genesis)
    }
  }
}

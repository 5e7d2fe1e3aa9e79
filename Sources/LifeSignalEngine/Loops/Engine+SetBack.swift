import Foundation
import LifeSignalModel
import Logging
import Synchronization

extension Engine {
  /// After the wall clock was set back, brings forward the rows that still wait by the earlier clock, in
  /// small parts. A part that fails does not hold up the others, and the next beat tries it again: the
  /// auditor would not notice a deadline that is a day too late.
  /// - Parameter seconds: how far the clock was set back.
  func bringForward(by seconds: TimeInterval, at now: Date) async {
    var isDone = true
    for part in SetBackPart.allCases {
      do {
        try await bringForward(part, by: seconds, at: now)
      } catch {
        isDone = false
        logger.error(
          "what waits by a clock that was ahead was not brought forward",
          metadata: ["part": "\(part)", "error": "\(error)"])
      }
    }
    unfinishedSetBack.withLock { $0 = isDone ? 0 : seconds }
    watchNudge.note(now)
    dispatchNudge.note(now)
  }

  private func bringForward(_ part: SetBackPart, by seconds: TimeInterval, at now: Date)
    async throws
  {
    let courtesy = configuration.courtesyWindow
    let step = Self.rowsAtOnce
    switch part {
    case .messages:
      try await ledger.write(in: .background) { try $0.bringForwardAlarms(by: seconds, at: now) }
    case .codes:
      try await ledger.write(in: .background) { try $0.bringForwardCheckInCodes(to: now) }
    case .escalations:
      try await inParts { after in
        try await ledger.write(in: .background) { tx in
          let rows = try tx.escalations(ahead: now, after: after, limit: step)
          for old in rows {
            if let new = SetBackRules.escalation(old, at: now) { _ = try tx.update(new, from: old) }
          }
          return rows.last?.alert.int64
        }
      }
    case .watches:
      try await inParts { after in
        try await ledger.write(in: .background) { tx in
          let rows = try tx.watches(ahead: now, courtesy: courtesy, after: after, limit: step)
          for old in rows {
            let preferences = try? tx.person(old.person)?.notifications
            let new = SetBackRules.watch(
              old, preferences ?? NotificationPreferences(), courtesy: courtesy, at: now)
            if let new { _ = try tx.apply(.updateWatch(new, from: old)) }
          }
          return rows.last?.person.int64
        }
      }
    case .travels:
      try await inParts { after in
        try await ledger.write(in: .background) { tx in
          let rows = try tx.travels(ahead: now + courtesy, after: after, limit: step)
          for old in rows {
            let new = SetBackRules.travel(old, courtesy: courtesy, at: now)
            if let new { _ = try tx.update(new, from: old) }
          }
          return rows.last?.id.int64
        }
      }
    }
  }

  private static let rowsAtOnce = 200

  /// - Parameter part: returns the last row it has examined, nil if there was none. Unreadable rows
  ///   are not counted, so a part that is not full may not be the last one.
  private func inParts(_ part: (Int64) async throws -> Int64?) async throws {
    var after: Int64? = .min
    while let last = after, !Task.isCancelled { after = try await part(last) }
  }
}

/// In the order of processing: open alerts come first.
private enum SetBackPart: CaseIterable {
  case messages, escalations, codes, watches, travels
}

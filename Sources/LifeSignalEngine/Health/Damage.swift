import Foundation
import LifeSignalModel
import Synchronization

/// Work that the loops could not do because stored data is damaged. Kept in memory only: after a restart
/// the loops meet the same damage again within seconds.
final class Damage: Sendable {
  private struct Failing {
    var since: Date
    var last: Date
    var count = 1
  }

  private struct State {
    var failing: [String: Failing] = [:]
    var aside: [String: Date] = [:]
    var unreadable: [String: Date] = [:]
    /// Vital requests that could not be stored because of damage.
    var lost: Failing?
    /// Requests whose stored answer is damaged, and when that was last noticed.
    var lostAnswers: [Data: Date] = [:]
    var schemaProblems: [String] = []
  }

  /// Seconds a due row may fail before health reports it.
  static let patience: TimeInterval = 30
  /// Seconds after which a row that was not tried again is assumed to be gone: it would be tried
  /// every ten.
  private static let memory: TimeInterval = 60

  private let state = Mutex(State())

  /// Notes that a due row has failed and is postponed.
  /// - Parameter row: its kind and id.
  func failed(_ row: String, at now: Date) {
    state.withLock { state in
      if let old = state.failing[row], Self.isFresh(old.last, now) {
        state.failing[row] = Failing(since: old.since, last: now, count: old.count + 1)
      } else {
        state.failing[row] = Failing(since: now, last: now)
      }
    }
  }

  func succeeded(_ row: String) {
    state.withLock { state in if !state.failing.isEmpty { state.failing[row] = nil } }
  }

  /// Notes that a row that cannot be processed at all is left alone until then.
  func setAside(_ row: String, until: Date) {
    state.withLock { $0.aside[row] = until }
  }

  /// Notes whether a loop could read the rows of one kind.
  func noteReading(_ kind: String, failed: Bool, at now: Date) {
    state.withLock { $0.unreadable[kind] = failed ? now : nil }
  }

  /// Seconds for which a request that could not be stored is reported: its person may have no second try, and
  /// only another such request would meet the damage again.
  private static let lostMemory: TimeInterval = 600

  /// Notes that damage kept a check-in, an alert or an answer from being stored.
  func requestLost(at now: Date) {
    state.withLock { $0.lost = Failing(since: now, last: now, count: ($0.lost?.count ?? 0) + 1) }
  }

  func lostRequests(at now: Date) -> Int {
    state.withLock { state in
      if let lost = state.lost, abs(now.timeIntervalSince(lost.last)) > Self.lostMemory {
        state.lost = nil
      }
      return state.lost?.count ?? 0
    }
  }

  /// Further answers are not distinguished: the file is in ruins.
  private static let mostAnswers = 1_000

  /// Notes that the stored answer of this request is damaged.
  func answerLost(_ request: Data, at now: Date) {
    state.withLock { state in
      guard state.lostAnswers[request] != nil || state.lostAnswers.count < Self.mostAnswers
      else { return }
      state.lostAnswers[request] = now
    }
  }

  /// Damaged answers that a request has met within a day.
  func lostAnswers(at now: Date) -> Int {
    state.withLock { state in
      state.lostAnswers = state.lostAnswers.filter {
        abs(now.timeIntervalSince($0.value)) <= RepeatRules.life
      }
      return state.lostAnswers.count
    }
  }

  /// - Returns: whether these problems are new.
  func noteSchema(_ problems: [String]) -> Bool {
    state.withLock { state in
      defer { state.schemaProblems = problems }
      return !problems.isEmpty && state.schemaProblems != problems
    }
  }

  var schemaProblems: Int { state.withLock { $0.schemaProblems.count } }

  /// Due rows that have failed at every attempt for ``patience`` or longer.
  func failingRows(at now: Date) -> Int {
    state.withLock { state in
      state.failing = state.failing.filter { Self.isFresh($0.value.last, now) }
      return state.failing.values.count { now.timeIntervalSince($0.since) >= Self.patience }
    }
  }

  func rowsAside(at now: Date) -> Int {
    state.withLock { state in
      state.aside = state.aside.filter { $0.value > now }
      return state.aside.count
    }
  }

  /// Kinds whose last reading failed entirely.
  func unreadableKinds(at now: Date) -> [String] {
    state.withLock { state in
      state.unreadable.filter { Self.isFresh($0.value, now) }.keys.sorted()
    }
  }

  private static func isFresh(_ last: Date, _ now: Date) -> Bool {
    abs(now.timeIntervalSince(last)) <= memory
  }
}

import Foundation
import LifeSignalModel
import Synchronization

/// The results of the last attempts of each kind of channel, in this process.
final class CarrierRecord: Sendable {
  private struct Failures {
    var since: Date
    var last: Date
    var count = 0
    /// Hashes, so that no address is kept.
    var addresses: Set<Int> = []
  }

  /// Attempts in a row, and seconds from the first to the last of them, before a channel counts as failing.
  static let attempts = 10
  static let patience: TimeInterval = 120
  /// A channel kind whose users run their own servers counts as failing only when this many addresses
  /// fail: one person's dead webhook does not mean that webhooks fail.
  static let ownServers = 3
  /// Seconds after the last failure for which a channel is still reported as failing.
  private static let memory: TimeInterval = 3_600

  private let failures = Mutex<[ChannelKind: Failures]>([:])

  func succeeded(_ kind: ChannelKind) {
    failures.withLock { $0[kind] = nil }
  }

  /// Counts an attempt that may succeed when repeated. A carrier that refuses permanently works: it
  /// has answered.
  func failed(_ kind: ChannelKind, address: String, at now: Date) {
    failures.withLock { failures in
      var row = failures[kind] ?? Failures(since: now, last: now)
      row.last = now
      row.count += 1
      if row.addresses.count < Self.ownServers { row.addresses.insert(address.hashValue) }
      failures[kind] = row
    }
  }

  func failing(at now: Date) -> [ChannelKind] {
    failures.withLock { failures in
      failures.filter { kind, row in
        row.count >= Self.attempts && row.last.timeIntervalSince(row.since) >= Self.patience
          && abs(now.timeIntervalSince(row.last)) <= Self.memory
          && (kind.hasOneCarrier || row.addresses.count >= Self.ownServers)
      }.keys.sorted { $0.rawValue < $1.rawValue }
    }
  }
}

extension ChannelKind {
  /// Whether all messages of this kind go to one server, the operator's own choice.
  fileprivate var hasOneCarrier: Bool {
    [.sms, .voice, .email, .apns, .telegram].contains(self)
  }
}

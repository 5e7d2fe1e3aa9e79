public import Foundation
import LifeSignalModel
import Synchronization

/// Makes 64-bit row ids that rise with time: 41 bits of milliseconds, 10 of node, 12 of counter.
///
/// Ids of one generator strictly rise, also when the clock is set back or when more than 4,096 are
/// made in a millisecond: then the time part runs ahead of the clock. ``rise(above:since:)`` makes
/// a new process continue where the one before ended.
public final class IDGenerator: Sendable {
  /// 2024-01-01T00:00:00Z; 41 bits from here last until 2093.
  private static let epoch: Int64 = 1_704_067_200_000

  private let node: Int64
  private let last = Mutex<(time: Int64, counter: Int64)>((0, 0))

  /// - Parameter node: 0–1,023, different for every process that writes to the same ledger.
  public init(node: Int = 0) {
    precondition((0..<1_024).contains(node), "a node number has 10 bits")
    self.node = Int64(clamping: node)
  }

  /// Makes every later id greater than `id` and later than `beat`, even when the clock is behind,
  /// so that no id is used twice after a restart.
  /// - Parameters:
  ///   - id: the greatest stored id; nil when none is stored.
  ///   - beat: when a server last wrote a heartbeat; nil when none ever has.
  public func rise(above id: Int64?, since beat: Date?) {
    let made = (id ?? 0) >> 22
    let lived = beat.map { $0.milliseconds - Self.epoch } ?? 0
    // An id that no generator has made contains no time.
    let start = max(made < Self.end ? made : 0, lived < Self.end ? lived : 0)
    last.withLock { if start >= $0.time { $0 = (start, 4_095) } }
  }

  /// Milliseconds from ``epoch`` at which the time no longer fits into ids, minus a year.
  private static let end: Int64 = (1 << 41) - 31_536_000_000

  /// The smallest id made at an instant: ids of earlier rows are below it.
  public static func least(at instant: Date) -> Int64 {
    min(max(0, instant.milliseconds - epoch), end) << 22
  }

  public func next(at now: Date) -> Int64 {
    let time = min(max(0, now.milliseconds - Self.epoch), Self.end)
    let (used, counter) = last.withLock { last in
      if time > last.time {
        last = (time, 0)
      } else if last.counter < 4_095 {
        last.counter += 1
      } else {
        last = (last.time + 1, 0)
      }
      return last
    }
    return used << 22 | node << 12 | counter
  }
}

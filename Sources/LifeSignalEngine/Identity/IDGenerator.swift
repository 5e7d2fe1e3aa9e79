public import Foundation
import LifeSignalModel
import Synchronization

/// Makes 64-bit row ids that rise with time: 41 bits of milliseconds, 10 of node, 12 of counter.
///
/// Ids of one generator strictly rise, also when the clock is set back or when more than 4,096 are
/// made in a millisecond: then the time part runs ahead of the clock.
public final class IDGenerator: Sendable {
  /// 2024-01-01T00:00:00Z; 41 bits from here last until 2093.
  private static let epoch: Int64 = 1_704_067_200_000

  private let node: Int64
  private let last = Mutex<(time: Int64, counter: Int64)>((0, 0))

  /// - Parameter node: 0–1,023, different for every process that writes to the same ledger.
  public init(node: Int = 0) {
    precondition((0..<1_024).contains(node), "a node number has 10 bits")
    self.node = Int64(node)
  }

  public func next(at now: Date) -> Int64 {
    let time = max(0, now.milliseconds - Self.epoch)
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

public import Foundation

/// Attempts with an unknown result: the process ended, or stalled, in the middle of them.
extension Delivery {
  /// After this many such attempts a message is tried alone, as it may be the one that crashes the
  /// process.
  public static let suspectFrom = 2
  /// After this many it is given up.
  public static let mostUnanswered = 5
  /// The `lastError` of a row that was given up for that reason.
  public static let endedProcess = "process ended while sending"  // no words

  /// The `lastError` of a row that could not be read when its turn came.
  public static let unreadable = "unreadable"

  /// The `lastError` of a row that was claimed again so many times without a result of the time before.
  public static func noResult(_ times: Int) -> String { "no result \(times)" }  // no words

  /// How often in a row the result of an attempt was lost.
  public var unanswered: Int { Self.unanswered(lastError) }

  /// - Parameter error: the `lastError` of a row.
  public static func unanswered(_ error: String?) -> Int {
    guard let error else { return 0 }
    return (1...mostUnanswered).first { noResult($0) == error } ?? 0
  }

  /// Whether its time was over before the first attempt; alerts are never late.
  public func isStale(at now: Date) -> Bool { attempts <= 1 && !isAlarm && giveUpAt < now }
}

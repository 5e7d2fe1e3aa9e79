#if FAIL_POINTS
  import Foundation
  import Synchronization
#endif

/// A named place in the code where a crash test may kill the process.
///
/// `LIFESIGNAL_FAIL_POINT=name:count` kills the process with SIGKILL when the place is reached for
/// the count-th time. Without `FAIL_POINTS` (release builds) the calls do nothing.
public struct FailPoint: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// A transaction's statements have run; nothing is committed. Hit by the ledger.
  public static let beforeCommit = FailPoint(rawValue: "before-commit")
  /// A transaction is committed; no listener has been notified. Hit by the ledger.
  public static let afterCommit = FailPoint(rawValue: "after-commit")
  /// An alert is decided; its transaction is still open.
  public static let beforeAlarm = FailPoint(rawValue: "before-alarm")
  /// The meaning of a duress code is decided; its transaction is still open.
  public static let beforeSilentAlarm = FailPoint(rawValue: "before-silent-alarm")
  /// An alert is committed; the change feed has not been notified.
  public static let afterAlarm = FailPoint(rawValue: "after-alarm")
  /// Deliveries are leased; none is sent.
  public static let betweenClaimAndSend = FailPoint(rawValue: "between-claim-and-send")
  /// The courier has accepted a message; the outbox does not know.
  public static let betweenSendAndMark = FailPoint(rawValue: "between-send-and-mark")

  public static let all: [FailPoint] = [
    .beforeCommit, .afterCommit, .beforeAlarm, .beforeSilentAlarm, .afterAlarm,
    .betweenClaimAndSend, .betweenSendAndMark,
  ]

  /// Ends the process here if a crash test has armed this point.
  @inline(__always)
  public func hit() {
    #if FAIL_POINTS
      Self.observer?(self)
      ArmedFailPoint.shared?.hit(self)
    #endif
  }

  #if FAIL_POINTS
    /// Called for every point that the current task reaches: a simulation cannot kill its own
    /// process.
    @TaskLocal public static var observer: (@Sendable (FailPoint) -> Void)?
  #endif
}

#if FAIL_POINTS
  private final class ArmedFailPoint: Sendable {
    static let shared = ArmedFailPoint(
      ProcessInfo.processInfo.environment["LIFESIGNAL_FAIL_POINT"])

    private let point: FailPoint
    private let remaining: Mutex<Int>

    init?(_ setting: String?) {
      guard let parts = setting?.split(separator: ":"), let name = parts.first else { return nil }
      point = FailPoint(rawValue: String(name))
      remaining = Mutex(parts.count > 1 ? Int(parts[1]) ?? 1 : 1)
    }

    func hit(_ point: FailPoint) {
      guard point == self.point else { return }
      let isNow = remaining.withLock { count in
        count -= 1
        return count == 0
      }
      if isNow { kill(getpid(), SIGKILL) }
    }
  }
#endif

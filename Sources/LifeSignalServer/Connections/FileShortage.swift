import Foundation
import LifeSignalEngine
import NIOCore
import Synchronization

/// Whether files or memory are too short for another connection, so that health says it while it lasts: no
/// one new can call for help, and couriers open no connections either.
///
/// A listener that has failed tries again each second, so it is over when none has failed for ten.
final class FileShortage: Sendable {
  private static let lapse: Duration = .seconds(10)

  private let lastFailure = Mutex<ContinuousClock.Instant?>(nil)

  /// A connection could not be accepted.
  func note(_ error: any Error, at now: ContinuousClock.Instant = .now) {
    guard let error = error as? IOError,
      [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(error.errnoCode)
    else { return }
    lastFailure.withLock { $0 = now }
  }

  func isOn(at now: ContinuousClock.Instant = .now) -> Bool {
    lastFailure.withLock { last in last.map { now - $0 < Self.lapse } ?? false }
  }

  /// The engine's report, with this added.
  func added(
    to report: HealthReport, at now: ContinuousClock.Instant = .now
  ) -> HealthReport {
    var report = report
    if isOn(at: now) { report.causes.append(.descriptorsShort) }
    return report
  }
}

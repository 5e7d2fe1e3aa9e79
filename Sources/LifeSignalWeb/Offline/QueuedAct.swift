import Foundation
import LifeSignalModel

/// An action that a device kept without a connection, as it sends it.
struct QueuedAct: Decodable {
  /// Chosen by the page or the device for this one action, 1–64 bytes.
  var key: String
  /// When it was made by the device's clock.
  var at: DeviceTime?
  /// The device's clock when it was sent.
  var sentAt: DeviceTime?
  /// The person who made it. On a shared device it must not count for the person who is signed in
  /// now.
  var person: String?

  var isValid: Bool { (1...64).contains(key.utf8.count) }

  /// The longest that an action can have waited, in seconds: 30 days.
  static let longestWait = CheckIn.longestWait

  /// When it was made by the server's clock, from ``longestWait`` ago to now; nil when it did not wait.
  ///
  /// A device whose clock is wrong still knows how long ago it was. Impossible times count as the
  /// longest wait: a check-in must not look newer than it is, and an alert this old starts now.
  func made(now: Date) -> Date? {
    guard let at else { return nil }
    return now - min(max(0, wait(since: at, now: now) ?? Self.longestWait), Self.longestWait)
  }

  /// Whether the device's clock cannot have been right all the time that this action waited.
  func hasImpossibleTime(now: Date) -> Bool {
    guard let at else { return false }
    return wait(since: at, now: now).map { $0 > Self.longestWait } ?? true
  }

  /// In seconds; nil when the device's clock showed no time.
  private func wait(since at: DeviceTime, now: Date) -> TimeInterval? {
    guard let made = at.date else { return nil }
    guard let sent = sentAt?.date, sent >= made else { return now.timeIntervalSince(made) }
    return sent.timeIntervalSince(made)
  }
}

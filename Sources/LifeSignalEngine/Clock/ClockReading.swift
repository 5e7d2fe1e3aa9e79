import Foundation
import LifeSignalModel

/// One heartbeat, by both clocks.
struct Beat: Sendable {
  var at: Date
  var uptime: Duration?
  /// ``Heartbeat/beatAt`` as it was stored with this beat.
  var stored: Date
  /// ``ServerClock/uptime`` at which the wall clock began to be doubted; nil while it is believed.
  var doubtedSince: Duration?
}

/// The readings of both clocks at one heartbeat, and their consequences for the heartbeat row. Pure, so
/// that each kind of broken clock has one test.
struct ClockReading: Sendable {
  var now: Date
  var uptime: Duration?
  var isSynchronised: Bool?
  /// The previous beat of this process.
  var last: Beat?
  /// Seconds without a beat that count as an outage.
  var threshold: TimeInterval
  /// Seconds of the courtesy window after an outage.
  var courtesy: TimeInterval

  /// Seconds after the start of the process in which the wall clock may still be set right.
  static let settling: TimeInterval = 600
  /// Seconds ahead of the latest beat from which an unsynchronized wall clock is doubted.
  static let farthest: TimeInterval = 30 * 86_400
  /// The longest time in seconds for which it is doubted: a server that really was off for so long must
  /// work again.
  static let longestDoubt: TimeInterval = 3_600
  /// Seconds by which the wall clock may differ from the steady one before it counts as set.
  static let slack: TimeInterval = 60

  /// Seconds the process was away since its last beat, and by how many the wall clock was set.
  /// Without a monotonic clock the whole difference counts as a set clock.
  var gap: (away: TimeInterval, set: TimeInterval) {
    guard let last else { return (0, 0) }
    let wall = now.timeIntervalSince(last.at)
    guard let then = last.uptime, let uptime else { return (0, wall) }
    let away = (uptime - then) / .seconds(1)
    return (away, wall - away)
  }

  /// Whether the process began so recently that the wall clock may not have been set right yet.
  var isYoung: Bool { uptime.map { $0 < .seconds(Self.settling) } ?? false }

  /// Whether the wall clock was set forward after it may have been behind since the process began. Until
  /// then, the server could not know of the time it had skipped.
  var isSetRight: Bool { gap.set > threshold && (isYoung || isSynchronised == false) }

  /// When the wall clock began to be so far ahead of the latest beat that it is more likely wrong than
  /// that the server was off for so long; nil when it is believed.
  func doubtedSince(after stored: Date) -> Duration? {
    guard let uptime, isSynchronised != true, now.timeIntervalSince(stored) > Self.farthest
    else { return nil }
    let start = last?.doubtedSince ?? uptime
    return uptime - start < .seconds(Self.longestDoubt) ? start : nil
  }

  /// The row after this beat.
  ///
  /// A silence longer than the threshold is an outage. It is counted from the latest stored beat at
  /// the first beat of a process, when a doubted clock is believed, and when a clock that had not
  /// been set right yet is set forward; otherwise it is the time the process was away. The beat of
  /// a doubted clock is not stored.
  func heartbeat(after stored: Heartbeat?) -> Heartbeat {
    guard var heartbeat = stored else { return Heartbeat(beatAt: now) }
    let latest = heartbeat.beatAt
    guard doubtedSince(after: latest) == nil else { return heartbeat }
    let (away, set) = gap
    let isNew = last == nil || last?.doubtedSince != nil || isSetRight
    let silence = isNew ? now.timeIntervalSince(latest) : away
    // Another loop's beat has noted it already.
    let isNoted = !isNew && latest > last?.stored ?? .distantFuture
    if silence > threshold, !isNoted {
      let before = heartbeat.outage.flatMap { $0.end + courtesy > latest ? $0 : nil }
      let start = min(before?.start ?? latest, latest, now)
      heartbeat.outage = DateInterval(start: start, end: now)
    }
    heartbeat.beatAt = beatAt(after: latest, set: set)
    return heartbeat
  }

  /// A clock that is behind does not take the latest beat back: when it is set right, the time
  /// since then is an outage. A clock that this process has seen being set back does take it back,
  /// and so does one that is believed.
  private func beatAt(after latest: Date, set: TimeInterval) -> Date {
    if now >= latest || isSynchronised == true || !isYoung { return now }
    return set < -Self.slack ? max(now, latest + set) : latest
  }
}

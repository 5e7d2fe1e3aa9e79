import Foundation
import LifeSignalModel
import Synchronization

/// Limits how often open pages learn of an alert's progress: immediately at first, and then at
/// intervals, however many messages the alert has.
struct ProgressNews: Sendable {
  /// Seconds between two announcements of one alert.
  static let pause: TimeInterval = 0.5

  private var announced: [AlertRecord.ID: Date] = [:]
  private var waiting: Set<AlertRecord.ID> = []

  /// False if it was announced just now: then it waits its turn.
  mutating func isDue(_ alert: AlertRecord.ID, at now: Date) -> Bool {
    if let last = announced[alert], abs(now.timeIntervalSince(last)) < Self.pause {
      waiting.insert(alert)
      return false
    }
    announced[alert] = now
    waiting.remove(alert)
    return true
  }

  /// Removes and returns those whose turn it is.
  mutating func take(at now: Date) -> [AlertRecord.ID] {
    announced = announced.filter { abs(now.timeIntervalSince($0.value)) < Self.pause }
    let due = waiting.filter { announced[$0] == nil }
    waiting.subtract(due)
    for alert in due { announced[alert] = now }
    return due.sorted()
  }

  /// Removes and returns all that wait, before their turn.
  mutating func takeAll() -> [AlertRecord.ID] {
    defer { waiting = [] }
    return waiting.sorted()
  }

  /// When the first of those that wait has its turn.
  var next: Date? { waiting.compactMap { announced[$0] }.min().map { $0 + Self.pause } }
}

extension DispatchLoop {
  /// The alerts that this parcel is about; without those that were announced just now and wait their turn.
  func alertsDue(in parcel: Parcel) -> [AlertRecord.ID] {
    let alerts = Set(parcel.deliveries.compactMap(\.alert)).sorted()
    guard !alerts.isEmpty else { return [] }
    let now = engine.clock.now
    return progress.withLock { progress in
      var due: [AlertRecord.ID] = []
      for alert in alerts where progress.isDue(alert, at: now) { due.append(alert) }
      return due
    }
  }

  func announce(_ alerts: [AlertRecord.ID]) async {
    for alert in alerts { try? await engine.announceProgress(of: alert) }
  }
}

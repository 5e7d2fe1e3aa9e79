public import Foundation

extension Delivery.Priority {
  /// Seconds after which trying again is pointless: a day for a message that someone may have to
  /// act on, an hour for a message that is stale by then.
  public var patience: TimeInterval {
    switch self {
    case .alert, .missedCheckIn, .ping, .recovery: 86_400
    case .reminder, .information: 3_600
    }
  }
}

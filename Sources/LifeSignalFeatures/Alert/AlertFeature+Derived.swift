public import Foundation
import LifeSignalModel

/// Values computed from the state alone; time is `currentTime`.
extension AlertFeature.State {
  public var isLocked: Bool { lockedUntil != nil }

  public var isBusy: Bool { isActivatingAlert || isDeactivatingAlert }

  public var canActivateAlert: Bool { !isAlertActive && !isBusy && !isLocked }

  public var canDeactivateAlert: Bool { isAlertActive && !isBusy && !isLocked }

  public var isFullyActivated: Bool { activationProgress >= 1 }

  public var isFullyDeactivated: Bool { deactivationProgress >= 1 }

  /// Seconds since the alert was raised, or its whole length once it ended.
  public var alertDuration: TimeInterval {
    guard let alertStartTime else { return 0 }
    return max(0, (alertEndTime ?? currentTime).timeIntervalSince(alertStartTime))
  }

  public var formattedAlertDuration: String { Countdown.clock(elapsed: alertDuration) }

  /// Adopts the server's state, except older news that contradicts a switch under way.
  mutating func apply(isActive: Bool, since start: Date?) {
    if isActivatingAlert, !isActive { return }
    if isDeactivatingAlert, isActive { return }
    if isActive {
      alertStartTime = start ?? alertStartTime
      alertEndTime = nil
      activationProgress = 0
    } else {
      deactivationProgress = 0
      // Ended elsewhere: there is nothing left to confirm.
      confirmationAlert = nil
    }
    isAlertActive = isActive
  }
}

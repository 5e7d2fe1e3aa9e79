import Foundation

/// Values computed from the state alone.
extension AlertFeature.State {
  public var isLocked: Bool { lockedUntil != nil }

  public var isBusy: Bool { isActivatingAlert || isDeactivatingAlert }

  public var canActivateAlert: Bool { !isAlertActive && !isBusy && !isLocked }

  public var canDeactivateAlert: Bool { isAlertActive && !isBusy && !isLocked }

  public var isFullyActivated: Bool { activationProgress >= 1 }

  public var isFullyDeactivated: Bool { deactivationProgress >= 1 }

  /// Adopts the server's state, except older news that contradicts a switch under way.
  mutating func apply(isActive: Bool, since start: Date?) {
    if isActivatingAlert, !isActive { return }
    if isDeactivatingAlert, isActive { return }
    if isActive {
      alertStartTime = start ?? alertStartTime
      activationProgress = 0
    } else {
      deactivationProgress = 0
      // Ended elsewhere: there is nothing left to confirm.
      confirmationAlert = nil
    }
    isAlertActive = isActive
  }
}

public import Foundation

extension ContactData {
  /// They pinged me and I have not answered.
  public var hasPendingPing: Bool { hasIncomingPing }

  /// Their deadline without grace; nil when either input is missing.
  public var expiration: Date? {
    guard let lastCheckedIn, let checkInInterval else { return nil }
    return lastCheckedIn.addingTimeInterval(checkInInterval)
  }

  /// Seconds until their deadline, negative once it passed; nil when either input is missing.
  public func timeRemaining(_ now: Date) -> TimeInterval? {
    expiration?.timeIntervalSince(now)
  }

  /// Alert before lateness before an open ping of mine before active.
  public var status: ContactStatus {
    ContactStatus(
      alertActive: manualAlertActive, nonResponsive: isNonResponsive, pinged: hasOutgoingPing)
  }

  /// Whether the owner has to look: an alert or a missed check-in.
  public var needsAttention: Bool { manualAlertActive || isNonResponsive }

  /// A copy whose lateness is judged at `now`.
  ///
  /// Late means later than last check-in plus interval (at least a minute) plus grace. Without a
  /// check-in or an interval nobody is late: onboarding writes the first check-in.
  public func refreshed(now: Date) -> ContactData {
    var copy = self
    if let lastCheckedIn, let checkInInterval {
      copy.isNonResponsive = now > lastCheckedIn + max(60, checkInInterval) + gracePeriod
    } else {
      copy.isNonResponsive = false
    }
    return copy
  }

  /// A copy without the ping they sent me.
  public var withoutIncomingPing: ContactData {
    var copy = self
    copy.hasIncomingPing = false
    copy.incomingPingTimestamp = nil
    copy.incomingPingID = nil
    return copy
  }

  /// A copy without the ping I sent them.
  public var withoutOutgoingPing: ContactData {
    var copy = self
    copy.hasOutgoingPing = false
    copy.outgoingPingTimestamp = nil
    copy.outgoingPingID = nil
    return copy
  }
}

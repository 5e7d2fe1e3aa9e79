public import Foundation

extension ContactData {
  /// Whether they wait for my answer: for a relation, or whether I will be their responder.
  public var asksMe: Bool {
    relation == .requestedByThem || responderRequest == .requestedByThem
  }

  /// What they would be to me if I agreed to what they ask.
  public var requestedRoles: (isResponder: Bool, isDependent: Bool) {
    responderRequest == .requestedByThem ? (false, true) : (isResponder, isDependent)
  }

  /// They pinged me and I have not answered.
  public var hasPendingPing: Bool { hasIncomingPing }

  /// Their deadline without grace: the server's, else last check-in plus interval; nil when either
  /// is missing.
  public var expiration: Date? {
    if let deadline { return deadline }
    guard let lastCheckedIn, let checkInInterval else { return nil }
    return lastCheckedIn.addingTimeInterval(checkInInterval)
  }

  /// Seconds until their deadline, negative once it passed; nil when either input is missing.
  public func timeRemaining(_ now: Date) -> TimeInterval? {
    expiration?.timeIntervalSince(now)
  }

  /// Whether nobody waits for their check-in at present.
  public var isPaused: Bool { pausedUntil != nil }

  /// Alert before lateness, of a check-in or of an arrival, before an open ping of mine before active.
  public var status: ContactStatus {
    ContactStatus(
      alertActive: isAlerting, nonResponsive: isLate, pinged: hasOutgoingPing)
  }

  /// Late with a check-in, or with an arrival.
  public var isLate: Bool { isNonResponsive || travelAlarm != nil }

  /// Whether the owner has to look: an alert, a missed check-in or a missed arrival.
  public var needsAttention: Bool { isAlerting || isLate }

  /// A copy without the ping I sent them.
  public var withoutOutgoingPing: ContactData {
    var copy = self
    copy.hasOutgoingPing = false
    copy.outgoingPingTimestamp = nil
    copy.outgoingPingID = nil
    return copy
  }
}

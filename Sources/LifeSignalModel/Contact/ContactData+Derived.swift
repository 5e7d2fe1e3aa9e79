public import Foundation

extension ContactData {
  /// Whether they wait for my answer: to a relation, or to the question whether I will be their
  /// responder.
  public var asksMe: Bool {
    relation == .requestedByThem || responderRequest == .requestedByThem
  }

  /// The roles they would have for me if I agreed to their request.
  public var requestedRoles: (isResponder: Bool, isDependent: Bool) {
    responderRequest == .requestedByThem ? (false, true) : (isResponder, isDependent)
  }

  /// They pinged me and I have not answered.
  public var hasPendingPing: Bool { hasIncomingPing }

  /// Their deadline without grace: the server's, or the last check-in plus interval; nil when
  /// either is missing.
  public var expiration: Date? {
    if let deadline { return deadline }
    guard let lastCheckedIn, let checkInInterval else { return nil }
    return lastCheckedIn.addingTimeInterval(checkInInterval)
  }

  /// Seconds until their deadline, negative once it passed; nil when either input is missing.
  public func timeRemaining(_ now: Date) -> TimeInterval? {
    expiration?.timeIntervalSince(now)
  }

  /// Whether check-ins are expected of them, now or after a pause: not of a dependent who only watches
  /// over others.
  public var checksIn: Bool { expiration != nil }

  /// Whether their check-in is not expected at present.
  public var isPaused: Bool { pausedUntil != nil }

  /// An alert comes before a late check-in or arrival, then an open ping of mine, then active.
  public var status: ContactStatus {
    ContactStatus(
      alertActive: isAlerting, nonResponsive: isLate, pinged: hasOutgoingPing)
  }

  /// Late with a check-in, or with an arrival.
  public var isLate: Bool { isNonResponsive || travelAlarm != nil }

  /// Whether the owner has to act: an alert, a missed check-in or a missed arrival.
  public var needsAttention: Bool { isAlerting || isLate }
}

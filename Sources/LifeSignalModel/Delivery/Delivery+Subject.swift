extension Delivery {
  /// The subject of a message: which page it opens, and which answers are possible.
  public enum Subject: Equatable, Sendable {
    /// Another person's alert that the recipient may take.
    case call(AlertRecord.ID)
    /// Any other news about an alert.
    case alarm(AlertRecord.ID)
    case ping(PingData.ID)
    /// The person's own check-in that is due.
    case ownCheckIn
    /// The person's own trip.
    case ownJourney
    /// The end of the person's last session, which opening any page puts off.
    case sessionEnd
    case other
  }

  public var subject: Subject {
    switch premise {
    case .call(_, let id): .call(id)
    case .alarm(_, let id), .answer(_, let id, _), .ownAnswer(let id, _): .alarm(id)
    case .pendingPing(let id): .ping(id)
    case .deadline: .ownCheckIn
    case .travel: .ownJourney
    case .responderOf, .allClear, .request, .withoutResponders, nil:
      alert.map { .alarm($0) } ?? (isAboutSessionEnd ? .sessionEnd : .other)
    }
  }
}

extension Delivery {
  /// The part of a key after the session.
  static let sessionEnd = "ends"  // no words

  /// By the key alone.
  private var isAboutSessionEnd: Bool {
    let parts = dedupeKey.split(separator: ":", omittingEmptySubsequences: false)
    return parts.count >= 5 && parts[0] == NotificationEvent.system.rawValue
      && parts[1] == SecurityNotice.session.rawValue && parts[3] == Self.sessionEnd
  }
}

extension Delivery {
  /// The person and the alert a message is about: the unit of message budgets.
  public struct Cause: Hashable, Sendable {
    public var owner: Person.ID
    /// Nil for messages about a check-in that is due or missed.
    public var alert: AlertRecord.ID?
    /// Nil for messages that are not the call for help itself.
    public var kind: Alert.Kind?

    public init(owner: Person.ID, alert: AlertRecord.ID? = nil, kind: Alert.Kind? = nil) {
      self.owner = owner
      self.alert = alert
      self.kind = kind
    }
  }

  /// Read from the key, as its ``premise`` is; nil for messages that are not urgent.
  public var cause: Cause? {
    guard isAlarm else { return nil }
    return switch premise {
    case .call(let owner, let alert): Cause(owner: owner, alert: alert, kind: calledAlarm)
    case .alarm(let owner, let alert): Cause(owner: owner, alert: alert)
    default: Cause(owner: person)
    }
  }
}

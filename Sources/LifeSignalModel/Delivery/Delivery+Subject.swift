extension Delivery {
  /// What a message is about: where it leads whoever opens it, and what can be answered.
  public enum Subject: Equatable, Sendable {
    /// Somebody else's alarm that the person told may take.
    case call(AlertRecord.ID)
    /// Any other news of an alarm.
    case alarm(AlertRecord.ID)
    case ping(PingData.ID)
    /// The person's own check-in that is due.
    case ownCheckIn
    /// The person's own journey.
    case ownJourney
    case other
  }

  public var subject: Subject {
    switch premise {
    case .call(_, let id): .call(id)
    case .alarm(_, let id): .alarm(id)
    case .pendingPing(let id): .ping(id)
    case .deadline: .ownCheckIn
    case .travel: .ownJourney
    case .responderOf, nil: alert.map { .alarm($0) } ?? .other
    }
  }
}

public import Foundation

extension Endpoints {
  static let alerts: [any Endpoint.Type] = [ActivateAlert.self, DeactivateAlert.self]
}

/// Raises the member's alert. While one is on, raising it again changes nothing.
public struct ActivateAlert: Endpoint {
  public init() {}

  public static let route = Route(
    .post, "/alert", summary: "Raises the own alert, or says since when it is on.",
    for: .token(.alert), .vital)

  public func facts(
    by me: Member, from reads: some Reads, at moment: Moment
  ) throws -> AlertFacts { try reads.alertFacts(of: me.id) }

  /// - Returns: with the start of the alert that is on.
  public func decide(
    _ facts: AlertFacts, by me: Member, at moment: Moment
  ) -> Decided<InstantAnswer> {
    AlertRules.raise(facts, moment: moment).map { InstantAnswer(at: $0.startTime) }
  }
}

/// Raises an alert that a device kept while it had no connection.
///
/// It has no route of the API: only the server's own pages keep alerts and send them.
public struct RaiseQueuedAlert: Command {
  /// Names the alert over all its repeats, 1–64 bytes.
  public var key: String
  /// When the person raised it, by the clock of the device.
  public var at: Date

  public init(key: String, at: Date) {
    self.key = key
    self.at = at
  }

  public static let terms = Terms.vital

  public func facts(
    by me: Member, from reads: some Reads, at moment: Moment
  ) throws -> AlertFacts {
    var facts = try reads.alertFacts(of: me.id)
    facts.repeated = try reads.alert(of: me.id, key: key)
    return facts
  }

  /// - Returns: with the start of the alert that the key began, or joined.
  public func decide(
    _ facts: AlertFacts, by me: Member, at moment: Moment
  ) -> Decided<InstantAnswer> {
    AlertRules.raiseQueued(facts, key: key, at: at, moment: moment)
      .map { InstantAnswer(at: $0.startTime) }
  }
}

/// Ends the member's alert. Ending it again is a success.
public struct DeactivateAlert: Endpoint {
  public init() {}

  public static let route = Route(
    .delete, "/alert", summary: "Ends the own alert.", for: .token(.alert), .vital, takesKey: true)

  public func facts(
    by me: Member, from reads: some Reads, at moment: Moment
  ) throws -> AlertFacts {
    var facts = try reads.alertFacts(of: me.id)
    if facts.open == nil, let stray = try reads.strayTripAlert(of: me.id) {
      (facts.open, facts.escalation) = (stray.alert, stray.escalation)
    }
    return facts
  }

  /// - Returns: with the end of the alert.
  public func decide(
    _ facts: AlertFacts, by me: Member, at moment: Moment
  ) throws(Refusal) -> Decided<InstantAnswer> {
    let decided = try AlertRules.end(facts, moment: moment)
    guard let end = decided.answer?.endTime else { throw .alertNotFound }
    return Decided(decided.decision, InstantAnswer(at: end))
  }
}

extension Endpoints {
  static let alarms: [any Endpoint.Type] = [
    AcknowledgeAlarm.self, ReleaseAlarm.self, HandOverAlarm.self, ReportReached.self,
    EndSilentAlarm.self,
  ]
}

/// An answer to an alert, by a responder or its owner.
public protocol AlarmCommand: Command where Asker == Member, Facts == EscalationFacts? {
  var id: AlertRecord.ID { get }
}

extension AlarmCommand {
  public func facts(
    by me: Member, from reads: some Reads, at moment: Moment
  ) throws -> EscalationFacts? { try reads.escalationFacts(of: id) }
}

/// "I am on it": by a responder, for an open alert. While another responder has it, "I'm coming
/// too".
public struct AcknowledgeAlarm: Endpoint, AlarmCommand {
  public var id: AlertRecord.ID

  public init(id: AlertRecord.ID) { self.id = id }

  public static let route = Route(
    .put, "/alarms/{id}/holder",
    summary: "Answers “I'm on it”. The first responder holds the alert.", for: .token(.alert),
    .vital)

  public func decide(
    _ facts: EscalationFacts?, by me: Member, at moment: Moment
  ) throws(Refusal) -> Decided<Empty> {
    Decided(try AcknowledgementRules.acknowledge(facts, by: me.id, moment: moment))
  }
}

/// By the responder who has the alert: the next responders are called. By its owner: the other
/// responders are contacted too.
public struct ReleaseAlarm: Endpoint, AlarmCommand {
  public var id: AlertRecord.ID

  public init(id: AlertRecord.ID) { self.id = id }

  public static let route = Route(
    .delete, "/alarms/{id}/holder",
    summary: "Returns an alert. LifeSignal contacts the others immediately.",
    for: .token(.alert), .vital)

  public func decide(
    _ facts: EscalationFacts?, by me: Member, at moment: Moment
  ) throws(Refusal) -> Decided<Empty> {
    Decided(try AcknowledgementRules.release(facts, by: me.id, moment: moment))
  }
}

/// By the responder who has the alert; it stays theirs until the other one acknowledges.
public struct HandOverAlarm: Endpoint, AlarmCommand {
  public var id: AlertRecord.ID
  /// The responder who should take over.
  public var to: Person.ID

  public init(id: AlertRecord.ID, to: Person.ID) {
    self.id = id
    self.to = to
  }

  public static let route = Route(
    .put, "/alarms/{id}/offer", summary: "Asks another responder to take an alert over.",
    for: .token(.alert), .vital)

  public func decide(
    _ facts: EscalationFacts?, by me: Member, at moment: Moment
  ) throws(Refusal) -> Decided<Empty> {
    Decided(try AcknowledgementRules.handOver(facts, to: to, by: me.id, moment: moment))
  }
}

/// "I reached Rose, all fine": ends an alert about a missed check-in or a trip. One that the person raised stays
/// on, and everyone who was contacted reads it.
public struct ReportReached: Endpoint {
  public var id: AlertRecord.ID

  public init(id: AlertRecord.ID) { self.id = id }

  public static let route = Route(
    .put, "/alarms/{id}/reached",
    summary:
      "Reports that a responder has reached the person. Ends an alert about a missed check-in or a trip.",
    for: .token(.alert), .vital)

  public func facts(
    by me: Member, from reads: some Reads, at moment: Moment
  ) throws -> ReachedFacts? {
    guard let alarm = try reads.escalationFacts(of: id) else { return nil }
    return ReachedFacts(
      alarm: alarm,
      watch: alarm.alert.kind == .missedCheckIn ? try reads.watch(of: alarm.alert.person) : nil)
  }

  public func decide(
    _ facts: ReachedFacts?, by me: Member, at moment: Moment
  ) throws(Refusal) -> Decided<Empty> {
    Decided(try ReachedRules.report(facts, by: me.id, moment: moment))
  }
}

/// Ends a duress alert, by the responder who has it.
public struct EndSilentAlarm: Endpoint, AlarmCommand {
  public var id: AlertRecord.ID

  public init(id: AlertRecord.ID) { self.id = id }

  public static let route = Route(
    .delete, "/alarms/{id}",
    summary: "Ends a duress alert. Only the responder who holds it can.", for: .token(.alert),
    .vital)

  public func decide(
    _ facts: EscalationFacts?, by me: Member, at moment: Moment
  ) throws(Refusal) -> Decided<Empty> {
    Decided(try SilentAlarmRules.end(facts, by: me.id, moment: moment))
  }
}

/// The member opens an alert, which also marks the messages to them about it as opened.
///
/// It has no route of its own: `getAlarm` performs it for people, and not for programs.
public struct OpenAlarm: Command {
  public var id: AlertRecord.ID

  public init(id: AlertRecord.ID) { self.id = id }

  public struct Facts {
    var alert: Alert
    var messages: [Delivery]
  }

  public static let terms = Terms.vital

  public func facts(by me: Member, from reads: some Reads, at moment: Moment) throws -> Facts {
    guard let alert = try reads.alert(id), try reads.mayKnow(me.id, of: alert) else {
      throw Refusal.alarmNotFound
    }
    // Once it is over it is not shown, so the message that it is over still has to arrive.
    return Facts(alert: alert, messages: alert.isOpen ? try reads.deliveries(about: id) : [])
  }

  public func decide(_ facts: Facts, by me: Member, at moment: Moment) -> Decided<Empty> {
    Decided(
      ReceiptRules.opened(
        facts.messages, by: me.id, about: facts.alert.person, moment: moment
      ).kept(about: facts.alert))
  }
}

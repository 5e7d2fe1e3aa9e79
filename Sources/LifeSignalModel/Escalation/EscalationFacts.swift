/// What is stored about an alarm whose calling is being decided.
public struct EscalationFacts: Equatable, Sendable {
  public var alert: Alert
  /// Whose alarm it is.
  public var me: Recipient
  public var escalation: Escalation
  /// The accepted responders as they are now, each with their own side of the relation.
  public var responders: [Recipient]
  /// The journey of an alarm of that kind.
  public var travel: Travel?
  /// Everybody who sees this person.
  public var peers: [Person.ID]

  public init(
    alert: Alert, me: Recipient, escalation: Escalation, responders: [Recipient] = [],
    travel: Travel? = nil, peers: [Person.ID] = []
  ) {
    self.alert = alert
    self.me = me
    self.escalation = escalation
    self.responders = responders
    self.travel = travel
    self.peers = peers
  }

  func responder(_ id: Person.ID) -> Recipient? { responders.first { $0.person.id == id } }

  /// Responders who have not answered: neither the one who has the alert nor those who are coming.
  var othersToContact: [Recipient] {
    responders.filter { !escalation.isHelping($0.person.id) }
  }
}

extension Decision {
  /// Ends the calling of an alarm that ends with this decision.
  mutating func end(_ escalation: Escalation?, _ moment: Moment) {
    guard let escalation, escalation.isOpen else { return }
    mutations.append(
      .updateEscalation(EscalationRules.ended(escalation, moment), from: escalation))
  }
}

extension Escalation? {
  /// Whether this responder is told of the alarm's end: everybody who was called is, and everybody
  /// where nobody has counted.
  func hears(_ responder: Recipient) -> Bool { self?.told.contains(responder.person.id) ?? true }
}

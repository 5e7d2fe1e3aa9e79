import Foundation

/// The stored facts about an alert whose next call is being decided.
public struct EscalationFacts: Equatable, Sendable {
  public var alert: Alert
  /// The person whose alert it is.
  public var me: Recipient
  public var escalation: Escalation
  /// The accepted responders as they are now, each with their own side of the relation.
  public var responders: [Recipient]
  /// The trip, where the alert is about one.
  public var travel: Travel?
  /// Everyone who sees this person in their list.
  public var peers: [Person.ID]
  /// Contacted responders whom no message can reach; only loaded when a responder joins.
  public var unreachable: Set<Person.ID> = []
  /// Seconds for which a device without a connection kept the alert; only known when it is raised.
  var kept: TimeInterval = 0
  /// When the missed check-in was due; only known when the alert begins.
  var due: Date?

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

  /// Whether a responder was contacted whom a message can reach, or one is coming.
  var hasReachedResponder: Bool {
    responders.map(\.person.id).contains { id in
      escalation.helper(id).isReliedOn
        || escalation.told.contains(id) && !unreachable.contains(id)
    }
  }

  /// Whether the person may rely on a responder's coming.
  var isHelpComing: Bool {
    escalation.helpers.contains { $0.isReliedOn && responder($0.person) != nil }
  }

  /// Responders who have not answered: neither the one who has the alert nor those who are coming.
  var othersToContact: [Recipient] {
    responders.filter { !escalation.isHelping($0.person.id) }
  }
}

extension Decision {
  /// Ends the escalation of an alert that ends with this decision.
  mutating func end(_ escalation: Escalation?, _ moment: Moment) {
    guard let escalation, escalation.isOpen else { return }
    mutations.append(
      .updateEscalation(EscalationRules.ended(escalation, moment), from: escalation))
  }
}

extension Escalation? {
  /// Whether this responder is notified that the alert is over: every responder who was called is,
  /// and all of them where there is no record of the calls.
  func hears(_ responder: Recipient) -> Bool { self?.told.contains(responder.person.id) ?? true }
}

extension Escalation {
  /// Whether a responder is notified that a missed check-in is over: those who were called, unless they have
  /// switched that off, and always the responder who took the alert.
  func hearsCheckIn(_ responder: Person.ID, _ relation: Relation?) -> Bool {
    if holder == responder || offeredTo == responder { return true }
    return told.contains(responder) && relation?.notifyOnCheckIn ?? true
  }

  /// Whether a message will notify this responder that this alert has ended.
  /// - Parameter relation: the responder's own side.
  public func hasMessageAtEnd(
    of kind: Alert.Kind, to responder: Person, _ relation: Relation?
  ) -> Bool {
    let event: NotificationEvent =
      switch kind {
      case .manual: .dependentAlertDeactivated
      case .missedCheckIn: .dependentRecovered
      case .travel: .dependentArrived
      case .duress: .alarmOver
      }
    guard responder.notifications.wants(event) else { return false }
    return kind == .missedCheckIn
      ? hearsCheckIn(responder.id, relation) : told.contains(responder.id)
  }
}

import Foundation

/// The stored facts about a person who deletes their account.
public struct DeletionFacts: Equatable, Sendable {
  public var me: Person
  public var code: OneTimeCode?
  /// The result of comparing hashes.
  public var isRight: Bool
  /// Their alerts that are on.
  public var openAlerts: [Alert]
  /// Every accepted contact, each with their own side of the relation.
  public var contacts: [Recipient]
  /// People whose requests to or from this person are pending.
  public var requests: [Person.ID]
  /// Alerts of others that are on.
  public var alarms: [EscalationFacts]
  /// Contacts who have no other responder.
  public var losingLastResponder: Set<Person.ID> = []

  public init(
    me: Person, code: OneTimeCode?, isRight: Bool, openAlerts: [Alert] = [],
    contacts: [Recipient] = [], requests: [Person.ID] = [], alarms: [EscalationFacts] = []
  ) {
    self.me = me
    self.code = code
    self.isRight = isRight
    self.openAlerts = openAlerts
    self.contacts = contacts
    self.requests = requests
    self.alarms = alarms
  }
}

/// The end of an account.
public enum DeletionRules {
  /// Codes go to the number or e-mail address the account has.
  public static func requestCode(
    _ code: OneTimeCode, openAlerts: [Alert], recent: [OneTimeCode], moment: Moment
  ) throws(Refusal) -> Decision {
    try requireNone(openAlerts)
    return try AuthRules.requestCode(code, recent: recent, moment: moment)
  }

  /// Removes everything that is stored about the person, in one decision, and notifies their
  /// contacts.
  ///
  /// Refused while an alert is on, also one for a missed check-in or a trip: responders are on their way, and
  /// must not lose sight of the person. Not refused during a duress alert, of which a refusal would tell.
  /// The notification of the contacts contains no name, since nothing about the person may remain.
  /// A contact who gave them a nickname reads that nickname, which is the contact's own word.
  public static func delete(
    _ facts: DeletionFacts, moment: Moment
  ) throws(Refusal) -> Decision {
    try requireNone(facts.openAlerts)
    let me = facts.me
    var (_, decision) = try CodeRules.spend(
      facts.code, for: .deletion(me.id), isRight: facts.isRight, moment: moment)
    guard decision.refusal == nil else { return decision }
    decision.events.append(.accountDeleted(me.id))
    decision.mutations.append(.deletePerson(me))
    for contact in facts.contacts {
      let notice = notice(of: me, to: contact.relation)
      let isLast = facts.losingLastResponder.contains(contact.person.id)
      decision.tell(
        contact, isLast ? notice.losingResponder(notice.message, isLast: true) : notice,
        at: moment)
      if contact.relation?.isResponder == true {
        decision.record(.responderRemoved, of: contact.person.id, at: moment)
      }
      decision.touch(contact.person.id, [.contacts, .pings, .notifications, .activity])
    }
    // Without this no one would be called until the deleted holder had been asked in vain.
    for alarm in facts.alarms { EscalationRules.leave(alarm, me.id, &decision, moment) }
    decision.touch(facts.requests, .contacts)
    decision.touch(me.id, .all)
    return decision
  }

  /// Refuses while an alert is on, and names how to end it.
  private static func requireNone(_ openAlerts: [Alert]) throws(Refusal) {
    let kinds = openAlerts.map(\.kind)
    if kinds.contains(.manual) { throw .alertStillActive }
    if kinds.contains(.missedCheckIn) { throw .checkInFirst }
    if kinds.contains(.travel) { throw .travelOverdue }
  }

  private static func notice(of me: Person, to relation: Relation?) -> Notice {
    let message: Phrase =
      if let nickname = relation?.nickname {
        "\(nickname) has left LifeSignal. You no longer see each other."
      } else {
        "One of your contacts has left LifeSignal. You no longer see each other."
      }
    return Notice(
      .contactRemovedYou, "Contact removed", message, push: .unlessMuted(.information),
      subject: "deleted:\(me.id)")
  }
}

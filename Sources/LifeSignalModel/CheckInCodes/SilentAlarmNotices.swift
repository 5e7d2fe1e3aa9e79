/// Notices about duress alerts, for responders alone.
enum SilentAlarmNotices {
  static func called(_ person: Person, _ alert: Alert) -> Notice {
    var notice = Notice(
      .dependentDuress, "Duress alert",
      "\(person.name) has checked in under duress. Do not call or text them. Get help.",
      push: .unlessMuted(.alert), subject: "\(person.id):\(alert.id)")
    notice.pushTitle = title(person)
    notice.relatedContact = person.id
    notice.relatedAlert = alert.id
    return notice
  }

  /// Another duress code was used while the alert is on. Its key shows that it also goes to responders
  /// who are helping: see ``Delivery/isOfAnotherDuressCode``.
  static func calledAgain(_ person: Person, _ alert: Alert, number: Int) -> Notice {
    var notice = called(person, alert)
    notice.message = """
      \(person.name) has checked in under duress again, with another code. \
      Do not call or text them. Get help.
      """
    notice.subject = "\(person.id):\(alert.id):\(number):\(Delivery.anotherCode)"
    return notice
  }

  static func title(_ person: Person) -> Phrase { "DURESS ALERT: \(person.name)" }

  static func unheld(_ person: Person) -> Phrase {
    """
    No one is on the duress alert of \(person.name) yet. Do not call or text them. Please answer.
    """
  }

  /// For the others while a responder is coming.
  static func stillOn(_ person: Person) -> Phrase {
    """
    The duress alert of \(person.name) is still on. Do not call or text them. Please answer.
    """
  }

  static func ended(_ facts: EscalationFacts, by responder: Person) -> Notice {
    let (person, alert) = (facts.me.person, facts.alert)
    var notice = Notice(
      .alarmOver, "Duress alert ended",
      "\(responder.name) has ended the duress alert of \(person.name).",
      push: .unlessMuted(.recovery), subject: "\(person.id):\(alert.id)")
    notice.relatedContact = person.id
    notice.relatedAlert = alert.id
    return notice
  }
}

extension Delivery {
  fileprivate static let anotherCode = "again"

  /// Whether it announces a second duress code; read from its key.
  public var isOfAnotherDuressCode: Bool {
    guard calledAlarm == .duress else { return false }
    let parts = dedupeKey.split(separator: ":", omittingEmptySubsequences: false)
    return parts.count >= 7 && parts[4] == Self.anotherCode
  }

  /// A message about another alert in the words for a responder who may know of this person's duress alert. Only
  /// the words differ: the person reads in their timeline which messages were sent.
  public func duringDuress(of person: Person, in words: Catalogue) -> Delivery {
    var delivery = self
    guard isAllClear else {
      let body = AlertNotices.withoutNumber(body, in: words)
      delivery.body = words.say("\(body) Do not call or text \(person.name).")
      return delivery
    }
    delivery.title = words.say(SilentAlarmNotices.title(person))
    delivery.body = words.say(
      "\(body) Their duress alert is still on. Do not call or text them.")
    return delivery
  }
}

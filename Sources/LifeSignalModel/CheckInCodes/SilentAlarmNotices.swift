/// Notices about duress alerts, for responders alone.
enum SilentAlarmNotices {
  static func called(_ person: Person, _ alert: Alert) -> Notice {
    var notice = Notice(
      .dependentDuress, "Duress Alert", "\(person.name) has checked in under duress.",
      push: .unlessMuted(.alert), subject: "\(person.id):\(alert.id)")
    notice.pushTitle = "DURESS ALERT: \(person.name)"
    notice.pushBody =
      "\(person.name) has checked in under duress. Do not call or text them. Get help."
    notice.relatedContact = person.id
    notice.relatedAlert = alert.id
    return notice
  }

  static func unanswered(_ person: Person) -> Phrase {
    """
    No one has answered the duress alert of \(person.name) yet. Do not call or text them. Please answer.
    """
  }

  static func ended(_ facts: EscalationFacts, by responder: Person) -> Notice {
    let (person, alert) = (facts.me.person, facts.alert)
    var notice = Notice(
      .alarmOver, "Duress Alert Ended",
      "\(responder.name) has ended the duress alert of \(person.name).",
      push: .unlessMuted(.recovery), subject: "\(person.id):\(alert.id)")
    notice.relatedContact = person.id
    notice.relatedAlert = alert.id
    return notice
  }
}

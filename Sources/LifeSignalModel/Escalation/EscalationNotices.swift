import Foundation

/// The messages of an escalation.
enum EscalationNotices {
  /// The call itself. Its key contains the alert and the number of the call: see
  /// ``Delivery/Premise``.
  static func call(
    _ facts: EscalationFacts, number: Int, isForAll: Bool, at now: Date
  ) -> Notice {
    let (person, alert) = (facts.me.person, facts.alert)
    var notice: Notice =
      switch alert.kind {
      case .manual: AlertNotices.dependentActivated(person, alert, kept: facts.kept)
      case .missedCheckIn:
        CheckInNotices.nonResponsive(person, alert: alert, due: facts.due, at: now)
      case .travel: TravelNotices.notArrived(person, facts.travel, alert)
      case .duress: SilentAlarmNotices.called(person, alert)
      }
    notice.subject = "\(person.id):\(alert.id):\(number)"
    let isCall = alert.kind == .manual || alert.kind == .duress
    if isForAll { notice.push = .always(isCall ? .alert : .missedCheckIn) }
    let isRepeated = !facts.escalation.told.isEmpty
    let isHelpComing = facts.escalation.helpers.contains(where: \.isComing)
    if alert.kind == .duress {
      guard isRepeated else { return notice }
      notice.pushBody =
        isHelpComing ? SilentAlarmNotices.stillOn(person) : SilentAlarmNotices.unheld(person)
      return notice
    }
    let words: Phrase =
      if !isRepeated {
        notice.pushBody ?? notice.message
      } else if isHelpComing {
        "\(person.name) still needs someone. Please answer."
      } else {
        "\(person.name) still needs someone. No one is on it yet. Please answer."
      }
    notice.pushBody =
      person.phoneNumber.isEmpty ? words : AlertNotices.withNumber(person.phoneNumber, words)
    return notice
  }

  /// - Parameter isReached: whether a message has gone to any responder.
  static func exhausted(_ alert: Alert, isReached: Bool) -> Notice {
    var notice = Notice(
      .chainExhausted, isReached ? "No one is on it yet" : "No one can be reached",
      isReached
        ? "None of your responders is on it yet. We keep contacting all of them."
        : "We can’t reach any of your responders. Call for help yourself.",
      push: .unlessMuted(.missedCheckIn),
      subject: isReached ? "\(alert.id)" : "\(alert.id):unreached")
    notice.relatedAlert = alert.id
    return notice
  }

  static func takenForYou(_ holder: Person, _ alert: Alert, gen: Int64) -> Notice {
    var notice = Notice(
      .alarmTakenForYou, "\(holder.name) is on it",
      "\(holder.name) answered your alert and is on it.",
      push: .unlessMuted(.missedCheckIn),
      subject: "\(alert.id):\(gen):\(Delivery.Answer(by: holder.id, isJoining: false).text)")
    notice.relatedContact = holder.id
    notice.relatedAlert = alert.id
    return notice
  }

  static func coming(_ helper: Person, _ alert: Alert, gen: Int64) -> Notice {
    var notice = Notice(
      .alarmTakenForYou, "\(helper.name) is coming too",
      "\(helper.name) answered your alert and is coming too.",
      push: .unlessMuted(.missedCheckIn),
      subject: "\(alert.id):\(gen):\(Delivery.Answer(by: helper.id, isJoining: true).text)")
    notice.relatedContact = helper.id
    notice.relatedAlert = alert.id
    return notice
  }

  static func comingToo(_ helper: Person, _ facts: EscalationFacts, gen: Int64) -> Notice {
    let person = facts.me.person
    let answer = Delivery.Answer(by: helper.id, isJoining: true)
    return about(
      facts, .alarmTaken, "\(helper.name) is coming too",
      "\(helper.name) answered the alert of \(person.name) and is coming too.", .recovery,
      subject: "\(person.id):\(facts.alert.id):\(gen):\(answer.text)")
  }

  static func heldForLong(_ holder: Person, _ alert: Alert, gen: Int64) -> Notice {
    var notice = Notice(
      .alarmReleased, "Calling again",
      "\(holder.name) answered your alert hours ago. We are contacting your other responders too.",
      push: .unlessMuted(.missedCheckIn), subject: "\(alert.id):long:\(gen)")
    notice.relatedAlert = alert.id
    return notice
  }

  static func taken(by holder: Person, _ facts: EscalationFacts, gen: Int64) -> Notice {
    let person = facts.me.person
    let answer = Delivery.Answer(by: holder.id, isJoining: false)
    return about(
      facts, .alarmTaken, "Alert answered",
      "\(holder.name) answered the alert of \(person.name) and is on it.", .recovery,
      subject: "\(person.id):\(facts.alert.id):\(gen):\(answer.text)")
  }

  /// A responder who had the alert, was the last one coming, or was the only one, can no longer help.
  /// - Parameter facts: without their answer, and without them where they are a responder no longer; then
  ///   the notice does not name them.
  static func released(
    _ leaver: Person.ID, _ facts: EscalationFacts, number: Int
  ) -> Notice {
    let hasOthers = facts.responders.contains { $0.person.id != leaver }
    let name = facts.responder(leaver)?.person.name
    let message: Phrase =
      switch name {
      case let name? where hasOthers:
        "\(name) can no longer help with your alert. We are contacting your responders again."
      case let name?:
        "\(name) can no longer help with your alert, and you have no other responders. Call for help yourself."
      case nil where !hasOthers:
        "No one is on your alert any more, and you have no responders. Call for help yourself."
      case nil where facts.isHelpComing:
        "A responder can no longer help with your alert. We are contacting the others."
      case nil: "No one is on your alert any more. We are contacting your responders again."
      }
    var notice = Notice(
      .alarmReleased, hasOthers ? "Calling again" : "No one can be reached", message,
      push: .unlessMuted(.missedCheckIn), subject: "\(facts.alert.id):\(number)")
    notice.relatedAlert = facts.alert.id
    return notice
  }

  /// A responder who was coming is not, and another one has the alert or is coming.
  /// - Parameter helper: nil for a responder who is one no longer.
  static func stoppedComing(_ helper: Person?, _ alert: Alert, gen: Int64) -> Notice {
    let message: Phrase =
      if let helper {
        "\(helper.name) can no longer help with your alert."
      } else {
        "A responder who was coming can no longer help with your alert."
      }
    var notice = Notice(
      .alarmReleased, "Not coming", message, push: .unlessMuted(.missedCheckIn),
      subject: "\(alert.id):stopped:\(gen)")
    notice.relatedContact = helper?.id
    notice.relatedAlert = alert.id
    return notice
  }

  /// For the other responders who help: one of them does no longer.
  /// - Parameter helper: nil for a responder who is one no longer.
  static func stoppedHelping(_ helper: Person?, _ facts: EscalationFacts, gen: Int64) -> Notice {
    let person = facts.me.person
    return about(
      facts, .alarmReleased, "Not coming",
      helper.map { "\($0.name) can no longer help with the alert of \(person.name)." }
        ?? "A responder can no longer help with the alert of \(person.name).",
      .recovery, subject: "\(person.id):\(facts.alert.id):stopped:\(gen)")
  }

  static func offered(by holder: Person, _ facts: EscalationFacts, number: Int) -> Notice {
    let person = facts.me.person
    return about(
      facts, .alarmOffered, "Can you take over?",
      "\(holder.name) asks you to take over the alert of \(person.name).", .missedCheckIn,
      subject: "\(person.id):\(facts.alert.id):\(number)")
  }

  /// - Parameter hasOthers: whether another responder could be contacted.
  static func stillYours(_ facts: EscalationFacts, number: Int, hasOthers: Bool) -> Notice {
    let person = facts.me.person
    return about(
      facts, .alarmStillYours, "Are you still on it?",
      hasOthers
        ? "The alert of \(person.name) is still on. Please confirm that you’re still on it, or we contact the others again."
        : "The alert of \(person.name) is still on. Please confirm that you’re still on it.",
      .missedCheckIn, subject: "\(person.id):\(facts.alert.id):\(number)")
  }

  /// For responders who answered that they are coming, while no one has the alert and no one else
  /// is left.
  static func stillComing(_ facts: EscalationFacts, number: Int) -> Notice {
    let person = facts.me.person
    return about(
      facts, .alarmStillYours, "Are you still on it?",
      "The alert of \(person.name) is still on. You said that you’re coming. Please make sure they’re safe.",
      .missedCheckIn, subject: "\(person.id):\(facts.alert.id):\(number)")
  }

  /// Responders alone read it: about a duress alert, each message says that a call could harm the person.
  private static func about(
    _ facts: EscalationFacts, _ event: NotificationEvent, _ title: Phrase, _ message: Phrase,
    _ priority: Delivery.Priority, subject: String
  ) -> Notice {
    let person = facts.me.person
    var notice = Notice(
      event, title,
      facts.alert.kind == .duress ? "\(message) Do not call or text \(person.name)." : message,
      push: .unlessMuted(priority), subject: subject)
    notice.relatedContact = person.id
    notice.relatedAlert = facts.alert.id
    return notice
  }
}

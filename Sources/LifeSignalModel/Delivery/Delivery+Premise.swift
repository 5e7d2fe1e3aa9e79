extension Delivery {
  /// The condition that must still be true when the message is sent.
  public enum Premise: Equatable, Sendable {
    /// The recipient is still an accepted responder of this person.
    case responderOf(Person.ID)
    /// The same, and the recipient knows of no alert of this person that is on. It is the last message about
    /// its alert.
    case allClear(Person.ID)
    /// The alert is on and no responder has taken it, and the recipient is still a responder.
    case call(Person.ID, AlertRecord.ID)
    /// The alert is on, and the recipient is still a responder.
    case alarm(Person.ID, AlertRecord.ID)
    /// The same, and the answer still holds.
    case answer(Person.ID, AlertRecord.ID, Answer)
    /// An answer to the recipient's own alert still holds.
    case ownAnswer(AlertRecord.ID, Answer)
    /// This person's request still waits for an answer.
    case request(by: Person.ID)
    /// The ping still waits for an answer.
    case pendingPing(PingData.ID)
    /// The recipient has not checked in since, nor moved the deadline.
    case deadline(gen: Int64)
    /// The trip still ends at the same time, and has not ended.
    case travel(TravelData.ID, gen: Int64)
    /// The recipient, who lost their last responder, still has none. Otherwise they read it only in the
    /// notification centre.
    case withoutResponders
  }

  /// The end of the subject of the message about one's last responder.
  static let lastResponder = "last"  // no words

  /// A responder's answer to an alert.
  public struct Answer: Equatable, Sendable {
    public var by: Person.ID
    /// They are coming too; otherwise they have the alert.
    public var isJoining: Bool

    public init(by: Person.ID, isJoining: Bool) {
      self.by = by
      self.isJoining = isJoining
    }

    /// The answer's place in a key.
    var text: String { "\(isJoining ? "joining" : "holding"):\(by)" }  // no words

    fileprivate init?(_ word: String, by person: String) {
      guard word == "joining" || word == "holding" else { return nil }  // no words
      self.init(by: Person.ID(rawValue: person), isJoining: word == "joining")  // no words
    }
  }

  /// The person whose alert a message to a responder is about.
  public var personInDanger: Person.ID? {
    switch premise {
    case .call(let person, _), .alarm(let person, _), .answer(let person, _, _),
      .allClear(let person):
      person
    default: nil
    }
  }

  /// The kind of the alert that a call is about, by the key alone; nil for all other messages.
  public var calledAlarm: Alert.Kind? {
    switch NotificationEvent(rawValue: String(dedupeKey.prefix { $0 != ":" })) {
    case .dependentNonResponsive: .missedCheckIn
    case .dependentAlertActivated: .manual
    case .dependentTravelOverdue: .travel
    case .dependentDuress: .duress
    default: nil
    }
  }

  /// Whether it is the last message about its alert.
  public var isAllClear: Bool {
    if case .allClear = premise { true } else { false }
  }

  /// Whether it is the last message about a duress alert, by the key alone.
  public var isEndOfDuress: Bool {
    dedupeKey.hasPrefix("\(NotificationEvent.alarmOver.rawValue):")
  }

  /// Read from the key, which ends in "…:subject:recipient:channel"; nil for messages that stay
  /// true whatever happens.
  public var premise: Premise? {
    let parts = dedupeKey.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard parts.count >= 5, let event = NotificationEvent(rawValue: parts[0]) else { return nil }
    switch event {
    case .dependentNonResponsive, .dependentAlertActivated, .dependentTravelOverdue,
      .dependentDuress:
      return .call(Person.ID(rawValue: parts[1]), AlertRecord.ID(rawValue: parts[2]))
    case .alarmTaken, .alarmOffered, .alarmStillYours:
      let (person, alert) = (Person.ID(rawValue: parts[1]), AlertRecord.ID(rawValue: parts[2]))
      // Keys of earlier releases do not name who answered.
      guard event == .alarmTaken, parts.count >= 8, let answer = Answer(parts[4], by: parts[5])
      else { return .alarm(person, alert) }
      return .answer(person, alert, answer)
    case .alarmTakenForYou:
      guard parts.count >= 7, let answer = Answer(parts[3], by: parts[4]) else { return nil }
      return .ownAnswer(AlertRecord.ID(rawValue: parts[1]), answer)
    case .dependentRecovered, .dependentReached, .dependentAlertDeactivated, .alarmOver,
      .dependentArrived:
      return .allClear(Person.ID(rawValue: parts[1]))
    case .dependentStopped, .dependentPaused, .dependentResumed:
      return .responderOf(Person.ID(rawValue: parts[1]))
    case .contactAddedYou:
      return contactRequest.map(Premise.request)
    case .pingReceived:
      return .pendingPing(PingData.ID(rawValue: parts[1]))
    case .checkInReminder2Hours, .checkInReminder30Minutes, .checkInReminder, .checkInExpired:
      // It stays true that the responders were notified; it does not stay true that the check-in is
      // due.
      guard event != .checkInExpired || parts[1] == "due" || parts[1] == "courtesy" else {
        return nil
      }
      return Int64(parts[parts.count - 3]).map(Premise.deadline)
    case .travelReminder, .travelDue:
      let id = TravelData.ID(rawValue: parts[1])
      return Int64(parts[parts.count - 3]).map { .travel(id, gen: $0) }
    case .contactRemovedYou, .roleChangedByOther:
      return parts[parts.count - 3] == Self.lastResponder ? .withoutResponders : nil
    default:
      return nil
    }
  }
}

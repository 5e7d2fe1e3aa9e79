public import Foundation

/// An entry in words, for a permitted reader: what happened, further details, and when.
public struct TimelineWords: Equatable, Sendable {
  /// An instant besides the entry's own, with what it is.
  public struct Instant: Equatable, Sendable {
    public var words: Phrase
    public var at: Date
  }

  public var title: Phrase
  public var lines: [Phrase]
  public var instants: [Instant]

  public init(_ entry: TimelineEntryData) {
    title = Self.title(entry)
    lines = Self.lines(entry)
    instants = Self.instants(entry)
  }

  /// The other person's name now, while there is a relation.
  private static func name(_ entry: TimelineEntryData) -> Phrase {
    guard entry.other != nil else { return "someone" }
    return entry.otherName.map(Phrase.init(verbatim:)) ?? "a former contact"
  }

  private static func title(_ entry: TimelineEntryData) -> Phrase {
    let name = name(entry)
    switch entry.kind {
    case .checkedIn where entry.details.channel == .sms: return "Checked in by text message"
    case .checkedIn where entry.details.channel == .voice: return "Checked in by phone call"
    case .checkedIn where entry.details.source == .printedCode:
      return "Checked in with a printed code"
    case .checkedIn:
      return entry.details.source == .automatic ? "Checked in automatically" : "Checked in"
    case .reminderSent: return "Reminder"
    case .deadlineMissed: return "Check-in missed: alert"
    case .courtesyGranted: return "Alert put off"
    case .paused: return "Check-ins paused"
    case .resumed: return "Check-ins resumed"
    case .countdownStarted: return "Countdown started"
    case .countdownStopped: return "Countdown stopped"
    case .promiseChanged: return "Check-in plan changed"
    case .channelAdded: return "Contact method added"
    case .channelRemoved: return "Contact method removed"
    case .channelSwitchedOn: return "Contact method switched on"
    case .channelSwitchedOff: return "Contact method switched off"
    case .responderAdded: return "\(name) became a responder"
    case .responderRemoved: return "\(name) is no longer a responder"
    case .travelStarted: return "Travel timer started"
    case .travelExtended: return "Travel timer extended"
    case .travelOverdue: return "Not arrived: alert"
    case .travelArrived: return "Arrived"
    case .travelCancelled: return "Travel timer cancelled"
    case .alarmRaised: return "Alert raised"
    case .calledInSilence: return "Checked in under duress"
    case .thingHeard: return (entry.details.evidence ?? .something).sign
    case .alarmEnded where entry.details.endReason == .endedByResponder && entry.other != nil:
      return "\(name) ended the alert"
    case .alarmEnded: return "Alert ended"
    case .stepCalled: return "We contacted the next group"
    case .chainExhausted: return "No one is on it: we contact everyone again"
    case .acknowledged: return "\(name) is on it"
    case .reached: return "\(name) reached them"
    case .released: return "\(name) is no longer on it"
    case .offered: return "\(name) was asked to take over"
    case .told: return "Message to \(name)"
    case .accepted: return "Message sent to \(name)"
    case .shown: return "Message shown to \(name)"
    case .opened: return "Message opened by \(name)"
    case .sendingFailed: return "Message not sent to \(name)"
    case .nextChannelTried: return "Next way to reach \(name)"
    case .withdrawn: return "Message to \(name) withdrawn"
    case .possiblySentTwice: return "Message to \(name) perhaps sent twice"
    default: return Phrase(verbatim: entry.kind.rawValue)
    }
  }

  private static func lines(_ entry: TimelineEntryData) -> [Phrase] {
    let details = entry.details
    switch entry.kind {
    case .checkedIn: return [details.evidence.map(\.sign)].compactMap { $0 }
    case .thingHeard: return ["This does not end the alert."]
    case .reminderSent, .told:
      return [details.notice.flatMap(about), way(details.channels)].compactMap { $0 }
    case .accepted, .shown, .opened, .withdrawn, .possiblySentTwice, .channelAdded,
      .channelRemoved, .channelSwitchedOn, .channelSwitchedOff:
      return [details.channel.map { way([$0]) }].compactMap { $0 }
    case .sendingFailed:
      let reason = details.reason.map { Phrase("Reason given: \($0)") }
      return [
        details.channel.map { way([$0]) }, reason,
        details.until == nil ? "We stopped using this contact method." : nil,
      ].compactMap { $0 }
    case .nextChannelTried:
      return [details.channel.map { way([$0]) }].compactMap { $0 }
    case .courtesyGranted:
      return ["The service was not available. That is never held against anybody."]
    case .promiseChanged:
      return [details.setting.map(changed)].compactMap { $0 }
    case .alarmEnded:
      return [details.endReason.map(ended)].compactMap { $0 }
    case .stepCalled:
      guard let step = details.step, let round = details.round else { return [] }
      return ["Group \(step), attempt \(round)"]
    default:
      return isKnown(entry.kind) ? [] : unknown(details)
    }
  }

  private static func isKnown(_ kind: TimelineKind) -> Bool {
    title(TimelineEntryData(sequence: 1, at: .distantPast, kind: kind)).key != "{0}"
  }

  private static func unknown(_ details: TimelineDetails) -> [Phrase] {
    details.fields.sorted { $0.key < $1.key }.map { Phrase(verbatim: "\($0.key): \($0.value)") }
  }

  private static func instants(_ entry: TimelineEntryData) -> [Instant] {
    let details = entry.details
    var found: [Instant] = []
    func add(_ words: Phrase, _ date: Date?) {
      if let date { found.append(Instant(words: words, at: date)) }
    }
    add("Tapped on the device", details.madeAt)
    add("Was due", details.deadline)
    add("Not available from", details.outageFrom)
    add("Not available until", details.outageUntil)
    switch entry.kind {
    case .courtesyGranted: add("Alert not before", details.until)
    case .paused: add("Paused until", details.until)
    case .travelStarted, .travelExtended: add("Arrival by", details.until)
    case .sendingFailed: add("Next attempt", details.until)
    default: add("Until", details.until)
    }
    return found
  }

  /// The channels by which a message goes, in words.
  public static func way(_ channels: [ChannelKind]) -> Phrase {
    guard let first = channels.first else { return "In the app only" }
    let rest = channels.dropFirst()
    return rest.isEmpty ? name(first) : "\(name(first)), \(way(Array(rest)))"
  }

  static func name(_ channel: ChannelKind) -> Phrase {
    switch channel.rawValue {
    case "sms": "Text message"
    case "email": "E-mail"
    case "push", "webpush", "webPush", "apns": "Push message"
    case "webhook": "Webhook"
    case "voice": "Call"
    case "matrix": Phrase(verbatim: "Matrix")
    case "telegram": Phrase(verbatim: "Telegram")
    default: Phrase(verbatim: channel.rawValue)
    }
  }

  private static func about(_ notice: NotificationEvent) -> Phrase? {
    switch notice {
    case .checkInReminder2Hours: "Two hours before the deadline"
    case .checkInReminder30Minutes: "30 minutes before the deadline"
    case .checkInReminder: "At a time of their own choosing before the deadline"
    case .checkInExpired: "The check-in is due"
    case .dependentNonResponsive: "Check-in missed"
    case .dependentRecovered: "Checked in again"
    case .dependentReached: "A responder reached them"
    case .dependentAlertActivated: "Alert raised"
    case .dependentAlertDeactivated: "Alert ended"
    case .dependentDuress: "Duress alert"
    case .alarmOver: "Duress alert ended"
    case .dependentStopped: "Countdown stopped"
    case .dependentPaused: "Check-ins paused"
    case .dependentResumed: "Check-ins resumed"
    case .travelReminder: "The travel timer ends soon"
    case .travelDue: "The travel timer has ended"
    case .travelOverdue, .dependentTravelOverdue: "Not arrived"
    case .dependentArrived: "Arrived"
    default: nil
    }
  }

  private static func ended(_ reason: Alert.EndReason) -> Phrase {
    switch reason {
    case .endedByPerson: "By the person themselves"
    case .checkedIn: "By a check-in"
    case .arrived: "By arriving"
    case .endedByResponder: "By a responder who has made sure"
    }
  }

  private static func changed(_ setting: PromiseSetting) -> Phrase {
    switch setting {
    case .interval(let seconds): "A check-in every \(Countdown.interval(seconds))"
    case .times(let plan):
      .counting(
        plan.times.count,
        one: "A check-in at \(plan.times.count) time of day",
        other: "A check-in at \(plan.times.count) times of day")
    case .grace(let seconds) where seconds > 0: "Grace period: \(Countdown.interval(seconds))"
    case .grace: "No grace period"
    case .reminder(let seconds) where seconds > 0:
      "Reminder \(Countdown.interval(seconds)) before the deadline"
    case .reminder: "No reminder before the deadline"
    case .reminders(let minutes): "Reminders before the deadline: \(listed(minutes[...]))"
    }
  }

  private static func listed(_ minutes: ArraySlice<Int>) -> Phrase {
    guard let first = minutes.first else { return .empty }
    let words = Countdown.interval(TimeInterval(first * 60))
    return minutes.count == 1 ? words : "\(words), \(listed(minutes.dropFirst()))"
  }
}

/// The exact cause of a notification, so that texts and icons can differ inside one type.
public enum NotificationEvent: String, CaseIterable, Equatable, Codable, Sendable {
  case checkInReminder2Hours
  case checkInReminder30Minutes
  /// At a time before the deadline that the person chose.
  case checkInReminder
  /// To the person whose check-in expired.
  case checkInExpired
  case checkInCompleted
  case dependentNonResponsive
  case dependentRecovered
  /// To the responders who were called: one of them has reached the person, and the alert is over.
  case dependentReached
  /// To the person who raised it.
  case alertActivated
  /// To the person who ended it.
  case alertDeactivated
  case dependentAlertActivated
  case dependentAlertDeactivated
  /// A check-in under duress; never to its person.
  case dependentDuress
  /// A duress alert has ended; never to its person.
  case alarmOver
  case pingSent
  case pingReceived
  /// To the sender.
  case pingResponded
  /// To the person who answered.
  case pingAnswered
  case allPingsAnswered
  /// To the sender who withdrew it.
  case pingCleared
  /// To the recipient of a withdrawn ping.
  case pingWithdrawn
  case pingExpired
  case contactAdded
  case contactAddedYou
  case contactRemoved
  case contactRemovedYou
  case roleChangedByYou
  case roleChangedByOther
  /// To the person who is watched from now on.
  case countdownStarted
  /// To the person who only watches over others from now on.
  case countdownStopped
  /// To the responders of a person who does not check in any more.
  case dependentStopped
  /// To the person who paused.
  case pauseStarted
  /// To the person whose pause ended.
  case pauseEnded
  case dependentPaused
  case dependentResumed
  case travelReminder
  case travelDue
  /// To the person who has not arrived.
  case travelOverdue
  case dependentTravelOverdue
  case dependentArrived
  /// To the responders who were called: one of them has answered.
  case alarmTaken
  /// To the person whose alert a responder has taken.
  case alarmTakenForYou
  /// To the person whose alert the responder gave back.
  case alarmReleased
  /// To the responder who is asked to take over.
  case alarmOffered
  /// To the responder who has had an alert for a long time.
  case alarmStillYours
  /// To the person whose alert no responder has answered.
  case chainExhausted
  case system

  /// The type under which the event is listed.
  public var type: NotificationType {
    switch self {
    case .checkInReminder2Hours, .checkInReminder30Minutes, .checkInReminder, .checkInExpired,
      .checkInCompleted,
      .dependentRecovered, .dependentReached, .countdownStarted, .countdownStopped,
      .dependentStopped, .pauseStarted, .pauseEnded, .dependentPaused, .dependentResumed,
      .travelReminder, .travelDue, .dependentArrived:
      .checkIn
    case .alarmTaken, .alarmTakenForYou, .alarmReleased, .alarmOffered, .alarmStillYours,
      .chainExhausted, .travelOverdue, .dependentTravelOverdue, .dependentNonResponsive,
      .alertActivated,
      .alertDeactivated, .dependentAlertActivated, .dependentDuress, .alarmOver,
      .dependentAlertDeactivated:
      .alert
    case .pingSent, .pingReceived, .pingResponded, .pingAnswered, .allPingsAnswered, .pingCleared,
      .pingWithdrawn, .pingExpired:
      .ping
    case .contactAdded, .contactAddedYou: .added
    case .contactRemoved, .contactRemovedYou: .removed
    case .roleChangedByYou, .roleChangedByOther: .role
    case .system: .system
    }
  }
}

extension NotificationEvent {
  /// Whether a responder is notified of another person's promise: not a reminder of one's own.
  var isAboutSomebodyElse: Bool {
    switch self {
    case .dependentRecovered, .dependentReached, .dependentStopped, .dependentPaused,
      .dependentResumed,
      .dependentArrived:
      true
    default: false
    }
  }
}

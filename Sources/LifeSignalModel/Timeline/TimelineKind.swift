/// The kind of event in a timeline's entry. Stored, hashed and on the wire as its raw value.
///
/// Open: an entry of a later release keeps its kind, is verified and is shown by it.
public struct TimelineKind: RawRepresentable, Hashable, Sendable, Codable {
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  // MARK: The promise

  /// `source`; `evidence` where a device sent the signal; `madeAt` where the device made the
  /// check-in earlier than the server learned of it.
  public static let checkedIn = Self(rawValue: "checkedIn")
  /// To the person themselves: `notice`, `channels`.
  public static let reminderSent = Self(rawValue: "reminderSent")
  /// The deadline and its grace have passed, and the alert is on: `deadline`.
  public static let deadlineMissed = Self(rawValue: "deadlineMissed")
  /// The alert waits because the server was down: `outageFrom`, `outageUntil`, `until`.
  public static let courtesyGranted = Self(rawValue: "courtesyGranted")
  /// `until`; also a new end of a pause that was on.
  public static let paused = Self(rawValue: "paused")
  public static let resumed = Self(rawValue: "resumed")
  /// Without a check-in: the other person is the first responder.
  public static let countdownStarted = Self(rawValue: "countdownStarted")
  /// The person does not check in from now on.
  public static let countdownStopped = Self(rawValue: "countdownStopped")
  /// `setting`, `value`.
  public static let promiseChanged = Self(rawValue: "promiseChanged")
  /// The other person is a responder from now on.
  public static let responderAdded = Self(rawValue: "responderAdded")
  /// The other person is no longer a responder.
  public static let responderRemoved = Self(rawValue: "responderRemoved")

  /// A new channel of the person: `channel`.
  public static let channelAdded = Self(rawValue: "channelAdded")
  /// `channel`.
  public static let channelRemoved = Self(rawValue: "channelRemoved")
  /// `channel`.
  public static let channelSwitchedOn = Self(rawValue: "channelSwitchedOn")
  /// By the person: `channel`.
  public static let channelSwitchedOff = Self(rawValue: "channelSwitchedOff")

  // MARK: Trips

  /// `until`: the promised arrival.
  public static let travelStarted = Self(rawValue: "travelStarted")
  /// `until`: the new promised arrival.
  public static let travelExtended = Self(rawValue: "travelExtended")
  /// The alert is on: `deadline`.
  public static let travelOverdue = Self(rawValue: "travelOverdue")
  public static let travelArrived = Self(rawValue: "travelArrived")
  public static let travelCancelled = Self(rawValue: "travelCancelled")

  // MARK: Alerts

  /// By hand; `madeAt` where the device raised it earlier than the server learned of it.
  public static let alarmRaised = Self(rawValue: "alarmRaised")
  /// A device of the person sent a signal while the alert was on, which does not end the alert:
  /// `evidence`.
  public static let thingHeard = Self(rawValue: "thingHeard")
  /// A check-in under duress. Entered when the alert is over; `madeAt` is when.
  public static let calledInSilence = Self(rawValue: "calledInSilence")
  /// `reason`.
  public static let alarmEnded = Self(rawValue: "alarmEnded")
  /// A step of the plan was called: `step` and `round`, both from 1.
  public static let stepCalled = Self(rawValue: "stepCalled")
  /// All responders were called and none answered; they are contacted repeatedly.
  public static let chainExhausted = Self(rawValue: "chainExhausted")
  /// The other person is on it.
  public static let acknowledged = Self(rawValue: "acknowledged")
  /// The other person has reported that they reached the person, whose alert stays on.
  public static let reached = Self(rawValue: "reached")
  /// The other person is no longer on it.
  public static let released = Self(rawValue: "released")
  /// The responder who is on it asks the other person to take over.
  public static let offered = Self(rawValue: "offered")

  // MARK: Messages

  /// A message to the other person was promised: `notice`, `channels`.
  public static let told = Self(rawValue: "told")
  /// The carrier has accepted it: `channel`.
  public static let accepted = Self(rawValue: "accepted")
  /// The device has shown it: `channel`.
  public static let shown = Self(rawValue: "shown")
  /// The other person has opened it: `channel`.
  public static let opened = Self(rawValue: "opened")
  /// `channel`, `reason`; `until` is the next attempt, without it there is none.
  public static let sendingFailed = Self(rawValue: "sendingFailed")
  /// `channel`, and `from`, the one before.
  public static let nextChannelTried = Self(rawValue: "nextChannelTried")
  /// When it was due it was no longer true, or the other person may not know it: `channel`.
  public static let withdrawn = Self(rawValue: "withdrawn")
  /// The server stopped between sending and noting it, and sends it again: `channel`.
  public static let possiblySentTwice = Self(rawValue: "possiblySentTwice")
}

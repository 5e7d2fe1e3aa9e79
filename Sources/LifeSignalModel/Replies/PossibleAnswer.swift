/// The actions a reader of a message can take without opening the app.
public enum PossibleAnswer: Equatable, Sendable, CaseIterable {
  case checkIn
  /// A check-in that is not due yet: the reminder can come again.
  case reminder
  case ping
  case alarm

  /// The words to text.
  /// - Parameter mark: the mark that must follow the words; nil where the words are enough.
  public func byText(_ mark: String?) -> Phrase {
    switch (self, mark) {
    case (.checkIn, nil): "Reply OK to check in."
    case (.reminder, nil): "Reply OK to check in, or LATER to be reminded again."
    case (.checkIn, let mark?), (.reminder, let mark?): "Reply OK \(mark) to check in."
    case (.ping, nil): "Reply 1 if you are OK."
    case (.ping, let mark?): "Reply 1 \(mark) if you are OK."
    case (.alarm, nil): "Reply ON IT if you will help."
    case (.alarm, let mark?): "Reply ON IT \(mark) if you will help."
    }
  }

  /// The key to press in a call.
  public var byKey: Phrase {
    switch self {
    case .checkIn, .reminder: "Press 1 to check in."
    case .ping: "Press 1 if you are OK."
    case .alarm: "Press 1 if you will help."
    }
  }
}

extension Delivery {
  /// Read from the key, as its ``premise`` is; nil for messages that want no answer.
  public var possibleAnswer: PossibleAnswer? {
    let name = dedupeKey.prefix { $0 != ":" }
    switch NotificationEvent(rawValue: String(name)) {
    case .dependentNonResponsive, .dependentAlertActivated, .dependentTravelOverdue,
      .dependentDuress, .alarmOffered, .alarmStillYours:
      return .alarm
    case .pingReceived: return .ping
    case .checkInReminder2Hours, .checkInReminder30Minutes, .checkInReminder: return .reminder
    case .checkInExpired: return .checkIn
    default: return nil
    }
  }
}

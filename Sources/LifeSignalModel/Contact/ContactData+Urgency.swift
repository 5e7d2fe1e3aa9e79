/// Which of a person's alerts comes first for a responder who watches over them.
extension ContactData {
  /// Their duress alert, where the viewer may know of it: a call, a text or a ping could put them at
  /// risk. No other viewer has it in ``alarms``.
  public var duressAlert: AlarmData? { alarms.first { $0.kind == .duress } }

  /// Whether they have called for help themselves: openly, or with a duress code.
  public var isAlerting: Bool { manualAlertActive || duressAlert != nil }

  /// Unanswered ones first, then calls for help before missed times, then the oldest first.
  public var alarmsByUrgency: [AlarmData] {
    alarms.sorted { $0.isMoreUrgent(than: $1) }
  }

  public var mostUrgentAlarm: AlarmData? { alarmsByUrgency.first }
}

extension AlarmData {
  func isMoreUrgent(than other: AlarmData) -> Bool {
    (urgency, startedAt, id) < (other.urgency, other.startedAt, other.id)
  }

  private var urgency: Int {
    let rank =
      switch kind {
      case .duress: 0
      case .manual: 1
      case .missedCheckIn: 2
      case .travel: 3
      }
    return holder == nil ? rank : rank + 4
  }
}

public import Foundation

/// A change a person made to their promise, with the new value.
public enum PromiseSetting: Hashable, Sendable {
  /// Seconds.
  case interval(TimeInterval)
  case times(CheckInTimes)
  /// Seconds.
  case grace(TimeInterval)
  /// Seconds before the deadline; 0 for none.
  case reminder(TimeInterval)
  /// Minutes before the deadline of every reminder, the longest first: if the person chose some of
  /// their own.
  case reminders([Int])

  public init(_ plan: CheckInPlan) {
    self =
      switch plan {
      case .interval(let seconds): .interval(seconds)
      case .times(let times): .times(times)
      }
  }

  var name: String {
    switch self {
    case .interval: "interval"
    case .times: "times"
    case .grace: "grace"
    case .reminder: "reminder"
    case .reminders: "reminders"
    }
  }

  /// Seconds; minutes of reminders; or minutes of the day, numbers of weekdays and the zone.
  var value: String {
    switch self {
    case .interval(let seconds), .grace(let seconds), .reminder(let seconds):
      String(Int64(clamping: seconds))
    case .reminders(let minutes):
      minutes.map(String.init).joined(separator: ",")
    case .times(let plan):
      [
        plan.times.map { String($0.minutes) }.joined(separator: ","),
        plan.days.map { String($0.rawValue) }.joined(separator: ","), plan.zone.identifier,
      ].joined(separator: " ")
    }
  }

  /// Nil for a setting that this release does not know.
  init?(name: String?, value: String?) {
    guard let name, let value else { return nil }
    if name == "reminders" {
      let parts = value.split(separator: ",")
      let minutes = parts.compactMap { Int($0) }
      guard minutes.count == parts.count else { return nil }
      self = .reminders(minutes)
      return
    }
    switch (name, Int64(value).map(TimeInterval.init)) {
    case ("interval", let seconds?): self = .interval(seconds)
    case ("grace", let seconds?): self = .grace(seconds)
    case ("reminder", let seconds?): self = .reminder(seconds)
    case ("times", nil):
      let parts = value.split(separator: " ")
      guard parts.count == 3, let zone = Zone(String(parts[2])) else { return nil }
      self = .times(
        CheckInTimes(
          times: parts[0].split(separator: ",").compactMap {
            Int($0).flatMap(TimeOfDay.init(minutes:))
          },
          days: parts[1].split(separator: ",").compactMap {
            Int($0).flatMap(Weekday.init(rawValue:))
          }, zone: zone))
    default: return nil
    }
  }
}

import Foundation
package import LifeSignalModel

/// A plan of check-ins in words.
extension CheckInPlan {
  var words: Phrase {
    switch self {
    case .interval(86_400): "Once a day"
    case .interval(let seconds): "Once every \(Countdown.interval(seconds))"
    case .times(let plan): "\(plan.timesText) · \(plan.daysWords)"
    }
  }
}

extension CheckInTimes {
  /// "08:00, 20:30"
  var timesText: String { times.map(\.description).joined(separator: ", ") }

  var daysWords: Phrase {
    switch days {
    case Weekday.allCases: "every day"
    case Weekday.workdays: "Monday to Friday"
    case Weekday.weekend: "at weekends"
    default: Phrase(verbatim: days.map(\.short.said).joined(separator: ", "))
    }
  }
}

extension Weekday {
  package static let workdays: [Weekday] = [.monday, .tuesday, .wednesday, .thursday, .friday]
  static let weekend: [Weekday] = [.saturday, .sunday]

  var short: Phrase {
    switch self {
    case .monday: "Mon"
    case .tuesday: "Tue"
    case .wednesday: "Wed"
    case .thursday: "Thu"
    case .friday: "Fri"
    case .saturday: "Sat"
    case .sunday: "Sun"
    }
  }

  var long: Phrase {
    switch self {
    case .monday: "Monday"
    case .tuesday: "Tuesday"
    case .wednesday: "Wednesday"
    case .thursday: "Thursday"
    case .friday: "Friday"
    case .saturday: "Saturday"
    case .sunday: "Sunday"
    }
  }
}

extension LocalDate {
  /// "2 Nov", as the page's other days are written.
  var words: String {
    UniversalTime.day(Date(timeIntervalSince1970: TimeInterval(dayNumber) * 86_400))
  }
}

import ComposableHTML
import Foundation
import LifeSignalModel

/// An instant, in the browser's own zone and language.
struct LocalTime: HTML {
  enum Style {
    case time, weekday, day, full
  }

  let date: Date
  var style = Style.time

  init(_ date: Date, _ style: Style = .time) {
    self.date = date
    self.style = style
  }

  var body: some HTML {
    switch style {
    case .time:
      span(.localTime(Int(clamping: date.milliseconds)), .timeStyle(.time)) {
        UniversalTime.time(date)
      }
    case .weekday:
      span(.localTime(Int(clamping: date.milliseconds)), .timeStyle(.weekday)) {
        UniversalTime.weekday(date)
      }
    case .day:
      span(.localTime(Int(clamping: date.milliseconds)), .timeStyle(.day)) {
        UniversalTime.day(date)
      }
    case .full:
      span(.localTime(Int(clamping: date.milliseconds)), .timeStyle(.full)) {
        UniversalTime.full(date)
      }
    }
  }
}

/// A time of day by no clock in particular, with twelve or twenty-four hours as the browser writes it.
struct WallTime: HTML {
  let time: TimeOfDay

  init(_ time: TimeOfDay) { self.time = time }

  var body: some HTML {
    span(.localTime(time.minutes * 60_000), .timeStyle(.wall)) { time.description }
  }
}

/// How long ago something was.
struct Ago: HTML {
  let date: Date
  let now: Date

  init(_ date: Date, now: Date) {
    self.date = date
    self.now = now
  }

  var body: some HTML {
    span(.relativeTime(Int(clamping: date.milliseconds))) {
      RelativeTime.sentence(date, now: now.wholeMinute)
    }
  }
}

/// How much time is left; runs in the browser.
struct TimeLeft: HTML {
  let deadline: Date
  let now: Date
  var className = ""
  /// The text once the time is over.
  var passed: Phrase = "0m"  // words

  var body: some HTML {
    span(.countdown(to: Int(clamping: deadline.milliseconds)), .passed(passed), .class(className)) {
      Countdown.text(until: deadline, now: now.wholeMinute)
    }
  }
}

/// How long something has lasted, in hours and minutes; runs in the browser.
struct Lasting: HTML {
  let start: Date
  let now: Date

  var body: some HTML {
    span(.elapsed(since: Int(clamping: start.milliseconds)), .timeStyle(.minutes)) {
      Countdown.card(until: now.wholeMinute, now: min(start, now.wholeMinute))
    }
  }
}

extension Date {
  /// The minute's beginning. Times that the browser keeps up to date are written for whole minutes,
  /// so that writing the same state twice gives the same bytes.
  fileprivate var wholeMinute: Date {
    Date(timeIntervalSince1970: (timeIntervalSince1970 / 60).rounded(.down) * 60)
  }
}

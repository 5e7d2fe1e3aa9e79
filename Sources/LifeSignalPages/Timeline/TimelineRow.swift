import ComposableHTML
import Foundation
import LifeSignalModel

/// Entries of a timeline under one another, on one line.
struct TimelineList: HTML {
  let id: String
  let entries: [TimelineEntryData]
  /// How each entry's own time is shown.
  var style = LocalTime.Style.time

  var body: some HTML {
    ol(id: id, .class("card timeline")) {
      ForEach(entries) { entry in TimelineRow(list: id, entry: entry, style: style) }
    }
  }
}

/// The event, its details, and its time.
private struct TimelineRow: HTML {
  let list: String
  let entry: TimelineEntryData
  let style: LocalTime.Style

  var body: some HTML {
    let words = TimelineWords(entry)
    li(id: "\(list)-\(entry.sequence)", .class(entry.kind.look.className)) {
      span(.class("kind")) { Icon(entry.kind.glyph) }
      div(.class("what")) {
        p(.class("title")) { words.title }
        ForEach(words.lines) { line in p(.class("words")) { line } }
        ForEach(words.instants) { instant in
          p(.class("words")) {
            instant.words
            ": "
            LocalTime(instant.at, .full)
          }
        }
      }
      p(.class("when")) { LocalTime(entry.at, style) }
    }
  }
}

extension TimelineKind {
  fileprivate enum Look: String {
    case plain = ""
    case fine = "ok"
    case late
    case alert

    var className: String { rawValue }
  }

  /// The colour only repeats the icon and the words.
  fileprivate var look: Look {
    switch self {
    case .checkedIn, .travelArrived, .alarmEnded, .acknowledged, .reached: .fine
    case .deadlineMissed, .travelOverdue, .alarmRaised, .chainExhausted: .alert
    case .sendingFailed, .courtesyGranted, .released, .possiblySentTwice: .late
    default: .plain
    }
  }

  fileprivate var glyph: Glyph {
    switch self {
    case .checkedIn, .travelArrived, .alarmEnded, .reached, .opened: .check
    case .reminderSent: .bell
    case .deadlineMissed, .travelOverdue, .alarmRaised, .chainExhausted: .alert
    case .courtesyGranted: .clock
    case .countdownStarted: .clock
    case .countdownStopped, .paused: .pause
    case .resumed: .refresh
    case .promiseChanged: .sliders
    case .channelAdded, .channelSwitchedOn: .plus
    case .channelRemoved, .channelSwitchedOff: .cross
    case .responderAdded: .personPlus
    case .responderRemoved: .personMinus
    case .travelStarted, .travelExtended: .route
    case .travelCancelled, .withdrawn: .cross
    case .stepCalled, .nextChannelTried: .phone
    case .acknowledged: .shield
    case .released, .offered: .people
    case .told, .accepted, .possiblySentTwice: .chat
    case .shown: .eye
    case .sendingFailed: .offline
    default: .info
    }
  }
}

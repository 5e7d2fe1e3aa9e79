import ComposableHTML
import Foundation
import LifeSignalFeatures
import LifeSignalModel

/// The rehearsal, minute by minute, and where the chain has a hole.
struct RehearsalSheet: HTML {
  let state: RehearsalFeature.State
  let send: ActionSender<RehearsalFeature.Action>

  var body: some HTML {
    Sheet(
      "rehearsal-sheet", .full,
      header: SheetHeader(
        "If you miss it",
        end: SheetHeader.Action(
          id: "rehearsal-done", words: "Done", tap: send(.doneButtonTapped))),
      close: send(.doneButtonTapped)
    ) {
      if let rehearsal = state.rehearsal {
        RehearsalHoles(holes: rehearsal.holes)
        if !rehearsal.messages.isEmpty {
          RehearsalSteps(rehearsal: rehearsal)
          Caption("This is only a preview. No one has been contacted.")
        }
      } else if state.isLoading {
        Loading(words: "Working out what would happen")
      }
      RefreshButton(
        id: "rehearsal-refresh", isBusy: state.isLoading, tap: send(.refreshButtonTapped))
    }
    ErrorAlert(id: "rehearsal-error", error: state.error, dismiss: send(.dismissError))
  }
}

/// The problems to fix before they matter.
private struct RehearsalHoles: HTML {
  let holes: [Rehearsal.Hole]

  var body: some HTML {
    if holes.isEmpty {
      Card(.fine, padded: true) {
        StatusLine(.fine) { "The chain holds" }
        p { "We can reach everyone we would contact." }
      }
    } else {
      PageSection("rehearsal-holes", "What needs fixing") {
        ul(.class("card list")) {
          ForEach(holes) { hole in
            li { div(.class("pair")) { StatusLine(.late) { hole.phrase } } }
          }
        }
      }
    }
  }
}

/// The messages, grouped by the minute they would be sent in.
private struct RehearsalSteps: HTML {
  let rehearsal: Rehearsal

  private struct Group {
    var at: Date
    var messages: [Rehearsal.Message]
  }

  var body: some HTML {
    PageSection("rehearsal-steps", "What would happen") {
      ol(.class("card list")) {
        ForEach(groups) { group in
          li {
            div(.class("pair")) {
              span(.class("grow")) {
                strong { LocalTime(group.at, .weekday) }
                ForEach(group.messages) { message in line(message) }
              }
            }
          }
        }
      }
    }
  }

  private func line(_ message: Rehearsal.Message) -> some HTML {
    StatusLine(message.isForAll ? .alert : .neutral) { message.phrase(alarmAt: rehearsal.alarmAt) }
  }

  private var groups: [Group] {
    var groups: [Group] = []
    for message in rehearsal.messages {
      if groups.last?.at == message.at {
        groups[groups.count - 1].messages.append(message)
      } else {
        groups.append(Group(at: message.at, messages: [message]))
      }
    }
    return groups
  }
}

extension Rehearsal.Message {
  /// The recipient of each message, and its channel, as the owner reads it.
  fileprivate func phrase(alarmAt: Date?) -> Phrase {
    let channel: Phrase = channel?.words ?? "only in the app"
    return switch event {
    case .checkInReminder2Hours, .checkInReminder30Minutes, .checkInReminder:
      "You: reminder to check in (\(channel))"
    case .checkInExpired:
      at < alarmAt ?? .distantFuture
        ? "You: your check-in is due (\(channel))" : "You: missed check-in (\(channel))"
    case .chainExhausted: "You: no one is on it yet (\(channel))"
    default:
      isForAll
        ? "\(name): alert to everyone about your missed check-in (\(channel))"
        : "\(name): alert about your missed check-in (\(channel))"
    }
  }
}

extension ChannelKind {
  /// The name that people use for it.
  var words: Phrase {
    switch self {
    case .sms: "text message"
    case .voice: "call"  // words
    default: Phrase(verbatim: rawValue)
    }
  }
}

extension Rehearsal.Hole {
  var phrase: Phrase {
    switch self {
    case .nothingPromised: "Nothing is watched: check in to start your countdown."
    case .missed(_, let holder?): "You missed your check-in. \(holder) is on it."
    case .missed(let isContacting, _):
      isContacting
        ? "You missed your check-in. We’re contacting your responders."
        : "You missed your check-in. Check in if you’re OK."
    case .paused: "Your check-ins are paused: nothing happens until the pause ends."
    case .noResponders: "You have no responders: no one would be contacted."
    case .noReminder: "No reminder would reach you before we contact your responders."
    case .unreachable(_, let name): "\(name) cannot be reached: no channel is left."
    case .notWanted(_, let name):
      "\(name) switched off messages about missed check-ins. We contact them only when no one else answers."
    case .onlyOne(let name): "Only \(name) could help. Add a second person."
    }
  }
}

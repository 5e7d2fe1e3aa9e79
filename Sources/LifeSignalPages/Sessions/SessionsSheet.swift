import Composable
import ComposableHTML
import Foundation
import LifeSignalFeatures
import LifeSignalModel

/// Where I am signed in: this device, the others, and ending each session.
struct SessionsSheet: HTML {
  let state: SessionsFeature.State
  let now: Date
  let send: ActionSender<SessionsFeature.Action>

  var body: some HTML {
    Sheet(
      "sessions-sheet", .full,
      header: SheetHeader(
        "Where you are signed in",
        end: .init(id: "sessions-done", words: "Done", tap: send(.doneButtonTapped))),
      close: send(.doneButtonTapped)
    ) {
      if state.hasLoaded {
        ul(id: "sessions-list", .class("card list")) { ForEach(state.sessions) { row($0) } }
        if !state.others.isEmpty {
          Button(
            "sessions-end-others", "Sign out everywhere else", .dangerSoft, .wide,
            disabled: state.isLoading, tap: send(.endOthersButtonTapped))
        }
        Caption("When you sign in somewhere new, we notify your other devices.")
        PasskeysSection(
          state: state.passkeys, now: now, send: send.map { .passkeys($0) })
      } else {
        Loading(words: "Loading")
      }
    }
    question
    PasskeyNotices(state: state.passkeys, send: send.map { .passkeys($0) })
    ErrorAlert(id: "sessions-error", error: state.error, dismiss: send(.setError(nil)))
  }

  private func row(_ session: SessionData) -> some HTML {
    li(id: "session-\(session.id)", .class("row tall")) {
      div(.class("row-main")) {
        span(.class("kind look")) { Icon(session.icon) }
        span(.class("grow")) {
          span(.class("name")) { session.words }
          span(.class("words")) {
            if session.isCurrent { "This device" } else { seen(session) }
          }
          span(.class("when")) {
            Sentence("Signed in on {0}", LocalTime(session.firstSeen, .day))
          }
        }
      }
      if !session.isCurrent {
        RowFoot {
          Button(
            "session-\(session.id)-end", "Sign out", .dangerSoft, .small,
            disabled: state.isLoading, name: "Sign out \(session.words)",
            tap: send(.endButtonTapped(session)))
        }
      }
    }
  }

  @HTMLBuilder private func seen(_ session: SessionData) -> some HTML {
    if SessionRules.hour(of: now) <= session.lastSeen {
      "Active within the last hour"
    } else {
      Sentence("Last active {0}", Ago(session.lastSeen, now: now))
    }
  }

  @HTMLBuilder private var question: some HTML {
    switch state.pendingEnd {
    case .one(let session):
      Dialog.question(
        "session-question", "Sign out this device?",
        "“\(session.words)” is signed out immediately. Nothing else changes.", confirm: "Sign out",
        isDestructive: true, onConfirm: send(.endConfirmed), onCancel: send(.endCancelled))
    case .others:
      Dialog.question(
        "session-question", "Sign out everywhere else?",
        "All your other devices are signed out immediately. This one stays.", confirm: "Sign out",
        isDestructive: true, onConfirm: send(.endConfirmed), onCancel: send(.endCancelled))
    case nil: EmptyHTML()
    }
  }
}

extension SessionData {
  fileprivate var words: Phrase {
    name.isEmpty ? "Unknown device" : Phrase(verbatim: name)
  }

  /// A device that is held in a hand, or not: nothing more is known of it.
  fileprivate var icon: Glyph {
    ["Android", "iPhone", "iPad"].contains { name.hasSuffix($0) } ? .device : .computer
  }
}

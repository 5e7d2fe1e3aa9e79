import Composable
import ComposableHTML
import Foundation
import LifeSignalFeatures
import LifeSignalModel

/// Devices that check in for me: above the profile.
struct ThingsSheet: HTML {
  let state: ThingsFeature.State
  let now: Date
  let send: ActionSender<ThingsFeature.Action>

  var body: some HTML {
    Sheet(
      "things-sheet", .full,
      header: SheetHeader(
        "Devices",
        end: .init(id: "things-done", words: "Done", tap: send(.doneButtonTapped))),
      close: send(.doneButtonTapped)
    ) {
      div(
        id: "things", .class("stack"), .module("thing"), .data("code", state.address ?? "")
      ) {
        if let key = state.key {
          ThingAddress(
            key: key, address: state.address ?? key.path, isLink: state.isKeyOfLink, send: send)
        } else if !state.hasLoaded {
          Loading(words: "Loading")
        } else {
          list
        }
      }
      .on(.report, send { Self.action($0) })
    }
    if let isCopied = state.isCopied {
      Toast(
        id: "thing-copied",
        words: isCopied
          ? "Address copied"
          : "This browser could not copy. Select the address and copy it by hand.",
        isFailure: !isCopied, dismiss: send(.copyNoticeDismissed))
    }
    if let editor = state.editor {
      ThingSheet(state: state, editor: editor, send: send)
    }
    if let thing = state.removing {
      Dialog.question(
        "thing-remove", "Remove \(thing.title)?", "Its address stops working for good.",
        confirm: "Remove", isDestructive: true, onConfirm: send(.removeConfirmed),
        onCancel: send(.removeCancelled))
    } else if let thing = state.rotating {
      Dialog.question(
        "thing-rotate-question", "Make a new address for \(thing.title)?",
        thing.settings.kind == .link
          ? "The old one stops working immediately. Your shortcuts must be given the new one."
          : "The old one stops working immediately. Give your device the new one.",
        confirm: "New address", isDestructive: true, onConfirm: send(.rotateConfirmed),
        onCancel: send(.rotateCancelled))
    }
    ErrorAlert(id: "things-error", error: state.error, dismiss: send(.setError(nil)))
  }

  /// "place:https://safe.example Europe/Berlin", or what came of copying.
  private static func action(_ report: String) -> ThingsFeature.Action? {
    if report == "copied" { return .copied(true) }
    if report == "copy-failed" || report == "failed" { return .copied(false) }
    guard report.hasPrefix("place:") else { return nil }
    let parts = report.dropFirst(6).split(separator: " ").map(String.init)
    guard parts.count == 2, let origin = URL(string: parts[0]), origin.host != nil,
      ["http", "https"].contains(origin.scheme), origin.path.isEmpty, origin.query == nil
    else { return nil }
    return .placeReported(origin: parts[0], zone: parts[1])
  }

  @HTMLBuilder private var list: some HTML {
    PageSection("things-link", "My check-in link") {
      if let link = state.link {
        ul(.class("card list")) { row(link) }
      } else {
        Card(padded: true) {
          p(.class("caption")) {
            "A shortcut on your phone, a button or a voice assistant checks in for you at a touch."
              as Phrase
          }
          Button(
            "thing-link", "Make my link", .soft, .wide, icon: .link, disabled: state.isBusy,
            tap: send(.linkButtonTapped))
        }
      }
    }
    if state.things.isEmpty, state.link != nil {
      Caption("A power plug, a door sensor or a script can show that you are well, without a tap.")
    } else if state.things.isEmpty {
      EmptyState(
        .pulse, "Nothing checks in for you yet",
        "A power plug, a door sensor or a script can show that you are well, without a tap.")
    } else {
      ul(id: "things-list", .class("card list")) {
        ForEach(state.things) { row($0) }
      }
    }
    Button("thing-add", "Add a device", .soft, .wide, icon: .plus, tap: send(.addButtonTapped))
    if state.things.count(where: { $0.settings.counts && $0.settings.isOn }) > 1 {
      PageSection("things-rule", "To check in I need a report from") {
        Segmented(
          id: "things-match", name: "To check in I need a report from",
          choices: [
            .init(id: "any", words: "Any of them", value: .any),
            .init(id: "all", words: "All of them, the same day", value: .all),
          ],
          selection: state.list.rule.match, choose: { send(.matchChosen($0)) })
      }
    }
    Caption(
      """
      Once we have contacted your responders about a missed check-in, a device no longer checks in for you: they see what it reports, and only you end the alert.
      """)
  }

  private func row(_ thing: ThingData) -> some HTML {
    li(id: "thing-\(thing.id)", .class("row entry")) {
      div(.class("row-main")) {
        span(.class("grow")) {
          span(.class("name")) { thing.title }
          span(.class("when")) {
            if thing.settings.kind != .link {
              thing.settings.kind.name
              " · "
            }
            if !thing.settings.isOn {
              "Switched off" as Phrase
            } else if let heard = thing.heardAt {
              Ago(heard, now: now)
            } else {
              "Not heard yet" as Phrase
            }
          }
          if thing.isFailing {
            span(.class("when")) { "Reports a problem" as Phrase }
          }
        }
        Button(
          "thing-edit-\(thing.id)", "Edit", .quiet, .small,
          name: "Edit \(thing.title)", tap: send(.thingTapped(thing.id)))
      }
    }
  }
}

import Composable
import ComposableHTML
import Foundation
import LifeSignalFeatures
import LifeSignalModel

/// My passkeys, in the sheet of signed-in devices.
struct PasskeysSection: HTML {
  let state: PasskeysFeature.State
  let now: Date
  let send: ActionSender<PasskeysFeature.Action>

  var body: some HTML {
    if let passkeys = state.passkeys {
      PageSection("passkeys", "Passkeys") {
        if !passkeys.isEmpty {
          ul(id: "passkeys-list", .class("card list")) { ForEach(passkeys) { row($0) } }
        }
        Button(
          "passkey-add", state.isLoading ? "One moment…" : "Add a passkey", .soft, .wide,
          disabled: state.isLoading, tap: send(.addButtonTapped))
        Caption(
          "Sign in with your finger, face or device PIN, without a code. Your phone number still works."
        )
      }
      if let creation = state.creation {
        PasskeyCeremony(
          kind: .create(creation),
          answered: send { PasskeyOutcome(report: $0).map { .answered($0) } })
      }
    }
  }

  private func row(_ passkey: PasskeyData) -> some HTML {
    li(id: "passkey-row-\(passkey.id)", .class("row tall")) {
      div(.class("row-main")) {
        span(.class("kind look")) { Icon(.key) }
        span(.class("grow")) {
          span(.class("name")) { passkey.name }
          span(.class("words")) {
            if passkey.isCopied { "On more than one device" } else { "On one device" }
          }
          span(.class("when")) {
            if let used = passkey.lastUsedAt {
              Sentence("Last used {0}", Ago(used, now: now))
            } else {
              "Never used"
            }
          }
        }
      }
      if let renaming = state.renaming, renaming.id == passkey.id {
        form(id: "passkey-name-form", .noValidate()) {
          Field("passkey-name", "Name") {
            TextInput(
              id: "passkey-name", kind: .plain, value: renaming.name,
              maxLength: PasskeyRules.longestName, isFocusedFirst: true,
              change: send { .nameChanged($0) })
          }
          div(.class("buttons")) {
            Button("passkey-name-cancel", "Cancel", .quiet, .small, tap: send(.renameCancelled))
            Button(
              "passkey-name-save", "Save", .soft, .small,
              disabled: state.isLoading || !renaming.canBeSaved, tap: send(.renameConfirmed))
          }
        }
        .on(.submit, send(.renameConfirmed))
      } else {
        RowFoot {
          div(.class("buttons")) {
            Button(
              "passkey-\(passkey.id)-rename", "Rename", .soft, .small, disabled: state.isLoading,
              name: "Rename \(passkey.name)", tap: send(.renameButtonTapped(passkey)))
            Button(
              "passkey-\(passkey.id)-remove", "Remove", .dangerSoft, .small,
              disabled: state.isLoading, name: "Remove \(passkey.name)",
              tap: send(.removeButtonTapped(passkey)))
          }
        }
      }
    }
  }
}

/// The questions and notices about passkeys above the sheet.
struct PasskeyNotices: HTML {
  let state: PasskeysFeature.State
  let send: ActionSender<PasskeysFeature.Action>

  var body: some HTML {
    if let passkey = state.pendingRemoval {
      Dialog.question(
        "passkey-question", "Remove this passkey?",
        "“\(passkey.name)” no longer signs you in. Your device may still show it until you delete it there.",
        confirm: "Remove", isDestructive: true, onConfirm: send(.removeConfirmed),
        onCancel: send(.removeCancelled))
    }
    ErrorAlert(id: "passkeys-error", error: state.error, dismiss: send(.setError(nil)))
  }
}

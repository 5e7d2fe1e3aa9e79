import ComposableHTML
import LifeSignalFeatures
import LifeSignalModel

/// My own switches for this contact. Theirs are separate.
struct ContactSwitchesCard: HTML {
  let contact: ContactData
  let send: ActionSender<ContactDetailsSheetViewFeature.Action>

  var body: some HTML {
    PageSection("contact-switches", "Pings and messages") {
      Card {
        if contact.isDependent {
          row(
            .sendPings, "contact-send-pings", "I can ping them",
            "Turn off to prevent accidental pings.", contact.sendPings)
          row(
            .notifyOnExpiry, "contact-notify-expiry", "Tell me when they are late",
            "An alert they raise always reaches you.", contact.notifyOnExpiry)
          row(
            .notifyOnCheckIn, "contact-notify-check-in", "Tell me when they are back",
            "When they check in after being late.", contact.notifyOnCheckIn)
        }
        if contact.isResponder {
          row(
            .receivePings, "contact-receive-pings", "They can ping me",
            "When this is off, they see that you do not accept pings.", contact.receivePings)
        }
      }
    }
  }

  private func row(
    _ which: ContactDetailsSheetViewFeature.Switch, _ id: String, _ words: Phrase,
    _ detail: Phrase, _ isOn: Bool
  ) -> some HTML {
    SwitchRow(id: id, words: words, detail: detail, isOn: isOn, tap: send(.toggleSwitch(which)))
  }
}

/// Nickname and notes: for my eyes only.
struct PrivateFields: HTML {
  let state: ContactDetailsSheetViewFeature.State
  let contact: ContactData
  let send: ActionSender<ContactDetailsSheetViewFeature.Action>

  var body: some HTML {
    PageSection("contact-private", "Only you see this") {
      if state.isEditingPrivateFields { editor } else { words }
    }
  }

  private var words: some HTML {
    Card {
      dl(.class("list")) {
        Pair("Nickname") { contact.nickname ?? "–" }
        if let notes = contact.notes {
          div(.class("pair tall")) {
            dt { "Notes" }
            dd(.class("note")) { notes }
          }
        }
      }
      Opener(
        id: "contact-private-edit", words: "Edit nickname and notes", icon: .pen,
        tap: send(.editPrivateFieldsTapped))
    }
  }

  private var editor: some HTML {
    form(id: "contact-private-form", .noValidate()) {
      Field("contact-nickname", "Nickname", hint: "Shown to you instead of their name.") {
        TextInput(
          id: "contact-nickname", kind: .name, value: state.editingNickname,
          maxLength: OwnSideRules.longestNickname, change: send { .setEditingNickname($0) })
      }
      Field("contact-notes", "Notes") {
        textarea(
          id: "contact-notes", .class("input"), .maxLength(OwnSideRules.longestNotes),
          text: state.editingNotes
        )
        .on(.input, send { .setEditingNotes($0) })
      }
      div(.class("buttons")) {
        Button("contact-private-cancel", "Cancel", .plain, tap: send(.cancelPrivateFields))
        Button(
          "contact-private-save", "Save", .primary, disabled: !state.canSavePrivateFields,
          tap: send(.savePrivateFields))
      }
    }
    .on(.submit, send(.savePrivateFields))
  }
}

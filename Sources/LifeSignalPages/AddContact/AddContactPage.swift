import ComposableHTML
import LifeSignalFeatures
import LifeSignalModel

/// Sending the owner of a code a request for a relation.
struct AddContactPage: HTML {
  let state: AddContactFeature.State
  let send: ActionSender<AddContactFeature.Action>

  var body: some HTML {
    if let error = state.error { problem(error) }
    // Behind the report that a code has no owner there is no one to ask.
    if state.contactID != nil || state.error == nil { sheet }
  }

  private var sheet: some HTML {
    Sheet(
      "add-contact-sheet",
      header: SheetHeader(
        "Add contact",
        start: SheetHeader.Action(id: "add-contact-cancel", words: "Cancel", tap: send(.dismiss))),
      close: send(.dismiss)
    ) {
      if state.contactID == nil {
        Loading(words: "Looking up the code")
      } else {
        person
        roles
        note
        Button(
          "add-contact-add", "Add", .primary, .wide, disabled: !state.canAdd,
          tap: send(.addContact))
        hint
      }
    }
  }

  private func problem(_ error: UserFacingError) -> some HTML {
    Dialog(
      id: "add-contact-error", heading: error.title, message: error.message,
      confirm: state.contactID == nil && error.isRetryable
        ? Dialog.Answer(
          id: "add-contact-error-retry", words: "Retry", tap: send(.lookupUserByQRCode)) : nil,
      // A code without an owner leaves nothing to ask here.
      cancel: Dialog.Answer(
        id: "add-contact-error-ok", words: "OK",
        tap: state.contactID == nil ? send(.dismiss) : send(.setError(nil))))
  }

  private var person: some HTML {
    div(.class("person")) {
      Avatar(id: state.contactID ?? "", name: state.name, size: .big)
      h3(.class("who")) { state.name }
      StatusLine {
        if state.phoneNumber.isEmpty { "No phone number" } else { PhoneText(state.phoneNumber) }
      }
    }
  }

  private var roles: some HTML {
    PageSection("add-contact-roles", "Contact role") {
      Card {
        SwitchRow(
          id: "add-contact-responder", words: "Responder",
          detail: "They watch over me", isOn: state.isResponder,
          tap: send(.updateIsResponder(!state.isResponder)))
        SwitchRow(
          id: "add-contact-dependent", words: "Dependent",
          detail: "I watch over them",
          isOn: state.isDependent, tap: send(.updateIsDependent(!state.isDependent)))
      }
    }
  }

  private var note: some HTML {
    PageSection("add-contact-note", "Emergency note") {
      Card(padded: true) {
        p(.class("note empty")) { "You’ll see it when they accept." }
      }
      Caption("Their emergency note")
    }
  }

  @HTMLBuilder private var hint: some HTML {
    if state.needsRole {
      Caption("Choose at least one.")
    } else if !state.name.isEmpty {
      Caption("\(state.name) is asked first. Until they accept, neither of you sees anything.")
    }
  }
}

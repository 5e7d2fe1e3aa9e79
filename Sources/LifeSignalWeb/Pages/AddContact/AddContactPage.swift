import ComposableHTML
import LifeSignalFeatures
import LifeSignalModel

/// Asking the owner of a code for a relation.
struct AddContactPage: HTML {
  let state: AddContactFeature.State
  let send: ActionSender<AddContactFeature.Action>

  var body: some HTML {
    Sheet(
      "add-contact-sheet",
      header: SheetHeader(
        "Add Contact",
        start: SheetHeader.Action(id: "add-contact-cancel", words: "Cancel", tap: send(.dismiss))),
      close: send(.dismiss)
    ) {
      if state.contactID == nil, state.isLoading {
        Loading(words: "Looking up the code")
      } else {
        person
        roles
        Button(
          "add-contact-add", "Add", .primary, .wide, disabled: !state.canAdd,
          tap: send(.addContact))
        hint
      }
    }
    ErrorAlert(
      id: "add-contact-error", error: state.error,
      // A code that leads to nobody leaves nothing to ask here.
      dismiss: state.contactID == nil ? send(.dismiss) : send(.setError(nil)))
  }

  private var person: some HTML {
    div(.class("person")) {
      Avatar(id: state.contactID ?? "", name: state.name, size: .big)
      h3(.class("who")) { state.name.isEmpty ? "Unknown" : state.name }
      StatusLine { state.phoneNumber.isEmpty ? "No phone number" : state.phoneNumber }
    }
  }

  private var roles: some HTML {
    PageSection("add-contact-roles", "Contact Role") {
      Card {
        SwitchRow(
          id: "add-contact-responder", words: "Responder",
          detail: "Can see your status and respond if you need help", isOn: state.isResponder,
          tap: send(.updateIsResponder(!state.isResponder)))
        SwitchRow(
          id: "add-contact-dependent", words: "Dependent",
          detail: "You can see their status and respond if they need help",
          isOn: state.isDependent, tap: send(.updateIsDependent(!state.isDependent)))
      }
    }
  }

  @HTMLBuilder private var hint: some HTML {
    if state.needsRole {
      Caption("You must select at least one role.")
    } else if !state.name.isEmpty {
      Caption("\(state.name) is asked first. Until they accept, neither of you sees anything.")
    }
  }
}

import ComposableHTML
import LifeSignalFeatures
import LifeSignalModel

/// The one question or notice in front of a person's sheet.
struct ContactDialogs: HTML {
  let state: ContactDetailsSheetViewFeature.State
  let send: ActionSender<ContactDetailsSheetViewFeature.Action>

  var body: some HTML {
    if let error = state.error {
      ErrorAlert(id: "contact-failure", error: error, dismiss: send(.dismissError))
    } else if let alert = state.activeAlert {
      dialog(alert)
    }
  }

  private func dialog(_ alert: ContactDetailsSheetViewFeature.ContactAlert) -> Dialog {
    switch alert {
    case .role:
      notice(
        "role", "Role required",
        "This contact must have at least one role. To remove this contact completely, "
          + "use the Delete contact button.")
    case .delete where state.contact?.relation != .accepted:
      question(
        "delete", "Withdraw request", "Are you sure you want to withdraw this request?",
        "Withdraw", isDestructive: true, .confirmRemove)
    case .delete:
      question(
        "delete", "Delete contact",
        "Are you sure you want to delete this contact? This action cannot be undone.", "Delete",
        isDestructive: true, .confirmRemove)
    case .ping:
      question(
        "ping", "Ask if they’re OK?", "They can answer with one tap.", "Ping", .confirmPing)
    case .pingConfirmation:
      question(
        "clear-ping", "Clear ping", "Do you want to clear the pending ping to this contact?",
        "Clear", .confirmClearPing)
    case .pingDisabled:
      notice(
        "cannot-ping", "Cannot ping",
        "This contact must have the Dependent role to be pinged. Enable the Dependent role in the "
          + "contact settings to use this feature.")
    case .roleToggle:
      roleQuestion
    case .moved:
      notice(
        "moved", "Contact role updated", "This contact has been moved to a different list.",
        button: "Close")
    }
  }

  private var roleQuestion: Dialog {
    let (heading, message) = roleWords
    return question("role-change", heading, message, "Confirm", .confirmRoleChange)
  }

  private var name: String { state.contact?.firstName ?? "" }

  private var roleWords: (Phrase, Phrase) {
    switch state.pendingRoleChange {
    case .addResponder, nil:
      (
        "Ask \(name) to be your responder?",
        "\(name) gets a request. Nothing changes until they accept."
      )
    case .removeResponder:
      (
        "Remove responder role",
        "This contact will no longer be able to respond to your alerts and check-ins."
      )
    case .addDependent:
      ("Add dependent role", "You will be able to check on this contact and send them pings.")
    case .removeDependent:
      (
        "Remove dependent role",
        state.contact?.hasOutgoingPing == true
          ? "You will no longer be able to check on this contact or send them pings. "
            + "The current pending ping will be cancelled."
          : "You will no longer be able to check on this contact or send them pings."
      )
    }
  }

  private func question(
    _ id: String, _ heading: Phrase, _ message: Phrase, _ confirm: Phrase,
    isDestructive: Bool = false, _ action: ContactDetailsSheetViewFeature.Action
  ) -> Dialog {
    Dialog.question(
      "contact-question-\(id)", heading, message, confirm: confirm, isDestructive: isDestructive,
      onConfirm: send(action), onCancel: send(.alertDismissed))
  }

  private func notice(
    _ id: String, _ heading: Phrase, _ message: Phrase, button: Phrase = "OK"
  ) -> Dialog {
    Dialog.notice(
      "contact-notice-\(id)", heading, message, button: button, onDismiss: send(.alertDismissed))
  }
}

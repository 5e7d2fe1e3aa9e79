import ComposableHTML
import LifeSignalFeatures
import LifeSignalModel

/// One question with its answers, or a notice with its OK.
struct Dialog: HTML {
  struct Answer {
    let id: String
    let words: Phrase
    var look = ButtonLook.primary
    let tap: Handler<Void>
  }

  let id: String
  let heading: Phrase
  let message: Phrase
  /// The button with which the person agrees; nil for a notice.
  var confirm: Answer?
  let cancel: Answer

  var body: some HTML {
    dialog(
      id: id, .sheet(), .class("dialog"), .role(.alertdialog), .aria("labelledby", "\(id)-title"),
      .aria("describedby", "\(id)-message")
    ) {
      h2(id: "\(id)-title") { heading }
      p(id: "\(id)-message") { message }
      div(.class("buttons")) {
        if let confirm { Button(confirm.id, confirm.words, confirm.look, tap: confirm.tap) }
        // The button that changes nothing has the focus.
        Button(
          cancel.id, cancel.words, confirm == nil ? cancel.look : .plain, focusedFirst: true,
          tap: cancel.tap)
      }
    }
    .on(.dismiss, cancel.tap)
  }
}

extension Dialog {
  /// A question that is answered with the given word or "Cancel".
  static func question(
    _ id: String, _ heading: Phrase, _ message: Phrase, confirm: Phrase,
    isDestructive: Bool = false,
    onConfirm: Handler<Void>, onCancel: Handler<Void>
  ) -> Dialog {
    Dialog(
      id: id, heading: heading, message: message,
      confirm: Answer(
        id: "\(id)-confirm", words: confirm, look: isDestructive ? .danger : .primary,
        tap: onConfirm),
      cancel: Answer(id: "\(id)-cancel", words: "Cancel", tap: onCancel))
  }

  /// A notice that needs only an acknowledgement.
  static func notice(
    _ id: String, _ heading: Phrase, _ message: Phrase, button: Phrase = "OK",
    onDismiss: Handler<Void>
  ) -> Dialog {
    Dialog(
      id: id, heading: heading, message: message,
      cancel: Answer(id: "\(id)-ok", words: button, tap: onDismiss))
  }
}

/// An error on a screen. One at a time, never silent.
struct ErrorAlert: HTML {
  let id: String
  let error: UserFacingError?
  let dismiss: Handler<Void>

  var body: some HTML {
    if let error {
      Dialog.notice(id, error.title, error.message, onDismiss: dismiss)
    }
  }
}

/// An alert as a feature presents it.
struct AlertDialog<Action: Equatable & Sendable>: HTML {
  let id: String
  let alert: PresentedAlert<Action>?
  let press: (Action) -> Handler<Void>
  let dismiss: Handler<Void>

  var body: some HTML {
    if let alert {
      Dialog(
        id: id, heading: alert.title, message: alert.message,
        confirm: alert.buttons.first { $0.role != .cancel && $0.action != nil }.flatMap(answer),
        cancel: Dialog.Answer(
          id: "\(id)-cancel", words: alert.buttons.first { $0.action == nil }?.label ?? "Cancel",
          tap: dismiss))
    }
  }

  private func answer(_ button: PresentedAlert<Action>.Button) -> Dialog.Answer? {
    button.action.map {
      Dialog.Answer(
        id: "\(id)-confirm", words: button.label,
        look: button.role == .destructive ? .danger : .primary, tap: press($0))
    }
  }
}

import Composable
import ComposableHTML
import LifeSignalFeatures
import LifeSignalModel

/// The end of the account: what is deleted, a word, a code.
struct DeletionSheet: HTML {
  let state: AccountDeletionFeature.State
  /// Where the code goes, as displayed.
  let address: String
  let send: ActionSender<AccountDeletionFeature.Action>

  var body: some HTML {
    Sheet(
      "deletion-sheet",
      header: SheetHeader(
        "Delete account",
        start: .init(id: "deletion-cancel", words: "Cancel", tap: send(.cancelButtonTapped))),
      close: send(.cancelButtonTapped)
    ) {
      Banner(
        "deletion-warning", .alert, .alert,
        announce: "This action cannot be undone. All your data will be permanently deleted."
      ) {
        strong { "This action cannot be undone" }
        p { "All your data will be permanently deleted." }
      }
      ul(.class("plain-list")) {
        li { "Your responders no longer see you, and no one is contacted when you are missing." }
        li { "People you look after lose you as a responder. We let all of them know." }
        li { "You are signed out on every device, and your QR code stops working." }
      }
      if state.isCodeSent { code } else { word }
    }
  }

  private var word: some HTML {
    form(id: "deletion-form", .noValidate()) {
      Field(
        "deletion-word", "Type \(AccountDeletionFeature.word) to continue",
        hint: "We’ll send a code to \(address) to make sure that it is you.",
        problem: state.errorMessage
      ) {
        TextInput(
          id: "deletion-word", kind: .code, value: state.confirmation, maxLength: 20,
          isInvalid: state.errorMessage != nil, change: send { .confirmationChanged($0) })
      }
      SubmitButton(
        id: "deletion-send", words: state.isLoading ? "Sending…" : "Send verification code",
        isDisabled: !state.canSendCode)
    }
    .on(.submit, send(.sendCodeButtonTapped))
  }

  private var code: some HTML {
    form(id: "deletion-code-form", .noValidate()) {
      Field(
        "deletion-code", "Verification code",
        hint: "Enter the verification code sent to \(address)", problem: state.errorMessage
      ) {
        TextInput(
          id: "deletion-code", kind: .oneTimeCode, value: state.verificationCode,
          placeholder: "XXX-XXX", maxLength: 7, isInvalid: state.errorMessage != nil,
          isFocusedFirst: true, change: send { .codeChanged($0) })
      }
      Button(
        "deletion-confirm", state.isLoading ? "Deleting…" : "Delete account for good", .danger,
        .wide, disabled: !state.canDelete, tap: send(.deleteButtonTapped))
    }
    .on(.submit, send(.deleteButtonTapped))
  }
}

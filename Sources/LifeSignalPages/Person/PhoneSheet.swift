import Composable
import ComposableHTML
import LifeSignalFeatures
import LifeSignalModel

/// A new number: a code to it, and entering the code.
struct PhoneSheet: HTML {
  let state: ProfileFeature.State
  let send: ActionSender<ProfileFeature.Action>

  var body: some HTML {
    Sheet(
      "phone-sheet",
      header: SheetHeader(
        state.phoneNumber.isEmpty ? "Add phone number" : "Change phone number",
        start: .init(id: "phone-cancel", words: "Cancel", tap: send(.cancelPhoneNumberChange)),
        isFocusedFirst: false),
      close: send(.cancelPhoneNumberChange)
    ) {
      if state.isCodeSent { code } else { number }
    }
  }

  private var number: some HTML {
    form(id: "new-phone-form", .noValidate()) {
      if !state.phoneNumber.isEmpty {
        dl(.class("card list")) {
          Pair("Current phone number") { PhoneText(state.phoneNumber) }
        }
      }
      Field("new-phone-region", "Region") {
        RegionChoice(
          id: "new-phone-region", selection: state.editingPhoneRegion,
          choose: send { Region(rawValue: $0).map { .setEditingPhoneRegion($0) } })
      }
      Field(
        "new-phone", "New phone number",
        hint: state.isPhoneUnknown
          ? "We don’t know this number. Check it, or start with + and the country code."
          : "Enter your new phone number. We’ll send a verification code to confirm.",
        problem: state.phoneErrorMessage ?? state.phoneProblem?.words
      ) {
        TextInput(
          id: "new-phone", kind: .phone, value: state.editingPhone,
          placeholder: Phrase(verbatim: state.editingPhoneRegion.placeholder),
          isInvalid: state.phoneErrorMessage != nil || state.phoneProblem != nil,
          isFocusedFirst: true, change: send { .setEditingPhone($0) })
      }
      SubmitButton(
        id: "new-phone-send", words: state.isLoading ? "Sending…" : "Send verification code",
        isDisabled: !state.canSendPhoneCode)
    }
    .on(.submit, send(.sendPhoneChangeVerificationCode))
  }

  private var code: some HTML {
    form(id: "new-phone-code-form", .noValidate()) {
      Field(
        "new-phone-code", "Verification code",
        hint: "Enter the verification code sent to \(state.newPhoneNumber)",
        problem: state.phoneErrorMessage
      ) {
        TextInput(
          id: "new-phone-code", kind: .oneTimeCode, value: state.verificationCode,
          placeholder: "XXX-XXX", maxLength: 7, isInvalid: state.phoneErrorMessage != nil,
          isFocusedFirst: true, change: send { .setVerificationCode($0) })
      }
      SubmitButton(
        id: "new-phone-verify", words: state.isLoading ? "Verifying…" : "Verify code",
        isDisabled: !state.canVerifyPhoneCode)
      Button(
        "new-phone-again", "Resend code", .quiet, disabled: state.isLoading,
        tap: send(.sendPhoneChangeVerificationCode))
    }
    .on(.submit, send(.verifyPhoneChangeCode))
  }
}

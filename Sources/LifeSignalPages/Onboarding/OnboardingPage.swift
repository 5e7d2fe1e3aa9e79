import ComposableHTML
import LifeSignalFeatures
import LifeSignalModel

/// A new person's first two steps.
struct OnboardingPage: HTML {
  let state: OnboardingFeature.State
  let send: ActionSender<OnboardingFeature.Action>

  var body: some HTML {
    main(
      id: "page-onboarding", .class("gate"), .page("onboarding-\(state.currentStep)"),
      .documentTitle(Phrase("Welcome to LifeSignal"))
    ) {
      div(.class("gate-body")) {
        div(
          .class("progress"), .role(.img),
          .aria("label", Phrase("Step \(state.currentStep + 1) of 2"))
        ) {
          i(.class("on"))
          i(.class("on", when: state.currentStep > 0))
        }
        if state.currentStep == 0 { names } else { note }
      }
    }
    if state.showInstructions { InstructionsSheet(done: send(.gotItButtonTapped)) }
    ErrorAlert(id: "onboarding-error", error: state.error, dismiss: send(.setError(nil)))
  }

  @HTMLBuilder private var names: some HTML {
    div(.class("gate-head")) {
      h1(id: "onboarding-title") { "What’s your name?" }
      p { "The people you add see it." }
    }
    form(id: "onboarding-names", .noValidate()) {
      Field("first-name", "First name") {
        TextInput(
          id: "first-name", kind: .givenName, value: state.firstName,
          maxLength: Profile.Field.firstName.longest, isFocusedFirst: true,
          change: send { .firstNameChanged($0) })
      }
      Field("last-name", "Last name") {
        TextInput(
          id: "last-name", kind: .familyName, value: state.lastName,
          maxLength: Profile.Field.lastName.longest, change: send { .lastNameChanged($0) })
      }
      SubmitButton(
        id: "onboarding-continue", words: "Continue", isDisabled: !state.areBothNamesFilled)
    }
    .on(.submit, send(.nextStep))
  }

  @HTMLBuilder private var note: some HTML {
    div(.class("gate-head")) {
      h1(id: "onboarding-title") { "Your emergency note" }
      p { "What should the people who help you know? Medication, keys, a neighbor’s number." }
    }
    form(id: "onboarding-note", .noValidate()) {
      Field(
        "emergency-note", "Emergency note",
        hint: "Only your responders and dependents can read this note."
      ) {
        textarea(
          id: "emergency-note", .class("input"), .maxLength(Profile.Field.emergencyNote.longest),
          text: state.emergencyNote
        )
        .on(.input, send { .emergencyNoteChanged($0) })
      }
      SubmitButton(
        id: "onboarding-complete", words: state.isLoading ? "Finishing…" : "Finish",
        isDisabled: !state.canComplete)
      Button(
        "onboarding-back", "Back", .quiet, disabled: state.isLoading, tap: send(.previousStep))
    }
    .on(.submit, send(.completeSetupButtonTapped))
  }
}

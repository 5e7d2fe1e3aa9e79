import Composable
import ComposableHTML
import LifeSignalFeatures
import LifeSignalModel
import LifeSignalPages
import Testing

@Suite struct `App page` {
  @Test(arguments: [
    ("check-in", MainTabFeature.Tab.checkIn), ("responders", .responders),
    ("dependents", .dependents), ("profile", .profile),
  ])
  func `every tab opens its page`(name: String, tab: MainTabFeature.Tab) {
    let sent = Sent<AppFeature.Action>()
    let page = Samples.page(Samples.app(Samples.mainTab(tab)), send: sent.sender)
    let markup = page.rendered()
    #expect(markup.contains(#"<main id="page-\#(name)""#))
    #expect(
      markup.contains(#"id="tab-\#(name)" type="button" class="tab" aria-current="page""#))
    #expect(markup.matches(of: /aria-current/).count == 1)
    page.perform("click", on: "tab-\(name)")
    page.perform("click", on: "notifications-button")
    #expect(
      sent.actions == [.mainTab(.tabSelected(tab)), .mainTab(.showNotifications(true))])
  }

  @Test func `an error above all screens can be retried or dismissed`() {
    var state = Samples.app(Samples.mainTab(.profile))
    state.errorAlert = AppErrorAlert(
      title: "We couldn’t load your contacts", error: .networkError, retry: .loadContacts)
    let sent = Sent<AppFeature.Action>()
    let page = Samples.page(state, send: sent.sender)
    #expect(page.rendered().contains("We couldn’t load your contacts"))
    page.perform("click", on: "app-error-retry")
    page.perform("click", on: "app-error-dismiss")
    #expect(sent.actions == [.errorAlert(.presented(.retry)), .errorAlert(.dismiss)])
  }

  @Test func `before it is known who is signed in, nothing is asked`() {
    let markup = Samples.page(AppFeature.State()).rendered()
    #expect(markup.contains("Opening LifeSignal"))
    #expect(!markup.contains("<form"))
  }

  @Test func `a new person gives a name, then a note`() {
    var state = AppFeature.State()
    state.isAuthenticated = true
    state.needsOnboarding = true
    state.onboarding.firstName = "Ann"
    state.onboarding.lastName = "Lee"
    let sent = Sent<AppFeature.Action>()
    Samples.page(state, send: sent.sender).perform("submit", on: "onboarding-names")
    state.onboarding.currentStep = 1
    let note = Samples.page(state, send: sent.sender)
    #expect(note.rendered().contains("Step 2 of 2"))
    note.perform("input", on: "emergency-note", value: "Key: flat 4")
    note.perform("submit", on: "onboarding-note")
    #expect(
      sent.actions == [
        .onboarding(.nextStep), .onboarding(.emergencyNoteChanged("Key: flat 4")),
        .onboarding(.completeSetupButtonTapped),
      ])
  }

  @Test func `onboarding accepts names as long as the profile does`() {
    var state = AppFeature.State()
    state.isAuthenticated = true
    state.needsOnboarding = true
    let limit = Profile.Field.firstName.longest
    let names = Samples.page(state).rendered().split(separator: "maxlength=\"\(limit)\"")
    #expect(names.count == 3, "both fields have the limit")
  }

  @Test func `signing out is asked before`() {
    let sent = Sent<AppFeature.Action>()
    let page = Samples.page(Samples.app(Samples.mainTab(.profile)), send: sent.sender)
    #expect(page.rendered().contains("Sarah Johnson"))
    page.perform("click", on: "sign-out")
    #expect(sent.actions == [.mainTab(.profile(.presentSignOutConfirmation))])
  }
}

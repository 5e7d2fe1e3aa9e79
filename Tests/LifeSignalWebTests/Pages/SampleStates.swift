import Composable
import Foundation
import LifeSignalFeatures
import LifeSignalModel

extension Samples {
  /// Every page in the states worth looking at, by name.
  static var states: [(name: String, state: AppFeature.State)] {
    signingIn + [
      ("home", app(mainTab(.home))),
      ("home-alone", app(changed(.home) { $0.responders.contacts.contacts = [] })),
      ("interval", app(changed(.home) { $0.home.intervalPicker = .init() })),
      ("instructions", app(changed(.home) { $0.home.showInstructions = true })),
      ("scanner", app(changed(.home) { $0.home.qrScanner = .init(isSheetPresented: true) })),
      ("add-contact", app(changed(.home) { $0.home.addContact = adding })),
      ("responders", app(mainTab(.responders))),
      ("responders-empty", app(changed(.responders) { $0.responders.contacts.contacts = [] })),
      ("responders-asked", app(changed(.responders) { $0.responders.alerts.contactAdded = true })),
      ("dependents", app(mainTab(.dependents))),
      ("dependents-empty", app(changed(.dependents) { $0.dependents.contacts.contacts = [] })),
      ("contact", app(contact(margaret))),
      ("contact-mutual", app(contact(carl))),
      ("contact-asked", app(contact(dana))),
      ("contact-end", app(contact(tomas) { $0.activeAlert = .delete })),
      ("check-in", app(mainTab(.checkIn))),
      ("check-in-taps", app(changed(.checkIn) { $0.alert.activationProgress = 0.5 })),
      ("check-in-late", app(changed(.checkIn, late))),
      ("check-in-alert", app(changed(.checkIn, alarmed))),
      ("check-in-end", app(changed(.checkIn, ending))),
      ("check-in-failed", app(changed(.checkIn) { $0.alert.error = .networkError })),
      ("check-in-alone", app(changed(.checkIn) { $0.responders.contacts.contacts = [] })),
      ("notifications", withNotifications(notifications)),
      ("notifications-empty", withNotifications([])),
      ("profile", app(mainTab(.profile))),
    ]
  }

  private static var signingIn: [(name: String, state: AppFeature.State)] {
    var phone = AppFeature.State()
    phone.isInitializing = false
    var code = phone
    code.auth.phoneNumber = "212-555-0142"
    code.auth.isVerificationCodeSent = true
    code.auth.verificationCode = "123-4"
    code.auth.resendCodeTimer = 42
    var wrong = code
    wrong.auth.error = .authenticationFailed("That code is not right. Please try again.")
    var names = AppFeature.State()
    names.isAuthenticated = true
    names.needsOnboarding = true
    var note = names
    note.onboarding.firstName = "Sarah"
    note.onboarding.lastName = "Johnson"
    note.onboarding.currentStep = 1
    return [
      ("opening", AppFeature.State()), ("sign-in", phone), ("sign-in-code", code),
      ("sign-in-wrong", wrong), ("onboarding", names), ("onboarding-note", note),
    ]
  }

  static func changed(
    _ tab: MainTabFeature.Tab, _ change: (inout MainTabFeature.State) -> Void
  ) -> MainTabFeature.State {
    var state = mainTab(tab)
    change(&state)
    return state
  }

  static func contact(
    _ contact: ContactData,
    _ change: (inout ContactDetailsSheetViewFeature.State) -> Void = { _ in }
  ) -> MainTabFeature.State {
    changed(.dependents) {
      var details = ContactDetailsSheetViewFeature.State(contact: contact, isSheetPresented: true)
      change(&details)
      $0.dependents.contactDetails = details
    }
  }

  static func withNotifications(_ notifications: [NotificationData]) -> AppFeature.State {
    var state = app(changed(.responders) { $0.isNotificationsPresented = true })
    state.notification.notifications = notifications
    state.notification.hasLoaded = true
    return state
  }

  static var adding: AddContactFeature.State {
    var state = AddContactFeature.State(isSheetPresented: true, isDependent: true)
    state.contactID = "4001"
    state.name = "Harper Lee"
    state.phoneNumber = "+1 (•••) •••-••67"
    return state
  }

  static func late(_ state: inout MainTabFeature.State) {
    state.checkIn.lastCheckInTime = ago(60 * 24 + 3)
    state.checkIn.nextCheckInTime = ago(3)
  }

  static func alarmed(_ state: inout MainTabFeature.State) {
    state.alert.isAlertActive = true
    state.alert.alertStartTime = ago(2)
  }

  static func ending(_ state: inout MainTabFeature.State) {
    alarmed(&state)
    state.alert.confirmationAlert = PresentedAlert(
      title: "Deactivate Alert",
      message: "Are you sure you want to deactivate the alert? "
        + "This will notify your responders that you are safe.",
      buttons: [
        .init("Cancel", role: .cancel),
        .init("Deactivate", role: .destructive, action: .deactivateAlertConfirmed),
      ])
  }
}

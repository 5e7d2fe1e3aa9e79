import Composable
import Foundation
import LifeSignalFeatures
import LifeSignalModel

extension Samples {
  /// Every page in the states worth looking at, by name.
  static var states: [(name: String, state: AppFeature.State)] {
    signingIn + [
      ("check-in-start", app(changed(.checkIn, beginning))),
      ("check-in-start-asked", app(changed(.checkIn, beginningWithAnswerDue))),
      ("instructions", app(changed(.profile) { $0.home.showInstructions = true })),
      (
        "share-code",
        app(changed(.responders) { $0.home.shareQRCode = .init(qrCodeID: user.qrCodeID) })
      ),
      ("scanner", scanning { _ in }),
      (
        "scanner-looking",
        scanning {
          $0.isCameraReady = true
          $0.isTorchAvailable = true
        }
      ),
      (
        "scanner-refused",
        scanning {
          $0.cameraLoadFailed = true
          $0.cameraProblem = .denied
        }
      ),
      ("scanner-typed", scanning { $0.isShowingManualEntry = true }),
      ("scanner-foreign", scanning { $0.alert = .notOurCode }),
      ("add-contact", app(changed(.responders) { $0.home.addContact = adding })),
      ("responders", app(mainTab(.responders))),
      ("responders-empty", app(changed(.responders, withoutResponders))),
      ("responders-asked", app(changed(.responders) { $0.responders.alerts.contactAdded = true })),
      ("dependents", app(mainTab(.dependents))),
      ("dependents-many", app(changed(.dependents) { many(&$0.dependents) })),
      (
        "dependents-no-one",
        app(
          changed(.dependents) {
            many(&$0.dependents)
            $0.dependents.searchText = "zz"
          })
      ),
      (
        "dependents-ping",
        app(
          changed(.dependents) {
            $0.dependents.pingConfirmation = .send("3003")
          })
      ),
      ("dependents-empty", app(changed(.dependents, withoutDependents))),
      ("contact", app(contact(margaret))),
      ("contact-mutual", app(contact(carl))),
      ("contact-asked", app(contact(dana))),
      ("contact-end", app(contact(tomas) { $0.activeAlert = .delete })),
      ("check-in", app(mainTab(.checkIn))),
      ("check-in-taps", app(changed(.checkIn) { $0.alert.activationProgress = 0.5 })),
      ("check-in-confirmed", app(changed(.checkIn) { $0.checkIn.confirmedAt = now })),
      ("check-in-late", app(changed(.checkIn, late))),
      ("check-in-alert", app(changed(.checkIn, alarmed))),
      ("check-in-end", app(changed(.checkIn, ending))),
      ("check-in-failed", app(changed(.checkIn) { $0.alert.error = .networkError })),
      ("check-in-alone", app(changed(.checkIn, withoutResponders))),
      ("check-in-alone-late", app(changed(.checkIn, lateAlone))),
      ("check-in-alone-alert", alone(.manual)),
      ("check-in-alone-missed", alone(.missedCheckIn)),
      ("check-in-unreachable", unreached),
      ("dependents-duress", app(changed(.dependents, duress))),
      ("contact-duress", app(contact(underDuress))),
      ("contact-request", app(contact(erik))),
      ("check-in-paused", app(changed(.checkIn, paused))),
      ("check-in-history", app(changed(.checkIn, remembered))),
      ("check-in-history-empty", app(changed(.checkIn, forgotten))),
      ("plan-interval", app(changed(.checkIn, planningInterval))),
      ("plan-times", app(changed(.checkIn, planning))),
      ("plan-times-empty", app(changed(.checkIn, planless))),
      ("pause", app(changed(.checkIn) { $0.checkIn.pauseEditor = .init(now: now, zone: .utc) })),
      ("travel", app(changed(.checkIn) { $0.checkIn.travel.setup = .init(now: now, zone: .utc) })),
      ("travel-running", app(changed(.checkIn) { $0.checkIn.travel.travel = journey() })),
      ("travel-reminder", app(changed(.profile) { $0.checkIn.travel.travel = journey(ago(-5)) })),
      ("travel-overdue", app(changed(.checkIn, unarrived))),
      ("dependent-paused", app(contact(away))),
      ("dependent-travel", app(contact(overdue))),
      ("notifications", withNotifications(notifications)),
      ("notifications-empty", withNotifications([])),
      ("profile", app(mainTab(.profile))),
    ] + profile + escalation
  }

  private static var profile: [(name: String, state: AppFeature.State)] {
    func sheet(_ change: (inout ProfileFeature.State) -> Void) -> AppFeature.State {
      app(changed(.profile) { change(&$0.profile) })
    }
    return [
      (
        "profile-readiness",
        sheet {
          $0.readiness = Readiness(
            score: 72, weakest: .responderSilent, name: "Oskar", weeks: 3, drilledAt: now)
        }
      ),
      (
        "profile-readiness-low",
        sheet { $0.readiness = Readiness(score: 30, weakest: .noResponderReached) }
      ),
      ("profile-name", sheet { $0.sheet = .editName }),
      ("profile-note", sheet { $0.sheet = .editDescription }),
      ("profile-avatar", sheet { $0.sheet = .editAvatar }),
      ("profile-phone", sheet { $0.sheet = .editPhone }),
      (
        "profile-phone-code",
        sheet {
          $0.sheet = .editPhone
          $0.editingPhone = "212-555-0199"
          $0.isCodeSent = true
          $0.phoneErrorMessage = "Another account uses this phone number."
        }
      ),
      (
        "settings",
        sheet {
          $0.settings = .init()
          $0.settings?.preferences.preferences.ownReminders = [480, 15]
        }
      ),
      ("channels", sheet { $0.channels = channels }),
      ("channels-loading", sheet { $0.channels = .init() }),
      ("channels-adding", sheet { $0.channels = addingChannel }),
      ("channels-code", sheet { $0.channels = verifyingChannel }),
      ("channels-remove", sheet { $0.channels = removingChannel }),
      ("privacy", sheet { $0.privacy = .init() }),
      ("privacy-blocked", sheet { $0.privacy = blocking() }),
      ("privacy-end", sheet { $0.privacy = ending(bea) }),
      (
        "privacy-empty",
        app(
          changed(.profile) {
            $0.contacts.contacts = []
            $0.profile.privacy = .init()
          })
      ),
      (
        "activity",
        sheet {
          $0.activity = .init()
          $0.activity?.entries = activity
          $0.activity?.hasLoaded = true
          $0.activity?.hasMore = true
        }
      ),
      (
        "activity-empty",
        sheet {
          $0.activity = .init()
          $0.activity?.hasLoaded = true
        }
      ),
      ("things", sheet { $0.things = things }),
      ("things-empty", sheet { $0.things = noThings }),
      ("thing", sheet { $0.things = editedThing }),
      ("thing-rotate", sheet { $0.things = rotatingThing }),
      ("thing-address", sheet { $0.things = thingAddress }),
      ("things-link", sheet { $0.things = thingsWithLink }),
      ("link", sheet { $0.things = editedLink }),
      ("link-address", sheet { $0.things = linkAddress }),
      ("codes", sheet { $0.checkInCodes = codes }),
      ("codes-empty", sheet { $0.checkInCodes = noCodes }),
      ("codes-few", sheet { $0.checkInCodes = fewCodes }),
      ("codes-contacted", sheet { $0.checkInCodes = codesTold }),
      ("codes-new", sheet { $0.checkInCodes = newCodes }),
      ("codes-new-group", sheet { $0.checkInCodes = newCodesWithGroup }),
      (
        "tokens",
        sheet {
          $0.accessTokens = .init()
          $0.accessTokens?.tokens = tokens
          $0.accessTokens?.hasLoaded = true
        }
      ),
      (
        "tokens-empty",
        sheet {
          $0.accessTokens = .init()
          $0.accessTokens?.hasLoaded = true
        }
      ),
      (
        "tokens-form",
        sheet {
          $0.accessTokens = .init()
          $0.accessTokens?.draft = .init()
          $0.accessTokens?.draft?.name = "Bedside button"
        }
      ),
      ("tokens-new", sheet { $0.accessTokens = newToken }),
      (
        "sessions",
        sheet {
          $0.sessions = .init()
          $0.sessions?.sessions = sessions
          $0.sessions?.hasLoaded = true
          $0.sessions?.passkeys.passkeys = passkeys
        }
      ),
      ("export", confirming(nil)),
      ("confirm", confirming(.init(phoneNumber: "+1 212-555-0101", reason: .export))),
      ("confirm-code", confirming(confirmingCode)),
      ("timeline", sheet { $0.timeline = timeline }),
      ("timeline-broken", sheet { $0.timeline = brokenTimeline }),
      (
        "timeline-empty",
        sheet {
          $0.timeline = .init()
          $0.timeline?.hasLoaded = true
        }
      ),
      ("timeline-loading", sheet { $0.timeline = loadingTimeline }),
      ("contact-alarm-timeline", app(contact(margaret) { $0.alarms = [alarmTimeline] })),
      ("delete-account", sheet { $0.accountDeletion = .init() }),
      (
        "delete-account-code",
        sheet {
          $0.accountDeletion = .init()
          $0.accountDeletion?.isCodeSent = true
        }
      ),
      (
        "contact-private",
        app(
          contact(carl) {
            $0.isEditingPrivateFields = true
            $0.editedNickname = "Carl upstairs"
            $0.editedNotes = ""
          })
      ),
    ]
  }

  private static func blocking() -> PrivacyFeature.State {
    var state = PrivacyFeature.State()
    state.blocked = [BlockedAsker(id: "2004", name: "Erik Sand", blockedAt: now)]
    return state
  }

  private static func ending(_ contact: ContactData) -> PrivacyFeature.State {
    var state = PrivacyFeature.State()
    state.pendingEnd = contact
    return state
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
    wrong.auth.verificationCode = ""
    wrong.auth.codeProblem = "That code is not right. Please ask for a new one."
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

  static func scanning(_ change: (inout QRScannerFeature.State) -> Void) -> AppFeature.State {
    app(
      changed(.responders) {
        var scanner = QRScannerFeature.State(isSheetPresented: true)
        change(&scanner)
        $0.home.qrScanner = scanner
      })
  }

  static var adding: AddContactFeature.State {
    var state = AddContactFeature.State(isSheetPresented: true, isDependent: true)
    state.contactID = "4001"
    state.name = "Harper Lee"
    state.phoneNumber = "+1 •••-•••-••67"
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
      title: "Deactivate alert",
      message: "Are you sure you want to deactivate the alert? "
        + "This will notify your responders that you are safe.",
      buttons: [
        .init("Cancel", role: .cancel),
        .init("Deactivate", role: .destructive, action: .deactivateAlertConfirmed),
      ])
  }
}

import Composable
import ComposableHTML
import Foundation
import LifeSignalFeatures
import LifeSignalModel
import LifeSignalPages
import Testing

@Suite struct `Profile page` {
  private func page(
    _ change: (inout ProfileFeature.State) -> Void = { _ in }
  ) -> (AppPage, Sent<AppFeature.Action>) {
    let sent = Sent<AppFeature.Action>()
    let state = Samples.app(Samples.changed(.profile) { change(&$0.profile) })
    return (Samples.page(state, send: sent.sender), sent)
  }

  private func profile(_ action: ProfileFeature.Action) -> AppFeature.Action {
    .mainTab(.profile(action))
  }

  @Test func `every row leads where it says`() {
    let (page, sent) = page()
    let rows: [(String, ProfileFeature.Action)] = [
      ("profile-avatar", .setShowEditAvatarSheet(true)),
      ("edit-note", .setShowEditDescriptionSheet(true)),
      ("update-avatar", .setShowEditAvatarSheet(true)),
      ("update-name", .setShowEditNameSheet(true)), ("show-code", .presentQRCode),
      ("open-invitations", .invitationsButtonTapped), ("change-phone", .startPhoneNumberChange),
      ("open-settings", .settingsButtonTapped), ("open-privacy", .privacyButtonTapped),
      ("open-activity", .activityButtonTapped), ("open-tokens", .accessTokensButtonTapped),
      ("open-codes", .checkInCodesButtonTapped),
      ("open-sessions", .sessionsButtonTapped), ("export-data", .exportButtonTapped),
      ("sign-out", .presentSignOutConfirmation),
      ("delete-account", .deleteAccountButtonTapped),
    ]
    for (id, _) in rows { #expect(page.perform("click", on: id), "no \(id)") }
    #expect(sent.actions == rows.map { profile($0.1) })
  }

  @Test func `its rows stand in three groups`() throws {
    let (page, sent) = page()
    let markup = page.rendered()
    let groups = [
      "profile-safety": [
        "edit-note", "open-channels", "open-settings", "open-order",
        "open-rehearsal", "open-codes",
      ],
      "profile-privacy": [
        "open-privacy", "open-activity", "open-timeline", "open-sessions",
        "export-data", "delete-account",
      ],
      "profile-advanced": ["open-things", "open-tokens"],
    ]
    for (group, rows) in groups {
      let start = try #require(markup.firstRange(of: "id=\"\(group)\"")).upperBound
      let section = markup[start...]
      let end = try #require(section.firstRange(of: "</section>")).lowerBound
      for row in rows { #expect(section[..<end].contains("id=\"\(row)\""), "\(row)") }
    }
    page.perform("click", on: "open-order")
    page.perform("click", on: "open-rehearsal")
    #expect(
      sent.actions == [
        .mainTab(.shortcutTapped(.orderOfCalls)), .mainTab(.shortcutTapped(.rehearsal)),
      ])
  }

  @Test func `before signing out it warns of an alert that goes on without this browser`() {
    func asking(_ change: (inout MainTabFeature.State) -> Void) -> String {
      let state = Samples.changed(.profile) {
        $0.profile.confirmSignOut = PresentedAlert(
          title: "Sign out", message: "Are you sure you want to sign out?", buttons: [])
        change(&$0)
      }
      return Samples.page(Samples.app(state)).rendered()
    }
    let expected = "We still expect your check-ins after you sign out."
    let usual = asking { _ in }
    #expect(usual.contains(expected + " If you miss one, we contact your responders."))
    #expect(!usual.contains("Your alert stays on"))
    let alone = asking {
      $0.responders.contacts.hasLoaded = true
      $0.responders.contacts.contacts = []
    }
    #expect(alone.contains(expected) && !alone.contains("If you miss one, we contact"))
    let paused = asking { $0.checkIn.pausedUntil = Samples.now + 86_400 }
    #expect(paused.contains("Are you sure you want to sign out?") && !paused.contains(expected))
    #expect(asking(Samples.alarmed).contains("Your alert stays on. Sign in again to end it."))
    let holding = asking {
      var june = Samples.june
      june.alarms = [
        AlarmData(
          id: "9002", kind: .manual, startedAt: Samples.ago(3), holder: Samples.user.id,
          holderName: "Sarah Johnson", toldCount: 1)
      ]
      $0.dependents.contacts.contacts = [june]
    }
    #expect(
      holding.contains("You are on the alert of June Park. It stays yours after you sign out."))
  }

  @Test func `a picture stands where the letter was`() {
    let markup = page { $0.profile.profilePictureURL = URL(string: "/pictures/abc") }.0.rendered()
    #expect(markup.contains(#"src="/pictures/abc""#))
  }

  @Test func `the photo is chosen in the browser, and deleted after a question`() {
    let (page, sent) = page {
      $0.sheet = .editAvatar
      $0.profile.profilePictureURL = URL(string: "/pictures/abc")
      $0.showDeleteAvatarConfirmation = true
    }
    let markup = page.rendered()
    #expect(markup.contains(#"data-picture="/picture""#))
    #expect(markup.contains("Are you sure you want to delete your avatar photo?"))
    page.perform("click", on: "delete-photo")
    page.perform("click", on: "delete-photo-question-confirm")
    #expect(
      sent.actions == [
        profile(.setShowDeleteAvatarConfirmation(true)), profile(.deleteAvatarConfirmed),
      ])
  }

  @Test func `the number sheet asks for the number, then for the code`() {
    let (number, asked) = page { $0.sheet = .editPhone }
    number.perform("input", on: "new-phone", value: "212")
    number.perform("change", on: "new-phone-region", value: "UK")
    number.perform("submit", on: "new-phone-form")
    #expect(asked.actions.count == 3)
    #expect(number.rendered().contains("(212) 555-0100"))
    let (code, answered) = page {
      $0.sheet = .editPhone
      $0.isCodeSent = true
      $0.editingPhone = "212-555-0199"
      $0.phoneErrorMessage = Refusal.phoneNumberTaken.phrase
    }
    let markup = code.rendered()
    #expect(markup.contains("Enter the verification code sent to +1 212-555-0199"))
    #expect(markup.contains("Another account uses this phone number."))
    code.perform("submit", on: "new-phone-code-form")
    code.perform("click", on: "phone-cancel")
    #expect(
      answered.actions == [profile(.verifyPhoneChangeCode), profile(.cancelPhoneNumberChange)])
  }

  @Test func `the settings say what each switch does`() {
    let (page, sent) = page { $0.settings = .init() }
    page.perform("click", on: "settings-enabled")
    page.perform("click", on: "settings-30")
    page.perform("click", on: "settings-120")
    page.perform("click", on: "settings-pings")
    page.perform("click", on: "settings-done")
    func settings(_ action: SettingsFeature.Action) -> AppFeature.Action {
      profile(.settings(.presented(action)))
    }
    #expect(
      sent.actions == [
        settings(.preferences(.updateNotificationSettings(enabled: false))),
        settings(
          .preferences(.updateNotificationPreferences(notify30Min: true, notify2Hours: nil))),
        settings(
          .preferences(.updateNotificationPreferences(notify30Min: nil, notify2Hours: false))),
        settings(.preferences(.togglePingNotifications)), settings(.doneButtonTapped),
      ])
    let denied = self.page {
      $0.settings = .init()
      $0.settings?.preferences.authorizationStatus = .denied
    }.0.rendered()
    #expect(denied.contains("Notifications are blocked on this device"))
  }

  @Test
  func `the list of who can see what goes person by person, and one question ends a relation`() {
    let (page, sent) = page { $0.privacy = .init() }
    let markup = page.rendered()
    #expect(markup.contains("See your check-ins and alerts"))
    #expect(markup.contains("See only who you are"))
    #expect(markup.contains("Not agreed yet"))
    page.perform("click", on: "privacy-2001-end")
    #expect(
      sent.actions == [profile(.privacy(.presented(.endButtonTapped(Samples.bea))))])
    let (asking, answered) = self.page {
      $0.privacy = .init()
      $0.privacy?.pendingEnd = Samples.carl
    }
    #expect(
      asking.rendered().contains("You keep looking after Carl Okafor."))
    asking.perform("click", on: "privacy-question-confirm")
    #expect(answered.actions == [profile(.privacy(.presented(.endConfirmed)))])
  }

  @Test func `the log says who and when, and offers the older part`() {
    let (page, sent) = page {
      $0.activity = .init()
      $0.activity?.entries = Samples.activity
      $0.activity?.hasMore = true
    }
    let markup = page.rendered()
    #expect(markup.contains("Carl Okafor viewed your page"))
    #expect(markup.contains("You answered Bea Sommer"))
    #expect(markup.contains("Entries are kept for 30 days."))
    page.perform("click", on: "activity-more")
    page.perform("click", on: "activity-refresh")
    #expect(
      sent.actions == [
        profile(.activity(.presented(.loadMoreButtonTapped))),
        profile(.activity(.presented(.refreshButtonTapped))),
      ])
    let empty = self.page {
      $0.activity = .init()
      $0.activity?.hasLoaded = true
    }.0.rendered()
    #expect(empty.contains("No one has looked yet"))
  }

  @Test func `deleting needs the word before anything can be pressed`() {
    let (page, sent) = page { $0.accountDeletion = .init() }
    let markup = page.rendered()
    #expect(markup.contains("This action cannot be undone"))
    #expect(markup.contains(/id="deletion-send"[^>]*disabled/))
    page.perform("input", on: "deletion-word", value: "DELETE")
    page.perform("click", on: "deletion-cancel")
    #expect(
      sent.actions == [
        profile(.accountDeletion(.presented(.confirmationChanged("DELETE")))),
        profile(.accountDeletion(.presented(.cancelButtonTapped))),
      ])
  }
}

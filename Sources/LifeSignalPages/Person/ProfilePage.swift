import Composable
import ComposableHTML
import Foundation
import LifeSignalFeatures
import LifeSignalModel

/// My profile here, the people who see me, and the ways out.
struct ProfilePage: HTML {
  let state: ProfileFeature.State
  /// Gives the disc the tint that others see.
  let person: Person.ID?
  /// The people I know, for the page about who sees what.
  let contacts: [ContactData]
  let now: Date
  /// The person's own.
  let zone: Zone
  let unread: Int
  /// Replaces the question before signing out.
  let signOutWarning: Phrase?
  let language: LanguageSection
  let send: ActionSender<ProfileFeature.Action>
  let open: (MainTabFeature.Shortcut) -> Handler<Void>
  let showInstructions: Handler<Void>
  let showNotifications: Handler<Void>

  var body: some HTML {
    PageFrame("profile", "Profile") {
      NotificationsButton(unread: unread, tap: showNotifications)
    } content: {
      head
      about
      safety
      privacy
      advanced
      language
      leaving
    }
    ProfileSheets(state: state, contacts: contacts, now: now, zone: zone, send: send)
    if let feedback = state.feedback {
      Toast(id: "profile-done", words: feedback.words, dismiss: send(.dismissFeedback))
    }
    if state.confirmSignOut != nil {
      AlertDialog(
        id: "sign-out-question", alert: signOutQuestion,
        press: { send(.confirmSignOut(.presented($0))) }, dismiss: send(.confirmSignOut(.dismiss)))
    } else {
      ErrorAlert(id: "profile-error", error: state.error, dismiss: send(.setError(nil)))
    }
  }

  private var signOutQuestion: PresentedAlert<ProfileFeature.Action.ConfirmSignOut>? {
    guard var question = state.confirmSignOut else { return nil }
    if let signOutWarning { question.message = signOutWarning }
    return question
  }

  private var head: some HTML {
    div(.class("person")) {
      button(
        id: "profile-avatar", .type(.button), .class("avatar-button"),
        .aria("label", Phrase("Update avatar")), .aria("haspopup", "dialog")
      ) {
        Avatar(
          id: person ?? "", name: state.displayName, picture: state.profilePictureURL, size: .big)
        span(.class("avatar-pen")) { Icon(.pen, .small) }
      }
      .on(.click, send(.setShowEditAvatarSheet(true)))
      h2(.class("who")) { state.displayName }
      // An address is no number, but is read from left to right as well.
      StatusLine { PhoneText(state.ownAddress) }
    }
  }

  private var about: some HTML {
    PageSection("profile-about", "About you") {
      Card {
        Opener(
          id: "update-avatar", words: "Update avatar", icon: .person,
          tap: send(.setShowEditAvatarSheet(true)))
        Opener(
          id: "update-name", words: "Update name", icon: .pen,
          tap: send(.setShowEditNameSheet(true)))
        Opener(
          id: "show-code", words: "Your QR code", icon: .qr, tap: send(.presentQRCode))
        Opener(
          id: "open-invitations", words: "Invite someone to LifeSignal", icon: .personPlus,
          tap: send(.invitationsButtonTapped))
        Opener(
          id: "change-phone",
          words: state.phoneNumber.isEmpty ? "Add phone number" : "Change phone number",
          icon: .phone,
          tap: send(.startPhoneNumberChange))
      }
    }
  }

  private var safety: some HTML {
    PageSection("profile-safety", "Safety") {
      if let readiness = state.readiness {
        ReadinessRow(readiness: readiness, tap: send(.channelsButtonTapped))
      }
      Card { note }
      Caption("Only your responders and dependents can read this note.")
      Card {
        Opener(
          id: "open-channels", words: "How we reach you", icon: .chat,
          tap: send(.channelsButtonTapped))
        Opener(
          id: "open-settings", words: "Notifications", icon: .bell,
          tap: send(.settingsButtonTapped))
        Opener(
          id: "open-order", words: "Order of calls", icon: .sort, tap: open(.orderOfCalls))
        Opener(
          id: "open-rehearsal", words: "What happens if I miss it?", icon: .route,
          tap: open(.rehearsal))
        Opener(
          id: "open-codes", words: "Printed codes", icon: .keyboard,
          tap: send(.checkInCodesButtonTapped))
      }
    }
  }

  private var note: some HTML {
    button(id: "edit-note", .type(.button), .class("note-button"), .aria("haspopup", "dialog")) {
      strong { "Emergency note" }
      span(.class("note"), .class("empty", when: state.emergencyNote.isEmpty)) {
        if state.emergencyNote.isEmpty {
          "Add what helpers should know: medication, keys, a neighbor’s number."
        } else {
          state.emergencyNote
        }
      }
      span(.class("edit-words")) {
        Icon(.pen, .small)
        "Edit note"
      }
    }
    .on(.click, send(.setShowEditDescriptionSheet(true)))
  }

  private var privacy: some HTML {
    PageSection("profile-privacy", "Privacy") {
      Card {
        Opener(
          id: "open-privacy", words: "Who can see what", icon: .eye,
          tap: send(.privacyButtonTapped))
        Opener(
          id: "open-activity", words: "Profile views and pings", icon: .clock,
          tap: send(.activityButtonTapped))
        Opener(
          id: "open-timeline", words: "Timeline", icon: .route, tap: send(.timelineButtonTapped))
        Opener(
          id: "open-sessions", words: "Where you are signed in", icon: .device,
          tap: send(.sessionsButtonTapped))
        Opener(
          id: "export-data", words: "Download my data", icon: .download,
          tap: send(.exportButtonTapped))
        Opener(
          id: "delete-account", words: "Delete account", icon: .personMinus, isDanger: true,
          tap: send(.deleteAccountButtonTapped))
      }
    }
  }

  private var advanced: some HTML {
    PageSection("profile-advanced", "Advanced") {
      Card {
        Opener(
          id: "open-things", words: "Devices that check in for me", icon: .check,
          tap: send(.thingsButtonTapped))
        Opener(
          id: "open-tokens", words: "Access tokens", icon: .key,
          tap: send(.accessTokensButtonTapped))
      }
    }
  }

  private var leaving: some HTML {
    Card {
      Opener(
        id: "show-instructions", words: "Review instructions", icon: .book, tap: showInstructions)
      Opener(
        id: "sign-out", words: state.isLoading ? "Signing out…" : "Sign out", icon: .leave,
        isDanger: true, tap: send(.presentSignOutConfirmation))
    }
  }
}

extension ProfileFeature.Feedback {
  fileprivate var words: Phrase {
    switch self {
    case .phoneNumberUpdated: "Your phone number has been successfully updated."
    }
  }
}

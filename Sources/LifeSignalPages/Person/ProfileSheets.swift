import Composable
import ComposableHTML
import Foundation
import LifeSignalFeatures
import LifeSignalModel

/// The one sheet that is open above the profile.
struct ProfileSheets: HTML {
  let state: ProfileFeature.State
  let contacts: [ContactData]
  let now: Date
  /// The person's own.
  let zone: Zone
  let send: ActionSender<ProfileFeature.Action>

  var body: some HTML {
    switch state.sheet {
    case .editName: NameSheet(state: state, send: send)
    case .editDescription: NoteSheet(state: state, send: send)
    case .editAvatar: AvatarSheet(state: state, send: send)
    case .editPhone: PhoneSheet(state: state, send: send)
    case nil: EmptyHTML()
    }
    if let qrCode = state.qrCode {
      QRCodePage(state: qrCode, send: send.map { .qrCode(.presented($0)) })
    }
    if let settings = state.settings {
      SettingsSheet(state: settings, send: send.map { .settings(.presented($0)) })
    }
    if let channels = state.channels {
      ChannelsSheet(
        state: channels, zone: zone, send: send.map { .channels(.presented($0)) })
    }
    if let privacy = state.privacy {
      PrivacySheet(
        state: privacy, contacts: contacts, send: send.map { .privacy(.presented($0)) })
    }
    if let activity = state.activity {
      ActivitySheet(state: activity, now: now, send: send.map { .activity(.presented($0)) })
    }
    if let timeline = state.timeline {
      TimelineSheet(
        state: timeline, zone: zone, send: send.map { .timeline(.presented($0)) })
    }
    if let things = state.things {
      ThingsSheet(state: things, now: now, send: send.map { .things(.presented($0)) })
    }
    if let tokens = state.accessTokens {
      AccessTokensSheet(
        state: tokens, now: now, send: send.map { .accessTokens(.presented($0)) })
    }
    if let invitations = state.invitations {
      InvitationsSheet(
        state: invitations, send: send.map { .invitations(.presented($0)) })
    }
    if let codes = state.checkInCodes {
      CheckInCodesSheet(state: codes, send: send.map { .checkInCodes(.presented($0)) })
    }
    if let sessions = state.sessions {
      SessionsSheet(state: sessions, now: now, send: send.map { .sessions(.presented($0)) })
    }
    if let export = state.export {
      ExportSheet(state: export, send: send.map { .export(.presented($0)) })
    }
    if let deletion = state.accountDeletion {
      DeletionSheet(
        state: deletion, address: state.ownAddress,
        send: send.map { .accountDeletion(.presented($0)) })
    }
  }
}

/// First and last name.
private struct NameSheet: HTML {
  let state: ProfileFeature.State
  let send: ActionSender<ProfileFeature.Action>

  var body: some HTML {
    Sheet(
      "name-sheet",
      header: SheetHeader(
        "Name",
        start: .init(id: "name-cancel", words: "Cancel", tap: send(.setShowEditNameSheet(false))),
        end: .init(
          id: "name-save", words: "Save", isDisabled: !state.canSaveProfile,
          tap: send(.updateProfile)), isFocusedFirst: false),
      close: send(.setShowEditNameSheet(false))
    ) {
      form(id: "name-form", .noValidate()) {
        Field("edit-first-name", "First name") {
          TextInput(
            id: "edit-first-name", kind: .givenName, value: state.editing.firstName,
            maxLength: Profile.Field.firstName.longest, isFocusedFirst: true,
            change: send { .setEditing(.firstName, $0) })
        }
        Field("edit-last-name", "Last name") {
          TextInput(
            id: "edit-last-name", kind: .familyName, value: state.editing.lastName,
            maxLength: Profile.Field.lastName.longest,
            change: send { .setEditing(.lastName, $0) })
        }
        Caption(
          "This is the name people see."
        )
      }
      .on(.submit, send(.updateProfile))
    }
  }
}

/// The emergency note.
private struct NoteSheet: HTML {
  let state: ProfileFeature.State
  let send: ActionSender<ProfileFeature.Action>

  var body: some HTML {
    Sheet(
      "note-sheet",
      header: SheetHeader(
        "Emergency note",
        start: .init(
          id: "note-cancel", words: "Cancel", tap: send(.setShowEditDescriptionSheet(false))),
        end: .init(
          id: "note-save", words: "Save", isDisabled: !state.canSaveProfile,
          tap: send(.updateProfile)), isFocusedFirst: false),
      close: send(.setShowEditDescriptionSheet(false))
    ) {
      Field(
        "edit-note-text", "Emergency note",
        hint: "Only your responders and dependents can read this note."
      ) {
        textarea(
          id: "edit-note-text", .class("input"), .maxLength(Profile.Field.emergencyNote.longest),
          .aria("describedby", "edit-note-text-hint"), .autofocus(true),
          text: state.editing.emergencyNote
        )
        .on(.input, send { .setEditing(.emergencyNote, $0) })
      }
    }
  }
}

/// Another picture, or none. The browser scales it down before it sends it.
private struct AvatarSheet: HTML {
  let state: ProfileFeature.State
  let send: ActionSender<ProfileFeature.Action>

  var body: some HTML {
    Sheet(
      "avatar-sheet",
      header: SheetHeader(
        "Avatar",
        end: .init(id: "avatar-done", words: "Done", tap: send(.setShowEditAvatarSheet(false)))),
      close: send(.setShowEditAvatarSheet(false))
    ) {
      div(.class("person")) {
        Avatar(
          id: state.userID ?? "", name: state.displayName, picture: state.profilePictureURL,
          size: .big)
        if state.isLoading { Loading(words: "Storing your photo") }
      }
      Card {
        label(id: "choose-photo", .class("opener file")) {
          Icon(.plus)
          span { "Choose photo" }
          input(
            id: "photo", .class("visually-hidden"), .type(.file),
            .accept("image/jpeg,image/png,image/webp,image/heic"), .data("picture", "/picture"),
            .module("picture"),
            .disabled(state.isLoading))
        }
        button(
          id: "delete-photo", .type(.button), .class("opener danger"),
          .disabled(!state.hasProfilePicture || state.isLoading)
        ) {
          Icon(.cross)
          span { "Delete avatar photo" }
        }
        .on(.click, send(.setShowDeleteAvatarConfirmation(true)))
      }
      Caption("A JPEG or PNG. Only you and the people you have accepted see it.")
    }
    if state.showDeleteAvatarConfirmation {
      Dialog.question(
        "delete-photo-question", "Delete avatar",
        "Are you sure you want to delete your avatar photo?", confirm: "Delete",
        isDestructive: true, onConfirm: send(.deleteAvatarConfirmed),
        onCancel: send(.setShowDeleteAvatarConfirmation(false)))
    }
  }
}

import Composable
import ComposableHTML
import LifeSignalFeatures
import LifeSignalModel

/// Who I am here, and the way out.
struct ProfilePage: HTML {
  let state: ProfileFeature.State
  /// Gives the disc the tint that others see.
  let person: Person.ID?
  let unread: Int
  let send: ActionSender<ProfileFeature.Action>
  let showNotifications: Handler<Void>

  var body: some HTML {
    PageFrame("profile", "Profile") {
      NotificationsButton(unread: unread, tap: showNotifications)
    } content: {
      div(.class("person")) {
        Avatar(id: person ?? "", name: state.displayName, size: .big)
        h2(.class("who")) { state.displayName }
        StatusLine { state.phoneNumber }
      }
      PageSection("profile-note", "Emergency Note") {
        Card(padded: true) {
          p(.class("note"), .class("empty", when: state.emergencyNote.isEmpty)) {
            if state.emergencyNote.isEmpty {
              "This is simply a note for contacts."
            } else {
              state.emergencyNote
            }
          }
        }
        Caption("This note is visible to your contacts when they view your profile.")
      }
      Card {
        Opener(
          id: "sign-out", words: state.isLoading ? "Signing out…" : "Sign Out", icon: .leave,
          isDanger: true, tap: send(.presentSignOutConfirmation))
      }
    }
    if state.confirmSignOut != nil {
      AlertDialog(
        id: "sign-out-question", alert: state.confirmSignOut,
        press: { send(.confirmSignOut(.presented($0))) }, dismiss: send(.confirmSignOut(.dismiss)))
    } else {
      ErrorAlert(id: "profile-error", error: state.error, dismiss: send(.setError(nil)))
    }
  }
}

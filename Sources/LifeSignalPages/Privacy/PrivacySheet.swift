import Composable
import ComposableHTML
import LifeSignalFeatures
import LifeSignalModel

/// Which people see what of me, person by person, and one button to end it.
struct PrivacySheet: HTML {
  let state: PrivacyFeature.State
  let contacts: [ContactData]
  let send: ActionSender<PrivacyFeature.Action>

  var body: some HTML {
    Sheet(
      "privacy-sheet", .full,
      header: SheetHeader(
        "Who can see what",
        end: .init(id: "privacy-done", words: "Done", tap: send(.doneButtonTapped))),
      close: send(.doneButtonTapped)
    ) {
      if contacts.isEmpty {
        EmptyState(
          .eye, "No one sees anything of you",
          "People you accept see your name, picture, number and emergency note.")
      } else {
        watchers
        others
        asking
      }
      blocked
      Card {
        Opener(
          id: "privacy-activity", words: "Profile views and pings", icon: .clock,
          tap: send(.activityButtonTapped))
        Opener(
          id: "privacy-timeline", words: "Timeline", icon: .route,
          tap: send(.timelineButtonTapped))
      }
      Caption("It lists everyone who opens your page or pings you.")
    }
    question
    ErrorAlert(id: "privacy-error", error: state.error, dismiss: send(.setError(nil)))
  }

  @HTMLBuilder private var watchers: some HTML {
    let people = contacts.filter { $0.relation == .accepted && $0.isResponder }
    if people.isEmpty {
      Caption("No one sees your check-ins and alerts.")
    } else {
      PageSection("privacy-watchers", "See your check-ins and alerts") {
        div(.class("card list")) { ForEach(people) { row($0, sees: Self.everything) } }
      }
    }
  }

  @HTMLBuilder private var others: some HTML {
    let people = contacts.filter { $0.relation == .accepted && !$0.isResponder }
    if !people.isEmpty {
      PageSection("privacy-others", "See only who you are") {
        div(.class("card list")) { ForEach(people) { row($0, sees: Self.identity) } }
      }
    }
  }

  @HTMLBuilder private var asking: some HTML {
    let people = contacts.filter { $0.relation != .accepted }
    if !people.isEmpty {
      PageSection("privacy-asking", "Not agreed yet") {
        div(.class("card list")) { ForEach(people) { row($0, sees: Self.nothing) } }
      }
    }
  }

  @HTMLBuilder private var blocked: some HTML {
    if !state.blocked.isEmpty {
      PageSection("privacy-blocked", "Requests you have blocked") {
        div(.class("card list")) {
          ForEach(state.blocked) { asker in
            div(id: "privacy-blocked-\(asker.id)", .class("row tall")) {
              div(.class("row-main")) {
                span(.class("grow")) {
                  span(.class("name")) { asker.name }
                  span(.class("words")) { "Cannot ask you to be a contact." }
                }
              }
              RowFoot {
                Button(
                  "privacy-blocked-\(asker.id)-allow", "Allow requests", .plain, .small,
                  disabled: state.isLoading, name: "Allow requests from \(asker.name)",
                  tap: send(.allowButtonTapped(asker)))
              }
            }
          }
        }
      }
    }
  }

  private static let everything: Phrase =
    "Name, picture, number, emergency note, check-ins, interval and alerts. Gets a message when you are late or raise an alert, and may ping you."
  private static let identity: Phrase = "Name, picture, number and emergency note."
  private static let nothing: Phrase = "Your name and the roles asked for."

  private func row(_ contact: ContactData, sees: Phrase) -> some HTML {
    div(id: "privacy-\(contact.id)", .class("row tall")) {
      div(.class("row-main")) {
        Avatar(
          id: contact.id, name: contact.shownName, picture: contact.profileImageURL,
          isFaint: contact.relation != .accepted)
        span(.class("grow")) {
          span(.class("name")) { contact.shownName }
          span(.class("words")) { sees }
        }
      }
      RowFoot {
        Button(
          "privacy-\(contact.id)-end", Self.words(contact), .dangerSoft, .small,
          disabled: state.isLoading, name: Self.name(contact),
          tap: send(.endButtonTapped(contact)))
      }
    }
  }

  private static func words(_ contact: ContactData) -> Phrase {
    switch (contact.relation, contact.isResponder, PrivacyFeature.Ending(contact)) {
    case (.accepted, true, .sight): "Stop sharing"
    case (.accepted, _, _): "End contact"
    case (.requestedByMe, _, _): "Withdraw request"
    case (.requestedByThem, _, _): "Decline"
    }
  }

  private static func name(_ contact: ContactData) -> Phrase {
    switch (contact.relation, contact.isResponder, PrivacyFeature.Ending(contact)) {
    case (.accepted, true, .sight): "Stop sharing with \(contact.shownName)"
    case (.accepted, _, _): "End contact with \(contact.shownName)"
    case (.requestedByMe, _, _): "Withdraw the request to \(contact.shownName)"
    case (.requestedByThem, _, _): "Decline the request of \(contact.shownName)"
    }
  }

  @HTMLBuilder private var question: some HTML {
    if let contact = state.pendingEnd {
      Dialog.question(
        "privacy-question", Self.words(contact), Self.meaning(contact), confirm: "End",
        isDestructive: true, onConfirm: send(.endConfirmed), onCancel: send(.endCancelled))
    }
  }

  private static func meaning(_ contact: ContactData) -> Phrase {
    switch (contact.relation, contact.isResponder, PrivacyFeature.Ending(contact)) {
    case (.accepted, true, .sight):
      "\(contact.shownName) will no longer see your check-ins and alerts, or get messages about them. You keep looking after \(contact.shownName)."
    case (.accepted, _, _):
      "This ends it for both of you. From then on nothing is shared."
    case (.requestedByMe, _, _):
      "They will no longer see that you asked."
    case (.requestedByThem, _, _):
      "\(contact.shownName) sees only that the request is gone."
    }
  }
}

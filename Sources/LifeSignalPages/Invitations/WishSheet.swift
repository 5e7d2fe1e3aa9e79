import ComposableHTML
import Foundation
import LifeSignalFeatures
import LifeSignalModel

/// A member has opened the link of an invitation: the question, and what has come of it.
struct WishSheet: HTML {
  let state: WishFeature.State
  let now: Date
  let send: ActionSender<WishFeature.Action>

  var body: some HTML {
    Sheet(
      "wish-sheet",
      header: SheetHeader(
        "Invitation",
        end: .init(
          id: "wish-done", words: state.contact == nil ? "Close" : "Done",
          tap: send(.doneButtonTapped))),
      close: send(.doneButtonTapped)
    ) {
      if let contact = state.contact {
        begun(contact)
      } else if let problem = state.problem {
        h3(id: "wish-title") { "This invitation does not work" }
        p(id: "wish-problem", .role(.status)) { problem.message }
      } else if let offer = state.offer, !state.hasAgreed || offer.wish == nil {
        asked(offer)
      } else {
        Loading(words: "Loading")
      }
    }
  }

  @HTMLBuilder private func asked(_ offer: InvitationOffer) -> some HTML {
    if offer.wish == nil {
      h3(id: "wish-title") { "You already have an account" }
      p { "This invitation opens a new one. Pass it on to someone who has none." }
    } else {
      h3(id: "wish-title") { offer.question }
      WishCard(offer: offer)
      Button(
        "wish-accept", offer.agreement, .primary, .wide, disabled: state.isLoading,
        tap: send(.acceptButtonTapped))
      Button("wish-decline", "No, thanks", .quiet, .wide, tap: send(.doneButtonTapped))
    }
  }

  @HTMLBuilder private func begun(_ contact: ContactData) -> some HTML {
    // Not the contact's roles: the relation may have had the other one before.
    let isWatched = state.offer?.wish != .watchOverYou
    h3(id: "wish-title", .role(.status)) {
      isWatched
        ? "You now watch over \(contact.firstName)" : "\(contact.firstName) now watches over you"
    }
    if isWatched {
      div(.class("card signal")) {
        Icon(.clock)
        div(.class("grow")) { DependentStatus(contact: contact, now: now) }
      }
      p { "If \(contact.firstName) misses a check-in or raises an alert, we contact you." }
    } else {
      p { "If you miss a check-in or raise an alert, we contact \(contact.firstName)." }
    }
    Button(
      "wish-contact", "Show \(contact.firstName)", .primary, .wide,
      tap: send(.contactButtonTapped))
  }
}

import Composable
import ComposableHTML
import Foundation
import LifeSignalFeatures
import LifeSignalModel

/// Inviting people to this server: a new link, and the open ones.
struct InvitationsSheet: HTML {
  let state: InvitationsFeature.State
  let send: ActionSender<InvitationsFeature.Action>

  var body: some HTML {
    Sheet(
      "invitations-sheet",
      header: SheetHeader(
        "Invitations",
        end: .init(id: "invitations-done", words: "Done", tap: send(.doneButtonTapped))),
      close: send(.doneButtonTapped)
    ) {
      if let created = state.created { NewInvitationCard(token: created.token, send: send) }
      if let list = state.list {
        content(list)
      } else if state.isLoading {
        Loading(words: "Loading")
      }
    }
    if let outcome = state.outcome {
      Toast(
        id: "invitation-outcome", words: outcome.wordsOfInvitation,
        dismiss: send(.outcomeDismissed))
    }
    ErrorAlert(id: "invitations-error", error: state.error, dismiss: send(.setError(nil)))
  }

  @HTMLBuilder private func content(_ list: InvitationList) -> some HTML {
    if !list.invitations.isEmpty {
      ul(id: "invitations-list", .class("card list")) { ForEach(list.invitations) { row($0) } }
    } else if list.isOffered {
      EmptyState(
        .personPlus, "No open invitations",
        "An invitation is a link with which one person can open an account on this server.")
    }
    if list.isOffered {
      Button(
        "invitation-new", "Make an invitation", .soft, .wide, disabled: state.isLoading,
        tap: send(.inviteButtonTapped))
      Caption(
        "Each link works once, for 7 days. The person who uses it does not become your contact.")
    } else {
      Caption("On this server, only the operator invites people.")
    }
  }

  private func row(_ invitation: InvitationData) -> some HTML {
    li(id: "invitation-\(invitation.id)", .class("row tall")) {
      div(.class("row-main")) {
        span(.class("kind look")) { Icon(.personPlus) }
        span(.class("grow")) {
          span(.class("name")) {
            Sentence("Invitation of {0}", LocalTime(invitation.createdAt, .full))
          }
          if let wish = invitation.wish {
            span(.class("when")) {
              wish == .watchOverYou
                ? "Offers to watch over someone" : "Asks someone to watch over you"
            }
          }
          span(.class("when")) { Sentence("Ends {0}", LocalTime(invitation.expiresAt, .full)) }
        }
      }
      RowFoot {
        Button(
          "invitation-\(invitation.id)-withdraw", "Withdraw", .dangerSoft, .small,
          disabled: state.isLoading, tap: send(.withdrawButtonTapped(invitation)))
      }
    }
  }
}

/// The link of a new invitation; the browser shares it.
private struct NewInvitationCard: HTML {
  let token: String
  let send: ActionSender<InvitationsFeature.Action>

  var body: some HTML {
    div(
      id: "new-invitation", .class("share-code"), .module("share"), .data("code", token),
      .data("path", "/join"), .data("words", Phrase("My invitation to LifeSignal").said)
    ) {
      p { "Your invitation is ready. Send the link now: it is shown only once." }
      div(.class("acts")) {
        BrowserButton(id: "invitation-share", words: "Share", act: "share", icon: .share)
        BrowserButton(id: "invitation-link", words: "Copy link", act: "link", icon: .link)
      }
    }
    .on(
      .report,
      send { report in
        switch report {
        case "shared": .shareFinished(.shared)
        case "link-copied": .shareFinished(.linkCopied)
        case "failed": .shareFinished(.failed)
        default: nil
        }
      })
  }
}

extension QRCodeShareFeature.Outcome {
  var wordsOfInvitation: Phrase {
    switch self {
    case .shared, .downloaded: "Invitation shared"
    case .linkCopied: "Link copied"
    case .failed: "This browser could not share the link."
    }
  }
}

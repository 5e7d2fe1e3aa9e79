import ComposableHTML
import LifeSignalFeatures
import LifeSignalModel

/// A link that asks for a relation: to send, or to show to another phone's camera.
struct AskSheet: HTML {
  let state: AskFeature.State
  let send: ActionSender<AskFeature.Action>

  var body: some HTML {
    Sheet(
      "ask-sheet",
      header: SheetHeader(
        isOffer ? "Offer to watch over someone" : "Ask someone to watch over you",
        end: .init(id: "ask-done", words: "Done", tap: send(.doneButtonTapped))),
      close: send(.doneButtonTapped)
    ) {
      if let made = state.made {
        link(made.token)
      } else {
        Loading(words: "Loading")
      }
    }
    if let outcome = state.outcome {
      Toast(
        id: "ask-outcome", words: outcome.wordsOfInvitation, isFailure: outcome == .failed,
        dismiss: send(.outcomeDismissed))
    }
    ErrorAlert(id: "ask-error", error: state.error, dismiss: send(.setError(nil)))
  }

  private var isOffer: Bool { state.wish == .watchOverYou }

  private func link(_ token: String) -> some HTML {
    div(
      id: "ask-link", .class("share-code"), .module("share"), .data("code", token),
      .data("path", "/join"), .data("words", words.said)
    ) {
      p { "Send this link, or let the other phone’s camera read the picture." }
      LinkPicture(path: "/join/\(token)")
      div(.class("acts")) {
        BrowserButton(id: "ask-share", words: "Share", act: "share", icon: .share)
        BrowserButton(id: "ask-copy", words: "Copy link", act: "link", icon: .link)
      }
      Caption(
        "It works once, for 7 days. We notify you when someone accepts it. You can withdraw it under Profile, Invitations."
      )
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

  /// Sent with the link.
  private var words: Phrase {
    isOffer
      ? "May I watch over you? This link explains it."
      : "Will you watch over me? This link explains it."
  }
}

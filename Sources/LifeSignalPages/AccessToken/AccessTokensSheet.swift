import Composable
import ComposableHTML
import Foundation
import LifeSignalFeatures
import LifeSignalModel

/// Keys to my account for programs. One view at a time: the list, the form, or the new token.
struct AccessTokensSheet: HTML {
  let state: AccessTokensFeature.State
  let now: Date
  let send: ActionSender<AccessTokensFeature.Action>

  var body: some HTML {
    Sheet("tokens-sheet", .full, header: header, close: close) {
      if let created = state.created {
        NewAccessTokenSection(token: created, copying: state.copying, send: send)
      } else if let draft = state.draft {
        AccessTokenForm(draft: draft, isLoading: state.isLoading, send: send)
      } else {
        list
      }
    }
    question
    ErrorAlert(id: "tokens-error", error: state.error, dismiss: send(.setError(nil)))
  }

  private var header: SheetHeader {
    if state.created != nil {
      SheetHeader(
        "New token",
        end: .init(id: "token-kept", words: "Done", tap: send(.keptButtonTapped)))
    } else if let draft = state.draft {
      SheetHeader(
        "New token",
        start: .init(id: "token-cancel", words: "Cancel", tap: send(.draftCancelled)),
        end: .init(
          id: "token-create", words: state.isLoading ? "Creating…" : "Create",
          isDisabled: state.isLoading || !draft.canBeMade, tap: send(.draftConfirmed)),
        isFocusedFirst: false)
    } else {
      SheetHeader(
        "Access tokens",
        end: .init(id: "tokens-done", words: "Done", tap: send(.doneButtonTapped)))
    }
  }

  /// Escape closes the topmost view.
  private var close: Handler<Void> {
    if state.created != nil { return send(.keptButtonTapped) }
    return state.draft == nil ? send(.doneButtonTapped) : send(.draftCancelled)
  }

  @HTMLBuilder private var list: some HTML {
    if state.tokens.isEmpty {
      if state.hasLoaded {
        EmptyState(
          .key, "No access tokens",
          "A token lets a program act for you, such as a script that checks in. You choose what it may do."
        )
      } else {
        Loading(words: "Loading")
      }
    } else {
      ul(id: "tokens-list", .class("card list")) { ForEach(state.tokens) { row($0) } }
    }
    if state.hasLoaded {
      Button(
        "token-new", "New token", .soft, .wide, disabled: state.isLoading,
        tap: send(.createButtonTapped))
    }
    Caption("No token can delete your account, change your number or make other tokens.")
  }

  private func row(_ token: AccessTokenData) -> some HTML {
    li(id: "token-\(token.id)", .class("row tall")) {
      div(.class("row-main")) {
        span(.class("kind look")) { Icon(.key) }
        span(.class("grow")) {
          span(.class("name")) { token.name }
          span(.class("words")) {
            ForEach(Array(token.scopes.enumerated())) { index, scope in
              if index > 0 { " · " }
              scope.phrase
            }
          }
          span(.class("when")) {
            if let used = token.lastUsedAt {
              Sentence("Last used {0}", Ago(used, now: now))
            } else {
              "Never used"
            }
            if let end = token.expiresAt {
              " · "
              Sentence("Ends {0}", LocalTime(end, .full))
            }
          }
        }
      }
      RowFoot {
        Button(
          "token-\(token.id)-end", "Revoke", .dangerSoft, .small, disabled: state.isLoading,
          name: "Revoke \(token.name)", tap: send(.endButtonTapped(token)))
      }
    }
  }

  @HTMLBuilder private var question: some HTML {
    if let token = state.pendingEnd {
      Dialog.question(
        "token-question", "Revoke this token?",
        "“\(token.name)” stops working immediately. This cannot be undone.", confirm: "Revoke",
        isDestructive: true, onConfirm: send(.endConfirmed), onCancel: send(.endCancelled))
    }
  }
}

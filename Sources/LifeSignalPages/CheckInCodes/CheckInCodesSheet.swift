import Composable
import ComposableHTML
import Foundation
import LifeSignalFeatures
import LifeSignalModel

/// My check-in codes on paper. One view at a time: the present sheet, the choice of people for a
/// duress alert, or the new card.
struct CheckInCodesSheet: HTML {
  let state: CheckInCodesFeature.State
  let send: ActionSender<CheckInCodesFeature.Action>

  var body: some HTML {
    Sheet("codes-sheet", .full, header: header, close: close) {
      if let created = state.created {
        CheckInCodesCard(
          sheet: created, origin: state.origin, isSilentGroupShown: state.isSilentGroupShown,
          send: send)
      } else if let draft = state.draft {
        told(draft)
      } else if state.hasLoaded {
        overview
      } else {
        Loading(words: "Loading")
      }
    }
    if state.isRevokeAsked {
      Dialog.question(
        "codes-revoke-question", "Revoke all codes?",
        "Every printed code stops working immediately. This cannot be undone.", confirm: "Revoke",
        isDestructive: true, onConfirm: send(.revokeConfirmed), onCancel: send(.revokeCancelled))
    }
    ErrorAlert(id: "codes-error", error: state.error, dismiss: send(.setError(nil)))
  }

  private var header: SheetHeader {
    if state.created != nil {
      SheetHeader(
        "Your new codes",
        end: .init(id: "codes-kept", words: "Done", tap: send(.keptButtonTapped)))
    } else if let draft = state.draft {
      SheetHeader(
        "New codes",
        start: .init(id: "codes-cancel", words: "Cancel", tap: send(.draftCancelled)),
        end: .init(
          id: "codes-make", words: state.isLoading ? "Creating…" : "Create",
          isDisabled: state.isLoading || !draft.canBeMade, tap: send(.draftConfirmed)))
    } else {
      SheetHeader(
        "Printed codes",
        end: .init(id: "codes-done", words: "Done", tap: send(.doneButtonTapped)))
    }
  }

  /// Escape closes the topmost view.
  private var close: Handler<Void> {
    if state.created != nil { return send(.keptButtonTapped) }
    return state.draft == nil ? send(.doneButtonTapped) : send(.draftCancelled)
  }

  @HTMLBuilder private var overview: some HTML {
    if let sheet = state.sheet {
      Card {
        div(id: "codes-left", .class("pair")) {
          span(.class("kind look")) { Icon(.key) }
          div(.class("grow")) {
            strong {
              Phrase.counting(
                sheet.left, one: "\(sheet.left) code left", other: "\(sheet.left) codes left")
            }
            small { Sentence("Made {0}", LocalTime(sheet.createdAt, .full)) }
          }
        }
      }
      if sheet.isLow { Caption("It is time to print new ones.") }
      Button(
        "codes-new", "Make new codes", .soft, .wide, disabled: state.isLoading,
        tap: send(.makeButtonTapped))
      Button(
        "codes-revoke", "Revoke all codes", .dangerSoft, .wide, disabled: state.isLoading,
        tap: send(.revokeButtonTapped))
      Caption("New codes replace the ones you have.")
    } else {
      EmptyState(
        .key, "Check in without your phone",
        "Print a card of one-time codes. Type one in any browser or text it from any phone, and you have checked in."
      )
      Button(
        "codes-new", "Make codes", .primary, .wide, disabled: state.isLoading,
        tap: send(.makeButtonTapped))
    }
  }

  @HTMLBuilder private func told(_ draft: CheckInCodesFeature.Draft) -> some HTML {
    PageSection("codes-contacted", "If you need help in silence") {
      if draft.responders.isEmpty {
        Caption("You have no responders yet. No one could be contacted.")
      } else {
        Card {
          ForEach(draft.responders) { responder in
            SwitchRow(
              id: "codes-contacted-\(responder.id)", words: Phrase(verbatim: responder.name),
              isOn: draft.told.contains(responder.id), isDisabled: state.isLoading,
              tap: send(.responderTapped(responder.id)))
          }
        }
      }
      Caption(
        "One group of codes secretly calls these people for help. Leave out anyone who might be with you."
      )
    }
  }
}

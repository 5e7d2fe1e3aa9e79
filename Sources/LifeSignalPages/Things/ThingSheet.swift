import ComposableHTML
import LifeSignalFeatures
import LifeSignalModel

/// One device, new or changed, or the person's own link: above the list of them.
struct ThingSheet: HTML {
  let state: ThingsFeature.State
  let editor: ThingsFeature.Editor
  let send: ActionSender<ThingsFeature.Action>

  var body: some HTML {
    Sheet(
      "thing-sheet",
      header: SheetHeader(
        header,
        start: .init(id: "thing-cancel", words: "Cancel", tap: send(.editorCancelled)),
        end: .init(
          id: "thing-save", words: "Save", isDisabled: state.isBusy || isNameless,
          tap: send(.saveButtonTapped))),
      close: send(.editorCancelled)
    ) {
      div(.class("form")) {
        if editor.settings.kind == .link {
          Card { switchedOn }
        } else {
          thing
        }
        if editor.id != nil {
          div(.class("buttons")) {
            Button(
              "thing-rotate", "New address", .soft, disabled: state.isBusy,
              tap: send(.rotateButtonTapped))
            Button(
              "thing-delete", "Remove", .dangerSoft, disabled: state.isBusy,
              tap: send(.removeButtonTapped))
          }
        }
      }
    }
  }

  @HTMLBuilder private var thing: some HTML {
    Field("thing-name", "Name") {
      TextInput(
        id: "thing-name", kind: .name, value: editor.settings.name,
        maxLength: ThingRules.longestName, change: send { .nameChanged($0) })
    }
    Field("thing-kind", "Kind", hint: "Responders read the kind, never the name.") {
      Choice(
        id: "thing-kind", look: .field,
        options: ThingKind.things.map { .init(value: $0.rawValue, words: $0.name) },
        selection: editor.settings.kind.rawValue,
        choose: send { ThingKind(rawValue: $0).map { .kindChosen($0) } })
    }
    Card {
      SwitchRow(
        id: "thing-counts", words: "Counts as a check-in", isOn: editor.settings.counts,
        tap: send(.countsToggled))
      if editor.id != nil { switchedOn }
    }
    if editor.settings.counts {
      Field(
        "thing-before", "Only before",
        hint: "Leave it empty for any time. By the clocks of where you are now."
      ) {
        input(
          id: "thing-before", .class("input"), .type(.time),
          .value(editor.settings.before?.description ?? "")
        )
        .on(.change, send { .beforeChanged($0) })
      }
    }
  }

  private var switchedOn: some HTML {
    SwitchRow(
      id: "thing-on", words: "Switched on", isOn: editor.settings.isOn, tap: send(.isOnToggled))
  }

  private var header: Phrase {
    switch (editor.id, editor.settings.kind) {
    case (nil, _): "New device"
    case (_, .link): "Check-in link"
    default: "Edit device"
    }
  }

  private var isNameless: Bool { editor.settings.name.allSatisfy(\.isWhitespace) }
}

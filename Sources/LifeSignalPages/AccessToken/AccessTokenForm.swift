import Composable
import ComposableHTML
import LifeSignalFeatures
import LifeSignalModel

/// A new token's name, scopes and life.
struct AccessTokenForm: HTML {
  let draft: AccessTokensFeature.Draft
  let isLoading: Bool
  let send: ActionSender<AccessTokensFeature.Action>

  var body: some HTML {
    form(id: "token-form", .noValidate()) {
      Field("token-name", "Name", hint: "What you will recognise it by.") {
        TextInput(
          id: "token-name", kind: .plain, value: draft.name,
          maxLength: AccessTokenRules.longestName, isFocusedFirst: true,
          change: send { .nameChanged($0) })
      }
      PageSection("token-scopes", "It may") {
        Card {
          ForEach(TokenScope.allCases) { scope in
            SwitchRow(
              id: "token-scope-\(scope.rawValue)", words: scope.phrase, detail: scope.detail,
              isOn: draft.scopes.contains(scope), isDisabled: isLoading,
              tap: send(.scopeTapped(scope)))
          }
        }
      }
      Field("token-life", "It lasts") {
        Choice(
          id: "token-life", look: .field,
          options: AccessTokensFeature.Life.allCases.map {
            Choice.Option(value: $0.rawValue, words: $0.words)
          },
          selection: draft.life.rawValue,
          choose: send { AccessTokensFeature.Life(rawValue: $0).map { .lifeChosen($0) } })
      }
    }
    .on(.submit, send(.draftConfirmed))
  }
}

/// The one time its text is seen.
struct NewAccessTokenSection: HTML {
  let token: NewAccessToken
  let copying: AccessTokensFeature.Copying
  let send: ActionSender<AccessTokensFeature.Action>

  var body: some HTML {
    section(
      id: "token-new-text", .class("card own-code"), .aria("labelledby", "token-new-name"),
      .module("share"), .data("code", token.token)
    ) {
      h3(id: "token-new-name") { token.details.name }
      p { "Copy it now: it is not shown again." }
      // Selected as a whole with one tap, ready to be copied.
      output(id: "token-text", .dir(.leftToRight)) { token.token }
      BrowserButton(
        id: "token-copy", words: copying == .done ? "Copied" : "Copy", act: "copy", icon: .copy,
        look: "button primary wide")
    }
    .on(
      .report,
      send { report in
        switch report {
        case "copied": .copied
        case "copy-failed", "failed": .copyFailed
        default: nil
        }
      })
    if copying == .done {
      // The button shows it; this is read out.
      p(id: "token-copied", .class("visually-hidden"), .announce("Copied")) { "Copied" as Phrase }
    }
    if copying == .failed {
      p(id: "token-copy-failed", .class("hint error"), .announce(failed)) { failed }
    }
    Caption("Anyone who has it can do what it allows. Keep it like a password.")
  }

  private var failed: Phrase {
    "This browser could not copy. Select the code and copy it by hand."
  }
}

extension AccessTokensFeature.Life {
  fileprivate var words: Phrase {
    switch self {
    case .week: "7 days"
    case .month: "30 days"
    case .quarter: "90 days"
    case .year: "1 year"
    case .open: "Until you revoke it"
    }
  }
}

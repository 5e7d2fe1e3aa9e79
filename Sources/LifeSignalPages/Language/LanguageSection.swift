import Composable
import ComposableHTML
import LifeSignalFeatures
import LifeSignalModel

/// The language of pages and messages, each called by its own name.
struct LanguageSection: HTML {
  let state: LanguageFeature.State
  let send: ActionSender<LanguageFeature.Action>

  var body: some HTML {
    PageSection("profile-language", "Language") {
      Choice(
        id: "language", look: .field, name: "Language",
        options: Language.allCases.map {
          Choice.Option(value: $0.rawValue, words: Phrase(verbatim: $0.endonym))
        },
        selection: state.language.rawValue,
        choose: send { Language(rawValue: $0).map { .languageSelected($0) } })
      Caption("Used for all pages and messages.")
    }
    ErrorAlert(id: "language-error", error: state.error, dismiss: send(.setError(nil)))
  }
}

import ComposableHTML
import Foundation
import LifeSignalModel
import LifeSignalPages
import LifeSignalWords
import Testing

/// Renders every page in a catalogue that puts its translations in brackets: any text outside of
/// brackets is not translated.
@Suite struct UntranslatedWordsTests {
  /// The names of countries, which are Foundation's.
  private static let countries: [String] = {
    let locale = Locale(identifier: Language.german.rawValue)
    return Region.allCases.compactMap { locale.localizedString(forRegionCode: $0.isoCode) }
  }()

  /// What the people of the samples have entered or are called, and what reads the same everywhere.
  private static let theirs: Set<String> = {
    let people = [
      Samples.bea, Samples.carl, Samples.dana, Samples.erik, Samples.margaret, Samples.tomas,
      Samples.june, Samples.ravi,
    ]
    let texts =
      people.flatMap { [$0.name, $0.emergencyNote] } + [
        "Sarah Johnson", Samples.journey().note, "LifeSignal", "UTC", "XXX XXXX",
        "XXXXXXXX XXXX XXXXXXXXXXXX", "Person", "seenByRadar distance 4 km",
        "https://push.example.org sarah@example.org ntfy sarah-alarms", "https://safe.example/ping",
        "Kettle Front door Backup Old phone", "Bedside button", "Wall display", "lsp_ CZclj",
        "Spare key at number 12. The dog is friendly.", "Firefox Android Chrome Windows Security",
        "Harper Lee", "Allergic to penicillin. Mrs. Kim next door has a key.",
        Language.allCases.map(\.endonym).joined(separator: " "),
      ] + Self.countries
    return Set(texts.flatMap(Self.words))
  }()

  @Test(arguments: Samples.states.map(\.name))
  func `a page says nothing that cannot be translated`(name: String) throws {
    let state = try Samples.state(name)
    let german = try Translations.bundled()[.german].marked()
    let markup = InLanguage(german) { Samples.page(state) }.rendered()
    let outside = Self.texts(of: markup).flatMap { Self.words(Self.outsideBrackets($0)) }
    #expect(outside.filter { !Self.theirs.contains($0) } == [], "\(name)")
  }

  @Test func `English has one word for an alert`() throws {
    let sentences = try Translations.bundled()[.german].entries.keys
    #expect(sentences.count > 1_000)
    #expect(sentences.filter { $0.lowercased().contains("alarm") }.sorted() == [])
  }

  @Test func `words in a page's own markup would be found`() {
    let known = Catalogue(
      .german, ["Translated {0}": .sentence("Übersetzt {0}"), "Fine": .sentence("Gut")])
    let page = InLanguage(known.marked()) {
      p { "Translated \(3)" }
      p { "Forgotten" }
      p { "Not translated".lowercased() }
      button(id: "a", .aria("label", "Neither this")) { Phrase("Fine") }
    }
    let words = Self.texts(of: page.rendered()).flatMap { Self.words(Self.outsideBrackets($0)) }
    #expect(words == ["Forgotten", "not", "translated", "Neither", "this"])
  }

  /// What is read or heard: the text between tags, and what attributes say.
  private static func texts(of markup: String) -> [String] {
    let visible = markup.replacing(/<(script|style)[\s\S]*?<\/\1>/, with: "")
    let spoken = visible.matches(
      of:
        /\s(?:aria-label|aria-roledescription|placeholder|title|alt|data-announce|data-passed|data-title)="([^"]*)"/
    )
    .map { String($0.1) }
    let shown = visible.split(separator: /<[^>]*>/).map(String.init)
    return shown + spoken
  }

  private static func outsideBrackets(_ text: String) -> String {
    var depth = 0
    return String(
      text.filter { character in
        switch character {
        case "⟦": depth += 1
        case "⟧": depth -= 1
        default: return depth == 0
        }
        return false
      })
  }

  private static func words(_ text: String) -> [String] {
    let plain = text.replacing(/&#?\w+;/, with: " ")
      // A QR code's identity.
      .replacing(/[0-9A-Fa-f]{8}-[0-9A-Fa-f-]{27}/, with: " ")
    return plain.split { !$0.isLetter }.map(String.init).filter { $0.count > 1 }
  }
}

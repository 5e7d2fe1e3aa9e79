import ComposableHTML
import Foundation
import LifeSignalFeatures
import LifeSignalModel
import LifeSignalPages
import LifeSignalWords
import Testing

@Suite struct `Every page in every sample state` {
  @Test(arguments: Samples.states.map(\.name))
  func `has no id twice and no inline style or handler`(name: String) throws {
    let markup = Samples.page(try Samples.state(name)).rendered()
    let ids = markup.matches(of: /\sid="([^"]*)"/).map { String($0.1) }
    let twice = Dictionary(grouping: ids) { $0 }.filter { $0.value.count > 1 }.keys
    #expect(twice.isEmpty, "twice: \(twice.sorted())")
    #expect(!markup.contains(/\sstyle="/))
    #expect(!markup.contains(/\son[a-z]+="/))
    #expect(!markup.contains("<script"))
  }

  @Test(arguments: Samples.states.map(\.name))
  func `names every button, and every reference leads to an element`(name: String) throws {
    let markup = Samples.page(try Samples.state(name)).rendered()
    let ids = Set(markup.matches(of: /\sid="([^"]*)"/).map { String($0.1) })
    for reference in markup.matches(of: /\s(?:aria-labelledby|aria-describedby|for)="([^"]*)"/) {
      #expect(ids.contains(String(reference.1)), "no element \(reference.1)")
    }
    for button in markup.matches(of: /<button([^>]*)>(.*?)<\/button>/.dotMatchesNewlines()) {
      let isNamed = button.1.contains("aria-label")
      let words = button.2.replacing(/<[^>]*>/, with: "")
      #expect(isNamed || !words.allSatisfy(\.isWhitespace), "unnamed: \(button.1)")
    }
  }

  @Test(arguments: Samples.states.map(\.name))
  func `has one main part and one first heading`(name: String) throws {
    let markup = Samples.page(try Samples.state(name)).rendered()
    #expect(markup.matches(of: /<main[ >]/).count == 1)
    #expect(markup.matches(of: /<h1[ >]/).count <= 1)
  }

  @Test func `is the same bytes within a minute`() throws {
    let state = try Samples.state("dependents")
    let first = AppPage(state: state, now: Samples.now, checkInKey: "key")
    let second = AppPage(state: state, now: Samples.now + 20, checkInKey: "key")
    #expect(first.render() == second.render())
  }

  /// Writes all samples in all languages as pages to look at: `PAGE_SAMPLES=<folder> swift test --filter …`.
  /// Without a folder it is skipped, because it checks nothing: the snapshots do.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["PAGE_SAMPLES"] != nil))
  func `can be written to a folder`() throws {
    let folder = ProcessInfo.processInfo.environment["PAGE_SAMPLES"] ?? ""
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let translations = try Translations.bundled()
    for (name, state) in Samples.states {
      for language in Language.allCases {
        var state = state
        state.language = language
        let document = AppDocument(
          title: Phrase(verbatim: name), language: language, asset: { "/assets/\($0)" },
          live: .init(
            stream: "/live", events: "/event", frame: "1.1", clock: Int(Samples.now.milliseconds))
        ) { Samples.page(state) }
        let page = InLanguage(translations[language]) { document }
        try Data(page.render()).write(
          to: URL(filePath: folder).appending(path: "\(name).\(language.rawValue).html"))
      }
    }
    let written = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(written.count >= Samples.states.count * Language.allCases.count)
  }
}

extension Samples {
  static func state(_ name: String) throws -> AppFeature.State {
    try #require(states.first { $0.name == name }?.state)
  }
}

import ComposableHTML
import ComposableHTMLTesting
import Foundation
import LifeSignalEngine
import LifeSignalFeatures
import LifeSignalModel
import LifeSignalWeb
import LifeSignalWords
import Testing

@Suite(.timeLimit(.minutes(1))) struct `The language at an open page` {
  private let web: TestWeb

  init() throws { web = try TestWeb() }

  @Test func `a choice is stored and the page speaks it`() async throws {
    let (id, tab) = try await web.member()
    try await tab.press("tab-profile")
    try await tab.shows("language")
    try tab.change("language", to: "ar")
    try await tab.waits { $0.element(id: "app")?["dir"] == "rtl" }
    try await web.user(id) { $0.language == .arabic }
    let arabic = try Translations.bundled()[.arabic]
    try await tab.waits(for: arabic.say("Emergency note"))
    #expect(!tab.page.text.contains("Emergency note"))
  }

  @Test func `a choice that was not stored goes back and says so`() async throws {
    let (id, tab) = try await web.member()
    try await tab.press("tab-profile")
    try await tab.shows("language")
    try await web.withoutLedger {
      try tab.change("language", to: "de")
      try await tab.shows("language-error")
    }
    try await tab.press("language-error-ok")
    try await tab.waits { $0.element(id: "app")?["lang"] == "en-GB" }
    #expect(try await web.engine.user(id).language != .german)
  }
}
